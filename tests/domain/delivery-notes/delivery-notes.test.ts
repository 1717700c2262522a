import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  linesToPropose,
  matchNote,
  proposeProducts,
  type KnownForNote,
} from '#shared/domain/delivery-notes/match-note.ts'
import { looksLikeOther, notesInFile, profileOfNote, readNote } from '#shared/domain/delivery-notes/note-file.ts'
import { readNoteRow, type NoteTexts } from '#shared/domain/delivery-notes/read-note-row.ts'
import { isSupplierPrice } from '#shared/domain/supplier-price.ts'
import { expiryOf } from '#shared/domain/files/article-cells.ts'
import { notes, tableOfNote } from '#tests/domain/delivery-notes/notes.ts'

const options = { currencyDecimals: 0, today: '2026-11-25' }
const format = { ...options, decimals: 'comma' } as const
const found = async (lines: readonly string[], kept: Parameters<typeof profileOfNote>[1]['kept'] = null) => {
  const table = await tableOfNote(lines)
  const { profile, readBy } = profileOfNote(table, { ...options, chosen: null, kept })
  return { table, profile, readBy, readings: readNote(table, profile, options) }
}
const rowOf = (fields: NoteTexts) => readNoteRow({ line: 2, fields: { label: 'X', delivered: '1', ...fields } }, format)
const reasonsOf = (fields: NoteTexts) => {
  const reading = rowOf(fields)
  return reading.ok ? [] : reading.reasons.map(({ field, text }) => `${field} ${text}`)
}

describe('the layouts of wholesalers are read without a word', () => {
  test.each([
    [
      'ubipharm',
      { bl: '88412', delivered: 90, free: 10, ordered: 90, purchasePrice: '890.0', salePrice: 1250, vat: 0 },
    ],
    ['laborex', { bl: 'F7781', delivered: 12, purchasePrice: '890', salePrice: 1250 }],
    ['laborex-old', { bl: 'F12', delivered: 10, purchasePrice: '890', salePrice: 1250 }],
    ['copharmed', { bl: 'C900', day: '2026-11-21', delivered: 20, free: 2, purchasePrice: '890', salePrice: 1250 }],
    ['dpci', { bl: 'BL9001', delivered: 10, ordered: 10, purchasePrice: '890', salePrice: 1250 }],
    ['tedis', { delivered: 10, purchasePrice: '890', salePrice: 1250, lot: '6FD40', expiresOn: '2028-02-29' }],
    ['tedis-old', { delivered: 10, purchasePrice: '890' }],
    ['code', { delivered: 10, purchasePrice: null }],
    ['code-price', { ordered: 12, delivered: 10, purchasePrice: '890' }],
    ['text', { delivered: 10, purchasePrice: '890', salePrice: 1250 }],
    ['text-old', { delivered: 10, purchasePrice: '890', salePrice: 1250 }],
  ] as const)('%s', async (layout, first) => {
    const { readings } = await found(notes[layout])
    expect(readings.every(({ ok }) => ok)).toBe(true)
    expect(readings).toHaveLength(2)
    expect(readings[0]).toMatchObject({ row: { code: '3400935955838', ...first } })
  })

  test('a public price of 0 is none; a line tells its file line', async () => {
    const { readings } = await found(notes.ubipharm)
    expect(readings[1]).toMatchObject({ line: 3, row: { salePrice: null, vat: 1800, delivered: 38 } })
    expect((await found(notes.dpci)).readings.map(({ line }) => line)).toEqual([1, 2])
  })

  test('headers in words are read whatever their order', async () => {
    const { readings, readBy } = await found([
      'Désignation|Code CIP|Quantité livrée|Prix public|Prix d’achat|N° lot|Péremption',
      'DOLIPRANE 1G|3400935955838|4|1250|890|A12|03/2028',
      'EFFERALGAN|7654321|2|1730|1245|B4|2028-06-30',
    ])
    expect(readBy.kind).toBe('headers')
    expect(readings[0]).toMatchObject({
      row: {
        code: '3400935955838',
        delivered: 4,
        purchasePrice: '890',
        salePrice: 1250,
        lot: 'A12',
        expiresOn: '2028-03-31',
      },
    })
  })

  test('the kept profile of the supplier wins while the file has its columns', async () => {
    const kept = { columns: { code: 'Code', delivered: 'Livre', purchasePrice: 'Net' }, decimals: 'point' } as const
    const lines = ['Code;Livre;Brut;Net', '7654321;2;9999;1,245', '7654322;3;9999;890']
    expect(await found(lines, kept)).toMatchObject({ readBy: { kind: 'kept' } })
    expect((await found(lines, kept)).readings[0]).toMatchObject({ row: { purchasePrice: '1245' } })
    expect((await found(notes.laborex, kept)).readBy.kind).not.toBe('kept')
  })

  test('a file with the columns of another supplier is told', async () => {
    const laborex = await found(notes.laborex)
    const others = [{ name: 'Laborex', profile: laborex.profile }]
    expect(looksLikeOther(laborex.table, null, others)).toBe('Laborex')
    expect(looksLikeOther(laborex.table, laborex.profile, others)).toBeNull()
    expect(looksLikeOther(await tableOfNote(notes.dpci), null, others)).toBeNull()
  })
})

describe('a line', () => {
  test.each([
    ['20280331', '2028-03-31'],
    ['31/03/2028', '2028-03-31'],
    ['03/2028', '2028-03-31'],
    ['02/28', '2028-02-29'],
    ['2028-03-31', '2028-03-31'],
    ['20280200', '2028-02-29'],
    ['30/02/2028', null],
    ['31/13/2028', null],
    ['20281340', null],
    ['demain', null],
  ])('expiry « %s » is %s', (text, day) => {
    expect(expiryOf(text)).toBe(day)
  })

  test('each value that cannot be read is named', () => {
    expect(reasonsOf({ code: 'ABC' })).toEqual([expect.stringContaining('code « ABC » n’est pas un code')])
    expect(reasonsOf({ code: '3,40094E+12' })[0]).toContain('arrondi par le tableur')
    expect(reasonsOf({ code: '1234567', delivered: '-2' })[0]).toContain('négatif')
    expect(reasonsOf({ code: '1234567', delivered: '2,5' })[0]).toContain('nombre entier')
    expect(reasonsOf({ code: '1234567', delivered: '999999999' })[0]).toContain('trop grand')
    expect(reasonsOf({ code: '1234567', purchasePrice: '1,2,3' })[0]).toContain('deux marques de décimales')
    expect(reasonsOf({ code: '1234567', expiry: '30/02/2028' })[0]).toContain('n’est pas une date')
    expect(reasonsOf({ code: '1234567', vat: '900' })[0]).toContain('TVA')
    expect(reasonsOf({ label: '12345', code: '1234567' })[0]).toContain('inversées')
    expect(reasonsOf({ code: '1234567' })).toEqual([])
  })

  test('decimals that the currency lacks are rounded; a total without code and quantity is left out', () => {
    expect(rowOf({ code: '1234567', purchasePrice: '1234,56' })).toMatchObject({ row: { purchasePrice: '1234.56' } })
    expect(readNoteRow({ line: 9, fields: { label: 'TOTAL', purchasePrice: '9000' } }, format)).toMatchObject({
      ok: false,
      isEmpty: true,
    })
    expect(rowOf({ code: '1234567', expiry: '01/2020' })).toMatchObject({ ok: true, isExpired: true })
    expect(readNoteRow({ line: 9, fields: { code: '1234567', delivered: '2' }, isCut: true }, format)).toMatchObject({
      ok: false,
      isEmpty: false,
    })
  })

  test('no text throws, and what is read stays within its bounds', () => {
    const texts = fc.record(
      {
        code: fc.string(),
        label: fc.string(),
        delivered: fc.oneof(fc.string(), fc.integer().map(String)),
        purchasePrice: fc.oneof(fc.string(), fc.double().map(String)),
        expiry: fc.oneof(fc.string(), fc.stringMatching(/^\d{8}$/)),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(texts, (fields) => {
        const reading = readNoteRow({ line: 1, fields }, format)
        if (!reading.ok) {
          expect(reading.reasons.length).toBeGreaterThan(0)
          return
        }
        expect(reading.row.delivered).toBeGreaterThanOrEqual(0)
        expect(isSupplierPrice(reading.row.purchasePrice ?? '0')).toBe(true)
        if (reading.row.expiresOn !== null) expect(expiryOf(reading.row.expiresOn)).toBe(reading.row.expiresOn)
      }),
    )
  })
})

describe('the products of a note', () => {
  const products = [
    { id: 'own', label: 'Doliprane 1000 mg cp B/8', own: true, codes: ['3400935955838', '3595583'] },
    { id: 'shared', label: 'Efferalgan 500 mg cp', own: false, codes: ['3400936000001'] },
    { id: 'other', label: 'Coartem 20/120 mg cp B/24', own: true, codes: [] },
  ]
  const known: KnownForNote = { products, remembered: new Map(), decisions: new Map() }
  const named = products.map(({ id, label }) => ({ id, label, packs: [] }))
  const match = (fields: NoteTexts, rest: Partial<KnownForNote> = {}) => {
    const all = { ...known, ...rest }
    const rows = matchNote([rowOf(fields)], all)
    return proposeProducts(rows, linesToPropose(rows, all.decisions), named)[0]!
  }

  test('by the supplier’s code, then by a code of a product in any notation, then by name', () => {
    expect(match({ code: '3595583' })).toMatchObject({ outcome: 'known', by: 'code', productId: 'own' })
    expect(match({ code: '03400935955838' })).toMatchObject({ productId: 'own' })
    expect(match({ code: '3400936000001' })).toMatchObject({ productId: 'shared' })
    const taught = { remembered: new Map([['3595583', 'other']]) }
    expect(match({ code: '3595583' }, taught)).toMatchObject({ by: 'remembered', productId: 'other' })
    expect(match({ code: '2512345', label: 'COARTEM 20/120 CP B/24' })).toMatchObject({
      outcome: 'proposed',
      productId: null,
      proposals: [{ id: 'other' }],
    })
    expect(match({ code: '2512345', label: 'SERUM' })).toMatchObject({ outcome: 'unknown', proposals: [] })
  })

  test('a decision wins; a code of two products proves neither', () => {
    expect(match({ code: '3595583' }, { decisions: new Map([[2, 'other']]) })).toMatchObject({
      by: 'decision',
      productId: 'other',
    })
    const open = { decisions: new Map([[2, null]]) }
    expect(match({ code: '2512345', label: 'COARTEM 20/120 CP B/24' }, open)).toMatchObject({ outcome: 'unknown' })
    expect(match({ code: '3595583' }, open)).toMatchObject({ outcome: 'unknown', productId: null })
    const twins = [...products, { ...products[2]!, id: 'twin', codes: ['3595583'] }]
    expect(match({ code: '3595583', label: 'SERUM' }, { products: twins })).toMatchObject({ productId: null })
  })

  test('law: among the products of a large range, a label proposes the product that has it', () => {
    const label = fc
      .tuple(fc.constantFrom('Produit', 'Sérum'), fc.array(fc.constantFrom('5', '20', '500 mg', 'cp', 'B/8')))
      .map((words) => words.flat().join(' '))
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 9 }), (labels) => {
        const range = labels.map((each) => ({ id: each, label: each, packs: [] }))
        const rows = matchNote(
          labels.map((each) => rowOf({ code: '2512345', label: each })),
          known,
        )
        const proposed = proposeProducts(rows, linesToPropose(rows, known.decisions), range)
        for (const [at, each] of labels.entries()) {
          const words = (text: string) => [...new Set(text.split(/[ /]/))].sort().join()
          const equal = labels.filter((other) => words(other) === words(each))
          expect(equal).toContain(proposed[at]!.proposals[0]?.id)
        }
      }),
    )
  })

  test('the notes of a file are told apart by their number', () => {
    const rows = matchNote(
      [
        rowOf({ code: '3595583', bl: 'A', delivered: '2', purchasePrice: '100', vat: '18' }),
        rowOf({ code: '3595583', bl: 'B', delivered: '1', purchasePrice: '50' }),
        rowOf({ code: '3595583', bl: 'A', delivered: '1', purchasePrice: '10' }),
      ],
      known,
    )
    expect(notesInFile(rows)).toEqual([
      { bl: 'A', day: null, lines: 2, total: 246 },
      { bl: 'B', day: null, lines: 1, total: 50 },
    ])
  })
})

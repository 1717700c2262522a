import { expect, test } from 'vitest'
import { encodePaper } from '#kiosk/printing/encode-paper.ts'
import { countingSheet } from '#kiosk/register/counting-sheet.ts'
import { labelPaper, receiptPaper } from '#kiosk/counter/print/receipt-paper.ts'
import { posologyLabels } from '#shared/domain/label.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { creditNoteBlocks, receiptBlocks, type ReceiptSale } from '#shared/domain/receipt.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'

const sold: ReceiptSale = {
  identifier: 'K7QF-12',
  number: null,
  soldAt: '2026-11-21T11:42:00.000Z',
  seller: { firstName: 'Aurèle', lastName: 'Dossou' },
  patient: null,
  records: [
    {
      id: 'r1',
      stockItemId: 's1',
      label: 'Amoxicilline 500 mg gélules à avaler, étui très long B/12',
      quantity: 2,
      price: 1450,
    },
  ],
  vouchers: [],
  payments: [{ id: 'p1', type: 'CASH', amount: 2900, tendered: 5000 }],
}
const epson = { language: 'esc-pos', codepageMapping: 'epson', columns: 48, opensDrawer: false }
const receiptBytes = (lines: readonly PaperLine[], format = epson) => encodePaper(lines, format)
const linesOf = (sale: ReceiptSale, isReprint = false) =>
  receiptPaper(receiptBlocks(sale, pharmacy, { cashStep: 5, isReprint }), francCfa)

const pharmacy = {
  name: 'Pharmacie Camp Guézo',
  address: 'Rue 12.040',
  city: 'Cotonou',
  phone: '+229 21 30 00 00',
  taxId: null,
  country: { code: 'BJ' },
}

/** What paper shows: the bytes in code page 1252 without the commands (reset, and those of one letter and one byte). */
function paper(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  return ['\u001b', '\u001c', '\u001d']
    .reduce((rest, lead) => rest.replaceAll(lead, '␛'), text)
    .replaceAll(/␛(@|\.|[A-Za-z!][^])/g, '')
}

test('the printer’s bytes begin with its reset, end with the cut and carry French accents in code page 1252', () => {
  const bytes = receiptBytes(linesOf(sold))
  expect(Array.from(bytes.slice(0, 2))).toEqual([0x1b, 0x40])
  // ESC t 16: Western Europe.
  expect(bytes.join()).toContain([0x1b, 0x74, 16].join())
  const text = paper(bytes)
  for (const words of [
    'Pharmacie Camp Guézo',
    'Tél. +229',
    'PROVISOIRE',
    'Vente K7QF-12',
    'Vendeur : DOSSOU A.',
    'étui très',
  ])
    expect(text).toContain(words)
  // GS V 1: the cut, with the last line end behind it.
  expect(Array.from(bytes.slice(-5, -2))).toEqual([0x1d, 0x56, 1])
})

test('figures stand at the right margin, with a plain space in thousands', () => {
  const text = paper(receiptBytes(linesOf(sold)))
  expect(text).toContain(`  2 x 1 450${' '.repeat(48 - 11 - 5)}2 900`)
  expect(text).toContain(`Rendu${' '.repeat(48 - 5 - 5)}2 100`)
  expect(text).not.toMatch(/[\u00a0\u202f?]/)
})

test('no line is wider than the paper', () => {
  const rows = paper(receiptBytes(linesOf(sold))).split(/[\n\r]+/)
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) expect(row.length, row).toBeLessThanOrEqual(48)
})

test('on paper of 58 mm nothing is wider than 32 signs', () => {
  const rows = paper(receiptBytes(linesOf(sold), { ...epson, columns: 32 })).split(/[\n\r]+/)
  for (const row of rows) expect(row.length, row).toBeLessThanOrEqual(32)
  expect(rows.join('\n')).toContain(`Rendu${' '.repeat(32 - 5 - 5)}2 100`)
})

test('the drawer’s pulse goes before the paper, and only where it is asked for', () => {
  const pulse = [0x1b, 0x70, 0, 50, 250].join()
  const bytes = receiptBytes(linesOf(sold), { ...epson, opensDrawer: true })
  expect(bytes.join().indexOf(pulse)).toBeGreaterThan(-1)
  expect(bytes.join().indexOf(pulse)).toBeLessThan(
    bytes.join().indexOf(Array.from('Pharmacie', (sign) => sign.charCodeAt(0)).join()),
  )
  expect(receiptBytes(linesOf(sold)).join()).not.toContain(pulse)
  // A drawer alone: no paper, no cut.
  const alone = receiptBytes([], { ...epson, opensDrawer: true })
  expect(alone.join()).toContain(pulse)
  expect(alone.join()).not.toContain([0x1d, 0x56].join())
})

test('a name cannot open the drawer, cut the paper or change the printer', () => {
  const commands = '\u001bp\u0000\u0019\u00fa\u001d\u0056\u0000\u001b@\u009b\r'
  const name = { firstName: `Au${commands}rèle`, lastName: `Dos${commands}sou\u202e` }
  const said = { ...sold, seller: name, patient: name, identifier: `K7QF-12${commands}` }
  said.records = [{ ...sold.records[0]!, label: `Doli${commands}prane` }]
  const labels = posologyLabels([{ ...said.records[0]!, posology: `1${commands}` }], {
    pharmacy: { ...pharmacy, name: `Phar${commands}macie` },
    patient: name,
    soldAt: sold.soldAt,
    lotOf: () => undefined,
  })
  const clean = (lines: readonly PaperLine[]) =>
    JSON.parse(JSON.stringify(lines).replaceAll(escaped, 'púV@')) as PaperLine[]
  const escaped = JSON.stringify(commands).slice(1, -1)
  for (const lines of [linesOf(said), labelPaper(labels)]) {
    expect(JSON.stringify(lines)).toContain(escaped)
    const bytes = receiptBytes(lines)
    // the same commands, as many, as for the paper whose names are letters only
    const leads = (given: Uint8Array) => given.filter((byte) => [0x1b, 0x1c, 0x1d, 0x10, 0x9b].includes(byte)).length
    expect(leads(bytes)).toBe(leads(receiptBytes(clean(lines))))
    expect(bytes.join()).not.toContain([0x1b, 0x70].join())
  }
})

test('whatever the driver calls its printer, accents find a code page; a printer of pictures alone is refused', () => {
  for (const codepageMapping of ['mpt', 'metapace', 'zjiang', 'default', 'xprinter', 'bixolon/legacy']) {
    const bytes = receiptBytes([{ kind: 'text', text: 'à é œ', align: 'left', weight: 'normal' }], {
      ...epson,
      codepageMapping,
    })
    expect(bytes.join(), codepageMapping).toContain([0x6f, 0x65].join())
    expect(bytes.includes('?'.charCodeAt(0)), codepageMapping).toBe(false)
  }
  expect(receiptBytes(linesOf(sold), { ...epson, language: 'star-prnt', codepageMapping: 'star' }).join()).toContain(
    [0x1b, 0x64].join(),
  )
  expect(() => receiptBytes(linesOf(sold), { ...epson, language: 'star-graphics', codepageMapping: 'star' })).toThrow(
    'star-graphics',
  )
})

test('payers, their voucher and what they leave to the patient stand on the ticket', () => {
  const insured: ReceiptSale = {
    ...sold,
    number: 8,
    replaces: { number: 7 },
    payments: [
      {
        id: 'i',
        type: 'INSURANCE',
        amount: 2320,
        insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: 'p', voucher: 'B-118' },
      },
      { id: 'd', type: 'DISCOUNT', amount: 58, percent: 10 },
      { id: 'c', type: 'CASH', amount: 520, tendered: 520 },
    ],
  }
  const text = paper(receiptBytes(linesOf(insured)))
  for (const words of [
    'Remplace la vente n° 7',
    'Couverture 80 %',
    '  NSIA',
    '  Bon n° B-118',
    'Remise 10 %',
    'À votre charge',
    'Arrondi',
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/À votre charge +522/)
})

test('a reprint after a return says what came back and what is left', () => {
  const lines = [{ lineId: 'r1', quantity: 1, amount: 1450 }]
  const refunds = [{ type: 'CASH', amount: 1450 }]
  const note = { number: 3, returnedAt: '2026-11-21T12:00:00.000Z', byName: 'DOSSOU Aurèle', reason: 'Boîte fermée' }
  const text = paper(
    receiptBytes(linesOf({ ...sold, number: 8, returns: [{ ...note, total: 1450, lines, refunds }] }, true)),
  )
  expect(text).toMatch(/Retour du .*avoir n° 3/)
  expect(text).toMatch(/1 rendu +[-−]1 450/)
  expect(text).toMatch(/Total après retour +1 450/)
})

test('a canceled sale and a credit note cannot be taken for a ticket', () => {
  const canceled = paper(
    receiptBytes(linesOf({ ...sold, number: 8, cancellation: { at: '2026-11-21T12:00:00.000Z', reason: 'Erreur' } })),
  )
  expect(canceled).toContain('ANNULÉE')
  expect(canceled).toContain('Motif : Erreur')
  const note = {
    number: 3,
    returnedAt: '2026-11-21T12:00:00.000Z',
    byName: 'DOSSOU Aurèle',
    reason: 'Boîte fermée',
    total: 1450,
    lines: [{ lineId: 'r1', quantity: 1, amount: 1450 }],
    refunds: [{ type: 'CASH', amount: 1450 }],
  }
  const text = paper(
    receiptBytes(
      receiptPaper(creditNoteBlocks(note, { ...sold, number: 8 }, pharmacy, { isReprint: false }), francCfa),
    ),
  )
  for (const words of [
    'AVOIR n° 3',
    'Sur la vente n° 8 (K7QF-12)',
    '1 rendu',
    'Rendu, Espèces',
    'Motif : Boîte fermée',
  ])
    expect(text).toContain(words)
})

test('each label is cut off by itself and says product, patient and how to take it', () => {
  const records = [
    { ...sold.records[0]!, posology: '1 gélule matin, midi et soir pendant 7 jours' },
    { ...sold.records[0]!, id: 'r2', label: 'Smecta', quantity: 1, posology: '1 sachet' },
  ]
  const labels = posologyLabels(records, {
    pharmacy,
    patient: { firstName: 'Clarisse', lastName: 'Agbodjan' },
    soldAt: sold.soldAt,
    lotOf: () => ({ lot: 'AX20', expiresOn: '2027-03-31' }),
  })
  const bytes = receiptBytes(labelPaper(labels))
  expect(bytes.join().split([0x1d, 0x56, 1].join()).length - 1).toBe(2)
  const text = paper(bytes)
  for (const words of [
    'AGBODJAN Clarisse',
    '21/11/2026',
    'Smecta',
    '1 gélule matin',
    'Lot AX20',
    'Exp. 03/2027',
    '1 sachet',
  ])
    expect(text).toContain(words)
})

test('accepted, the ticket bears the number and no longer says « provisoire »', () => {
  const text = paper(receiptBytes(linesOf({ ...sold, number: 5856 })))
  expect(text).toContain('Vente n° 5856 (K7QF-12)')
  expect(text).not.toContain('PROVISOIRE')
})

test.each([48, 32])('each row of the counting sheet is one line of %d columns, with room to write', (columns) => {
  const sheet = countingSheet(
    {
      pharmacy: pharmacy.name,
      printedAt: sold.soldAt,
      rows: [
        { form: 'note', value: 10_000 },
        { form: 'coin', value: 5 },
      ],
      means: [{ type: 'MOBILE_MONEY', operator: 'MTN MoMo' }],
    },
    francCfa,
  )
  const text = paper(receiptBytes(sheet, { ...epson, columns }))
  for (const [left, right] of [
    ['10 000 x ......', '= ............'],
    ['5 x ......', '= ............'],
    ['Mobile, MTN MoMo', '............'],
  ] as const)
    expect(text).toContain(`${left}${' '.repeat(columns - left.length - right.length)}${right}`)
})

import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gtinCheckDigit } from '#shared/domain/product-code.ts'
import { scanOf } from '#shared/domain/scan.ts'
import { runs } from '#tests/support/extent.ts'

const today = '2026-11-21'
const scan = (text: string) => scanOf(text, today)

describe('one code', () => {
  test('CIP13, with its other spellings', () => {
    expect(scan('3400935955838')).toEqual({
      kind: 'code',
      codes: ['3400935955838', '3595583', '03400935955838'],
      lot: null,
      expiresOn: null,
      manufacturedOn: null,
      serial: null,
      unread: [],
      checked: true,
    })
  })

  test('EAN-8, UPC, CIP7, GTIN-14; blanks and dashes are people’s', () => {
    for (const text of ['96385074', '036000291452', '3595583', '03400935955838', ' 3400 935-955838 \r\n']) {
      expect(scan(text)).toMatchObject({ kind: 'code', codes: expect.arrayContaining([text.replaceAll(/[^\d]/g, '')]) })
    }
  })

  test('a wrong key is looked up all the same and said', () => {
    expect(scan('3400935955837')).toMatchObject({ kind: 'code', codes: ['3400935955837'], checked: false })
  })

  test('what could not be read of a box is said, and the product is found all the same', () => {
    const codes = expect.arrayContaining(['3400935955838'])
    expect(scan('010340093595583817240231\u001D10AB')).toMatchObject({ codes, lot: 'AB', unread: ['expiresOn'] })
    expect(scan('0103400935955838172603317003251231')).toMatchObject({
      codes,
      expiresOn: '2026-03-31',
      unread: ['lot'],
    })
    expect(scan(']d2010340093595583870032512312359')).toMatchObject({ codes, unread: ['lot', 'expiresOn'] })
    expect(scan('0103400935955838^]70032512312359^]10AB^]17260331')).toMatchObject({ codes, lot: 'AB', unread: [] })
    expect(scan('https://id.gs1.org/01/03400935955838/10/AB?17=260331')).toMatchObject({
      codes,
      lot: 'AB',
      expiresOn: '2026-03-31',
      unread: [],
    })
    expect(scan('https://example.com/aide')).toEqual({ kind: 'text' })
  })

  test('the scanner may say what it read', () => {
    expect(scan(']E03400935955838')).toMatchObject({ kind: 'code', codes: expect.arrayContaining(['3400935955838']) })
    expect(scan(']d20103400935955838172403311010ABC')).toMatchObject({
      codes: ['3400935955838', '3595583', '03400935955838'],
      lot: '10ABC',
      expiresOn: '2024-03-31',
    })
  })
})

describe('plain text', () => {
  test.each([
    '',
    'amoxi',
    '500 mg',
    '12',
    '123456',
    '01 97 00 00 00 12 34 56 7',
    '010340',
    ']d2',
    ']d217240331',
    'vitamine c 1000',
    '+33 1',
  ])('%s', (text) => expect(scan(text)).toEqual({ kind: 'text' }))
})

describe('a DataMatrix', () => {
  test('with separators', () => {
    expect(scan('010340093595583817240331109M63A\u001D21106G1VN4CP4YMR')).toMatchObject({
      codes: ['3400935955838', '3595583', '03400935955838'],
      lot: '9M63A',
      serial: '106G1VN4CP4YMR',
      expiresOn: '2024-03-31',
    })
  })

  test('with a national number only, or besides', () => {
    expect(scan(']d27111234567\u001D10LOT')).toMatchObject({ kind: 'code', codes: expect.arrayContaining(['1234567']) })
    expect(scan(`0103400935955838711XYZ\u001D10A1`)).toMatchObject({
      codes: ['3400935955838', '3595583', '03400935955838', 'XYZ'],
      lot: 'A1',
    })
  })

  test('without lot or expiry still names the box', () => {
    expect(scan('0103400935955838')).toMatchObject({
      codes: ['3400935955838', '3595583', '03400935955838'],
      lot: null,
      expiresOn: null,
      serial: null,
    })
    expect(scan('010340093595583821A1B2C3D4')).toMatchObject({ lot: null, serial: 'A1B2C3D4' })
  })

  test('of a carton is not the box inside', () => {
    const body = '1340093595583'
    const carton = body + gtinCheckDigit(body)
    expect(scan(`01${carton}10A1`)).toMatchObject({ codes: [carton], lot: 'A1' })
  })
})

// The shapes of real scans, made by hand: separators lost, day 00, a wrong check digit, a label that is no GS1.
describe('scans as they come from boxes', () => {
  test.each([
    [
      '01 17 10',
      '010340093595583817240331101KH4A',
      { codes: ['3400935955838', '3595583', '03400935955838'], expiresOn: '2024-03-31', lot: '1KH4A', checked: true },
    ],
    [
      '01 17 10 21, no separator, wrong check digit: looked up, but no CIP7 is made of it',
      '010340023674791317220507107M63B21206G1VN4CP4YMR',
      {
        codes: ['3400236747913', '03400236747913'],
        expiresOn: '2022-05-07',
        lot: '7M63B',
        serial: '206G1VN4CP4YMR',
        checked: false,
      },
    ],
    [
      '01 21 17 10, no separator',
      '010340094988741521024330884264781723103110VMGF',
      { expiresOn: '2023-10-31', lot: 'VMGF', serial: '02433088426478' },
    ],
    [
      '01 21 17 10 11, no separator',
      '010340094988741521024330884264781723103110VMGF11200731',
      { lot: 'VMGF', serial: '02433088426478', manufacturedOn: '2020-07-31' },
    ],
    ['day 00', '01034009392206591725030010L386', { expiresOn: '2025-03-31', lot: 'L386' }],
    [
      'HIBC with expiry, lot and production date',
      '+E219C201438401/$$322080312345/16D20170803D',
      { codes: ['E219C201438401', 'C20143840'], expiresOn: '2022-08-03', lot: '12345', manufacturedOn: '2017-08-03' },
    ],
  ])('%s', (_title, text, expected) => expect(scan(text)).toMatchObject({ kind: 'code', ...expected }))
})

const realScans = '../shared/data/gs1/datamatrix_fr_scans.tsv'
const hasRealScans = existsSync(realScans)

describe('the real scans of French boxes', () => {
  test.skipIf(!hasRealScans)(
    hasRealScans ? 'are all read as their notes say' : `skipped: ${realScans} is not here`,
    () => {
      const rows = readFileSync(realScans, 'utf8').trim().split('\n').slice(1)
      expect(rows).toHaveLength(8)
      for (const row of rows) {
        const [raw, cip13, expiry, lot, serial, manufactured, note] = row.split('\t') as [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
        ]
        const found = scan(raw)
        expect(found, note).toMatchObject({
          kind: 'code',
          serial: serial || null,
          manufacturedOn: manufactured || (cip13 ? null : '2017-08-03'),
        })
        if (found.kind !== 'code') continue
        expect(found.expiresOn, note).toMatch(
          new RegExp(`^${expiry.slice(0, 7)}-${expiry.includes('day 00') ? '(31|29)' : expiry.slice(8)}$`),
        )
        if (cip13) {
          expect(found.lot, note).toBe(lot)
          expect(found.codes[0], note).toBe(cip13)
          expect(found.checked, note).toBe(!note.includes('check digit is wrong'))
          expect(found.codes.includes(cip13.slice(5, 12)), note).toBe(cip13.startsWith('34009'))
        } else {
          // HIBC: its lot field has leading digits that the note leaves out.
          expect(found.lot, note).toMatch(new RegExp(`${lot}$`))
        }
      }
    },
  )
})

test('no text breaks it, and a code always has something to look up', () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.stringMatching(/^[+\]]?[A-Zd$/\d]{0,50}$/),
    fc.stringMatching(/^\d{6,15}$/),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const found = scan(text)
      if (found.kind === 'code') expect(found.codes.length).toBeGreaterThan(0)
    }),
    { numRuns: runs(500) },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHibc } from '#shared/domain/hibc.ts'

const none = { lot: null, expiresOn: null, manufacturedOn: null, serial: null }
const codes = ['A123BJC5D6E71', 'BJC5D6E7']

test.each([
  ['the product alone, with its check character', '+A123BJC5D6E71G', { ...none, codes }],
  ['a lot', '+A123BJC5D6E71/$LOT42C', { ...none, codes, lot: 'LOT42' }],
  ['a serial', '+A123BJC5D6E71/$+SER42C', { ...none, codes, serial: 'SER42' }],
  [
    'a date by month first',
    '+A123BJC5D6E71/$$2092930LOT42C',
    { ...none, codes, expiresOn: '2030-09-29', lot: 'LOT42' },
  ],
  [
    'a date by year first, behind a quantity',
    '+A123BJC5D6E71/$$8053300929LOT42C',
    { ...none, codes, expiresOn: '2030-09-29', lot: 'LOT42' },
  ],
  [
    'a date and a serial',
    '+A123BJC5D6E71/$$+3300929SER42C',
    { ...none, codes, expiresOn: '2030-09-29', serial: 'SER42' },
  ],
  ['a date without a lot', '+A123BJC5D6E71/$$3300929C', { ...none, codes, expiresOn: '2030-09-29' }],
  ['a date that is none', '+A123BJC5D6E71/$$3301329LOTC', { ...none, codes, lot: 'LOT' }],
  [
    'expiry, production and serial as supplements',
    '+A123BJC5D6E71/14D20300929/16D20260115/SX7C',
    { ...none, codes, expiresOn: '2030-09-29', manufacturedOn: '2026-01-15', serial: 'X7' },
  ],
  ['a lot behind the mark of no date', '+A123BJC5D6E71/$$7LOT42C', { ...none, codes, lot: 'LOT42' }],
  ['a supplement that says nothing here', '+A123BJC5D6E71/Q500C', { ...none, codes }],
])('%s', (_title, text, expected) => expect(readHibc(text)).toEqual(expected))

test.each(['', '+', 'A123BJC5D6E71G', '+123', '+33 1 23', '+A12-BJC71G'])('no label: %s', (text) =>
  expect(readHibc(text)).toBeNull(),
)

test('no text breaks it', () => {
  fc.assert(fc.property(fc.stringMatching(/^\+[A-Z\d$/+]{0,40}$/), (text) => void readHibc(text)))
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrubAddress, scrubText } from '#shared/domain/scrub-text.ts'

test.each([
  ['afi.agbossou@example.bj is taken', '[e-mail] is taken'],
  ['person 0198a7c2-30b1-7c44-9a2e-0f4c1b2a3d4e is unknown', 'person [id] is unknown'],
  ['Key (phone)=(+229 01 97 45 12 30) already exists.', 'Key (phone)=(…) already exists.'],
  ['invalid input syntax for type integer: "KOFFI"', 'invalid input syntax for type integer: [text]'],
  ['called +229 01 97 45 12 30 twice', 'called +[number] twice'],
  ['GET /api/persons?search=KOFFI failed', 'GET /api/persons?… failed'],
  ['line 12 of sale.ts:128', 'line 12 of sale.ts:128'],
])('%s', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

test.each([
  ['/backoffice/clients/0198a7c2-30b1-7c44-9a2e-0f4c1b2a3d4e', '/backoffice/clients/{id}'],
  ['http://127.0.0.1:4800/api/persons?search=KOFFI#top', 'http://127.0.0.1:4800/api/persons'],
  ['/kiosk/vente/12', '/kiosk/vente/12'],
  ['/clients/Afi%20KOFFI', '/clients/{id}'],
])('the pattern of %s', (address, pattern) => {
  expect(scrubAddress(address)).toBe(pattern)
})

const between = fc.constantFrom('', ' ', '\u00A0', '\u202F', '.', '-', '/')
const phone = fc.array(fc.tuple(fc.stringMatching(/^\d\d$/), between), { minLength: 4, maxLength: 5 }).map((pairs) =>
  pairs
    .map(([digits, sign]) => digits + sign)
    .join('')
    .replace(/\D+$/u, ''),
)
const name = fc.stringMatching(/^[A-Z][a-zé]{3,12}$/)
const around = fc.constantFrom(['"', '"'], ["'", "'"], ['« ', ' »'], ['`', '`'], ['?search=', ''], ['=(', ')'])

test('no quoted or searched name and no phone is left, wherever it stands', () => {
  fc.assert(
    fc.property(name, phone, around, fc.boolean(), (who, number, [before, after], isFirst) => {
      const told = [`${before}${who}${after}`, number]
      const text = scrubText(`failed: ${(isFirst ? told : told.toReversed()).join(', ')} in sale.ts`)
      expect(text).not.toContain(who)
      expect(text).not.toContain(number)
      expect(text).not.toMatch(/\d{4}/)
    }),
  )
})

/** The signs that the patterns know, close together. */
const signs = fc.stringMatching(/^[A1@"'«»?=(). #…[\]-]{0,24}$/)

test('scrubbing twice changes nothing more', () => {
  expect(scrubText('afi@bj@example "KOFFI"@example')).toBe('[e-mail] [text]@example')
  fc.assert(
    fc.property(fc.oneof(fc.string(), signs), (text) => {
      expect(scrubText(scrubText(text))).toBe(scrubText(text))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortPharmacyName } from '#shared/domain/short-pharmacy-name.ts'

test.each([
  ['Pharmacie Plateau Lagune', 'Plateau Lagune'],
  ['PHARMACIE GANHI', 'GANHI'],
  ['Pharmacie de la Paix', 'Pharmacie de la Paix'],
  ['Pharmacie l’Étoile', 'Pharmacie l’Étoile'],
  ['Pharmacie Delta', 'Delta'],
  ['Pharmacie', 'Pharmacie'],
  ['Plateau Lagune', 'Plateau Lagune'],
])('%s → %s', (name, short) => expect(shortPharmacyName(name)).toBe(short))

test('law: it is the end of the name, and never empty unless the name is', () => {
  fc.assert(
    fc.property(fc.tuple(fc.constantFrom('', 'Pharmacie ', 'pharmacie du '), fc.string()), ([start, rest]) => {
      const name = `${start}${rest}`
      expect(name.endsWith(shortPharmacyName(name))).toBe(true)
      expect(shortPharmacyName(name) === '').toBe(name === '')
    }),
  )
})

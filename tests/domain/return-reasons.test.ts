import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayRestock, returnReasons } from '#shared/domain/return-reasons.ts'
import { runs } from '#tests/support/extent.ts'

test('a recalled, damaged or expired box never goes back on sale; a mistake of choice may', () => {
  expect(returnReasons.filter((reason) => !mayRestock(reason))).toEqual([
    'Boîte abîmée',
    'Produit périmé',
    'Produit rappelé',
  ])
})

test.each(['PERIME', 'boite abimee', 'Lot rappelé par l’ANSM', 'flacon cassé', 'date expirée', 'emballage endommagé'])(
  'the typed reason « %s » keeps the box off the shelf',
  (reason) => expect(mayRestock(reason)).toBe(false),
)

test.each(['Erreur de dosage', 'Allergie', '', 'Surabondance'])('the typed reason « %s » lets it go back', (reason) =>
  expect(mayRestock(reason)).toBe(true),
)

test('an unfit reason stays unfit in any case, with or without accents, whatever stands around it', () => {
  const unfitWord = fc.constantFrom('rappelé', 'abîmée', 'périmé', 'expirée', 'cassé', 'endommagées')
  const written = fc.constantFrom<(word: string) => string>(
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => word.normalize('NFD'),
    (word) => word.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), unfitWord, written, fc.string({ maxLength: 30 }), (a, word, write, b) => {
      expect(mayRestock(`${a} ${write(word)} ${b}`)).toBe(false)
    }),
    { numRuns: runs(200) },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasWords } from '#shared/domain/register/explanation.ts'

test.each(['Une pièce de 200 en moins', 'vol', 'Oubli', 'Écart de monnaie'])('« %s » explains', (text) => {
  expect(hasWords(text)).toBe(true)
})

test.each(['', '.', '...', '-200', '12 950', 'ok', 'xxx', 'AAAaaa', '? !'])('« %s » explains nothing', (text) => {
  expect(hasWords(text)).toBe(false)
})

test('signs and figures never explain, and take nothing from a word', () => {
  const signs = fc.stringMatching(/^[\d\s.,;:!?+\-*/_()]*$/)
  fc.assert(
    fc.property(signs, fc.constantFrom('monnaie', 'erreur', 'rendu'), (noise, word) => {
      expect(hasWords(noise)).toBe(false)
      expect(hasWords(`${noise} ${word} ${noise}`)).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainText, plainText } from '#shared/domain/plain-text.ts'
import { runs } from '#tests/support/extent.ts'

test.each([
  ['a printer command', 'Dossou\u001bp\u0000\u0019\u00ff', 'Dossoupÿ'],
  ['C1 controls', 'a\u009bb', 'ab'],
  ['a text that reads backwards', '\u202e99 10\u202c', '99 10'],
  ['isolates and marks around a pasted phone number', '\u2068+229 01 96\u200e\u2069', '+229 01 96'],
  ['zero-width signs', 'Do\u200bli\u200dpra\u2060ne\ufeff', 'Doliprane'],
  ['half a surrogate pair', 'a\ud83d', 'a'],
  ['lines and tabs', 'a\r\nb\tc\u2028d', 'a b c d'],
  ['nothing else', '\u001b\u202e', '?'],
  ['accents, other scripts, pictures and typographic spaces', 'Éloïse 漢字 سعيد 🙈 1\u202f000', undefined],
  ['nothing', '', undefined],
])('%s', (_, given, plain) => {
  expect(isPlainText(given)).toBe(plain === undefined)
  expect(plainText(given)).toBe(plain ?? given)
})

test('a note keeps its lines', () => {
  expect(isPlainText('a\nb', { multiline: true })).toBe(true)
  expect(isPlainText('a\nb')).toBe(false)
  expect(isPlainText('a\nb\u001b', { multiline: true })).toBe(false)
  expect(plainText('a\r\nb\u0085c\u2029d\u001b', { multiline: true })).toBe('a\nb\nc\nd')
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u001b', '\u202e', '\ud800', '\u2028'))
    .map((signs) => signs.join('')),
)

test('what is cleaned is plain, stays as it is, is never longer, and empty only where nothing was said', () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, multiline) => {
      const plain = plainText(text, { multiline })
      expect(isPlainText(plain, { multiline })).toBe(true)
      expect(plainText(plain, { multiline })).toBe(plain)
      expect(plain.length).toBeLessThanOrEqual(Math.max(text.length, 1))
      if (text.trim() !== '') expect(plain.trim()).not.toBe('')
    }),
    { numRuns: runs(300) },
  )
})

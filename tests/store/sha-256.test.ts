import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '#shared/store/tools/sha-256.ts'

const reference = (text: string) => createHash('sha256').update(text).digest('hex')

test('what the standard prints', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test.each([
  ['two UTF-16 units that are one character', 'Zoé 💊 𝒳'],
  ['half a character, which UTF-8 cannot say', 'cut \ud83d here'],
])('%s: as the server writes it', (_, text) => {
  expect(sha256(text)).toBe(reference(text))
})

test('any text has the hash that the server works out', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3_000 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  )
  fc.assert(fc.property(anyText, (text) => sha256(text) === reference(text)))
})

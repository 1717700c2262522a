import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairingBytes, pairingWords, readPairingWords } from '#shared/domain/pairing-words.ts'

const bytes = fc.uint8Array({ minLength: pairingBytes, maxLength: pairingBytes })

test('other bits are other words, and words are read however they are typed', () => {
  expect(pairingWords(new Uint8Array(9))).toBe('baba baba baba baba baba baba')
  expect(pairingWords(new Uint8Array(9).fill(255))).toBe('zuzu zuzu zuzu zuzu zuzu zuzu')
  fc.assert(
    fc.property(bytes, bytes, fc.constantFrom(' ', '-', '', '\n', ' , '), (one, other, between) => {
      const words = pairingWords(one)
      expect(readPairingWords(words.toUpperCase().split(' ').join(between))).toBe(words)
      expect(pairingWords(other) === words).toBe(Buffer.from(one).equals(Buffer.from(other)))
    }),
  )
})

test('what is not six words is none', () => {
  for (const typed of ['', 'bado', 'bado lusi kati bado lusi', 'bado lusi kati bado lusi kate', `${'bado '.repeat(7)}`])
    expect(readPairingWords(typed)).toBeUndefined()
  expect(() => pairingWords(new Uint8Array(8))).toThrow('9 bytes')
})

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '#shared/store/sha-256.ts'

const reference = (text: string) => createHash('sha256').update(text).digest('hex')

test('what the standard prints', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('each length around the end of a block', () => {
  for (let length = 0; length < 200; length++) expect(sha256('é'.repeat(length)), `${length}`).toBe(reference('é'.repeat(length)))
})

test('any text has the hash that the server works out', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => sha256(text) === reference(text)))
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '#shared/store/tools/canonical-json.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import * as z from 'zod'

test('the same content gives the same bytes, however it was built', () => {
  expect(canonicalJson({ b: 1, a: [{ d: 2, c: undefined }] })).toBe('{"a":[{"d":2}],"b":1}')
})

test('canonical JSON reads back as what it was, and writing it again changes no byte', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(JSON.parse(text))).toBe(text)
    }),
  )
})

test('a frozen payload, read and sent by the client, has the bytes that were frozen', () => {
  const keys = fc.string({ minLength: 1 }).filter((key) => !/^\d+$/.test(key) && key !== '__proto__')
  fc.assert(
    fc.property(
      fc.dictionary(keys, fc.oneof(fc.integer(), fc.string(), fc.dictionary(keys, fc.integer()))),
      (value) => {
        const text = canonicalJson(value)
        expect(JSON.stringify(JSON.parse(text))).toBe(text)
      },
    ),
  )
})

test('ids are UUIDs of version 7, sort by their time, and never meet', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 1_000_000 }), (at, later) => {
      const [one, two] = [uuid7(at), uuid7(at + later)]
      expect(z.uuidv7().safeParse(one).success).toBe(true)
      expect(one < two).toBe(true)
    }),
  )
  expect(new Set(Array.from({ length: 10_000 }, () => uuid7(1))).size).toBe(10_000)
})

test('ids of one millisecond sort by their order of making', () => {
  const made = Array.from({ length: 2000 }, () => uuid7(1_795_000_000_000))
  expect(made.toSorted()).toEqual(made)
})

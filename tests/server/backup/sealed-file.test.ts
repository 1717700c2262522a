import { mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealed, hashOf, readSealed } from '#server/backup/sealed-file.ts'

let folder: string
let identity: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-'))
  identity = await generateX25519Identity()
})
afterAll(() => rm(folder, { recursive: true }))

async function sealed(records: readonly string[]): Promise<{ path: string; sha256: string; size: number }> {
  const path = join(folder, `file-${count++}`)
  const writer = await createSealed(path, await identityToRecipient(identity))
  for (const record of records) await writer.append(Buffer.from(record))
  return { path, ...(await writer.end()) }
}
const read = async (path: string, key = identity) => {
  const { records, state } = await readSealed(path, key)
  return { records: records.map((record) => record.toString()), state }
}

test('what was written is read with the key, shows nothing without it, and its hash is that of the file', async () => {
  const { path, sha256, size } = await sealed(['Zinsou Aurèle', 'amoxicilline'])
  expect(await read(path)).toEqual({ records: ['Zinsou Aurèle', 'amoxicilline'], state: 'whole' })
  expect(await hashOf(path)).toBe(sha256)
  const bytes = await readFile(path)
  expect(bytes).toHaveLength(size)
  expect(bytes.includes('Zinsou')).toBe(false)
  expect(await read(path, await generateX25519Identity())).toEqual({ records: [], state: 'damaged' })
})

test('cut at any byte, the whole records before are there', async () => {
  const { path, size } = await sealed(['one', 'two', 'three'])
  const bytes = await readFile(path)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: size - 1 }), async (length) => {
      await writeFile(path, bytes)
      await truncate(path, length)
      const { records, state } = await read(path)
      expect(['one', 'two', 'three'].slice(0, records.length)).toEqual(records)
      expect(records.length).toBeLessThan(3)
      if (state === 'damaged') throw new Error('a cut file is not a damaged one')
    }),
    { numRuns: 60 },
  )
})

test('a changed byte is never read as content; a file under another name does not open', async () => {
  const { path, size } = await sealed(['one', 'two', 'three'])
  const bytes = await readFile(path)
  await fc.assert(
    fc.asyncProperty(fc.nat(size - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(bytes)
      changed[at]! ^= change
      await writeFile(path, changed)
      const found = await read(path)
      expect(['one', 'two', 'three'].slice(0, found.records.length)).toEqual(found.records)
      expect(found.records.length).toBeLessThan(3)
    }),
    { numRuns: 60 },
  )
  await writeFile(path, bytes)
  await rename(path, `${path}-other`)
  expect((await read(`${path}-other`)).records).toEqual([])
})

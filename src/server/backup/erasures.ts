import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { shopFolders, syncFolder } from '#server/backup/medium.ts'
import { createSealed, readSealed } from '#server/backup/sealed-file.ts'
import type { Database } from '#server/db/database.ts'
import { eraseAgain, listErased, listNamed, type Erased } from '#server/persons/erase-person.ts'

/**
 * The list of erased persons (decision 0094): ids alone. It lies beside the database, in each base and, as it grows, in
 * the line on the medium, because a backup knows nothing of an erasure that came after it.
 */
const List = z.array(z.object({ pharmacyId: z.uuid(), id: z.uuid() }))
const listName = 'erased-persons.json'
const sealedName = /^erased-\w+\.part$/

/** The list beside a database; empty when there is none. */
export async function erasedList(dataDirectory: string): Promise<Erased[]> {
  const text = await readFile(join(dataDirectory, listName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw error
  })
  return List.parse(JSON.parse(text))
}

/** Adds to the list beside a database; answers all of it. An id never leaves it, also when nobody has it any more. */
export async function addToErasedList(dataDirectory: string, erased: readonly Erased[]): Promise<Erased[]> {
  const known = await erasedList(dataDirectory)
  const all = [...new Map([...known, ...erased].map((one) => [`${one.pharmacyId}/${one.id}`, one])).values()]
  if (all.length === known.length) return known
  const path = join(dataDirectory, listName)
  await writeFile(`${path}.new`, JSON.stringify(all), { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return all
}

/**
 * Brings the list beside a database up to date, and erases once more who is on it and named again: a backup or a till
 * brought him back. Answers the list and how many were erased.
 */
export async function keepErased(
  database: Database,
  dataDirectory: string,
  now: Date,
): Promise<{ list: Erased[]; count: number }> {
  const list = await addToErasedList(dataDirectory, await database.platform(listErased))
  const named = await database.platform((tx) => listNamed(tx, list))
  let count = 0
  for (const one of named) if (await eraseAgain(database, { ...one, now })) count++
  return { list, count }
}

/** Copies the list into a line as often as it is called, when it has changed. */
export function erasedCopier(
  lineFolder: string,
  {
    keepErased: keep,
    recipient,
    now,
  }: {
    keepErased: () => Promise<readonly Erased[]>
    recipient: string
    now: () => Date
  },
): () => Promise<void> {
  let copied = '[]'
  return async () => {
    const list = await keep()
    const said = JSON.stringify(list)
    if (said === copied) return
    await writeErased(lineFolder, { list, recipient, now: now() })
    copied = said
  }
}

/** Writes the list into a line, sealed; the one before it goes when the new one is safe: FAT32 replaces no file. */
async function writeErased(
  lineFolder: string,
  { list, recipient, now }: { list: readonly Erased[]; recipient: string; now: Date },
): Promise<void> {
  const name = `erased-${now.toISOString().replace(/\D/g, '')}_${randomBytes(3).toString('hex')}.part`
  const writer = await createSealed(join(lineFolder, name), recipient)
  try {
    await writer.append(Buffer.from(JSON.stringify(list)))
    await writer.end()
  } catch (error) {
    await writer.abandon()
    throw error
  }
  await syncFolder(lineFolder)
  for (const other of await sealedLists(lineFolder)) if (basename(other) !== name) await rm(other, { force: true })
}

/** The sealed lists of a line. */
export async function sealedLists(lineFolder: string): Promise<string[]> {
  const names = await readdir(lineFolder)
  return names.filter((name) => sealedName.test(name)).map((name) => join(lineFolder, name))
}

/** Whether a path of a medium is that of a sealed list. */
export function isSealedList(path: string): boolean {
  return sealedName.test(basename(path))
}

/** What the lists of a medium say that a key opens. `unread`: lists that it does not open, or that are damaged. */
export async function readErased(medium: string, identity: string): Promise<{ erased: Erased[]; unread: string[] }> {
  const erased: Erased[] = []
  const unread: string[] = []
  for (const shop of await shopFolders(medium))
    for (const line of (await readdir(shop)).filter((name) => name.startsWith('officine_')))
      for (const path of await sealedLists(join(shop, line))) {
        const content = await readSealed(path, identity).catch(() => undefined)
        const text = content?.state === 'whole' ? Buffer.concat(content.records).toString() : ''
        const read = List.safeParse(parsed(text))
        if (read.success) erased.push(...read.data)
        else unread.push(path)
      }
  return { erased, unread }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

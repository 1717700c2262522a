import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { createSealed, readSealed } from '#server/backup/sealed-file.ts'
import { parseRecord, type CallRecord } from '#server/recording/call-record.ts'

/** A file of records: its number gives the order, its moment the beginning. */
export type RecordFile = { name: string; number: number; at: Date; bytes: number }

/** Lines of a record that is written again: it is packed and read without a breath. */
const linesPerRecord = 500

const fileName = /^(\d{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.rec$/

/** The files of a folder, the oldest first; empty when there is no folder. */
export async function recordFiles(folder: string): Promise<RecordFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files: RecordFile[] = []
  for (const name of names.toSorted((one, other) => (one < other ? -1 : 1))) {
    const [, number, year, month, day, hour, minute, second] = fileName.exec(name) ?? []
    if (number === undefined) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (found) files.push({ name, number: Number(number), at, bytes: found.size })
  }
  return files
}

/** The name of the file after the last one. */
export function nextFileName(files: readonly RecordFile[], at: Date): string {
  const number = String((files.at(-1)?.number ?? 0) + 1).padStart(8, '0')
  return `${number}-${at.toISOString().replace(/[-:]|\.\d+Z/g, '')}.rec`
}

/** Lines of JSON as one record of a sealed file. */
export function packLines(lines: readonly string[]): Promise<Buffer> {
  return promisify(deflateRaw)(Buffer.from(lines.join('\n')), { level: 3 })
}

/** The lines of a file, as far as it is whole. */
export async function readLines(folder: string, name: string, identity: string): Promise<string[]> {
  const { records } = await readSealed(join(folder, name), identity)
  const lines: string[] = []
  for (const record of records)
    for (const line of (await promisify(inflateRaw)(record)).toString().split('\n')) lines.push(line)
  return lines
}

/** All records of a folder in their order, one file in memory at a time. */
export async function* readRecords(folder: string, identity: string): AsyncGenerator<CallRecord> {
  for (const { name } of await recordFiles(folder)) {
    for (const line of await readLines(folder, name, identity)) yield parseRecord(line)
  }
}

/** Another folder with the files as they are now; the last one may still grow. */
export async function keepRecords(folder: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const { name } of await recordFiles(folder)) {
    const [from, into] = [join(folder, name), join(to, name)]
    await link(from, into).catch(() => copyFile(from, into))
  }
}

/** Writes a file again with other lines: the old one stands until the new one is whole. */
export async function rewrite(
  folder: string,
  name: string,
  { lines, recipient }: { lines: readonly string[]; recipient: string },
): Promise<void> {
  // The name is part of the seal.
  const beside = join(folder, 'new')
  await rm(beside, { recursive: true, force: true })
  await mkdir(beside, { mode: 0o700 })
  const writer = await createSealed(join(beside, name), recipient)
  for (let from = 0; from < lines.length; from += linesPerRecord)
    await writer.append(await packLines(lines.slice(from, from + linesPerRecord)))
  await writer.end()
  await rename(join(beside, name), join(folder, name))
  await rm(beside, { recursive: true })
}

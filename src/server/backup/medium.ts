import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/**
 * How a backup lies on its medium (decision 0085). FAT32 knows no durable rename and no file of 4 GB, so a file is
 * written under its own name, and the manifest of a base comes last: without it there is no base.
 *
 *     officine-<system>/<line>/base-<moment>/0001.part … manifest.json
 *     officine-<system>/<line>/log/<timeline>-<position>.log
 *
 * A line is the log of one slot, without a gap, with the bases that were taken on the way.
 */
const Part = z.object({ name: z.string().regex(/^[\w.-]+$/), size: z.int(), sha256: z.string().length(64) })
const position = z
  .string()
  .regex(/^[\dA-F]{16}$/)
  .transform((hex) => BigInt(`0x${hex}`))
const Manifest = z.object({
  format: z.literal(1),
  system: z.string(),
  /** The public half of the recovery key. */
  recipient: z.string(),
  timeline: z.int(),
  start: position,
  end: position,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Major version of PostgreSQL. */
  engine: z.string(),
  /** The newest migration of the program that took it. */
  migration: z.string(),
  parts: z.array(Part),
})
export type Manifest = z.infer<typeof Manifest>

/** A complete base. `bytes` on the medium. */
export type Base = Manifest & { folder: string; line: string; bytes: number }
/** A file of the log; `start` is the position of its first byte. */
export type LogFile = { path: string; line: string; timeline: number; start: bigint; bytes: number }
/** `unfinished`: folders of bases without a manifest. `isUnsure`: a manifest could not be read now; nothing may go. */
export type Line = {
  name: string
  folder: string
  bases: Base[]
  logs: LogFile[]
  unfinished: string[]
  isUnsure: boolean
}

const shopFolder = /^officine-(\d+)$/
const logName = /^([\dA-F]{8})-([\dA-F]{16})(\.\d+)?\.log$/

export function shopFolderIn(directory: string, system: string): string {
  return join(directory, `officine-${system}`)
}

/** The folders of the shops whose backups lie in a folder; the folder itself when it is one. */
export async function shopFolders(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  const found = names.filter((name) => shopFolder.test(name)).map((name) => join(directory, name))
  if (found.length > 0) return found
  return (await readLines(directory)).some(({ bases, logs }) => bases.length + logs.length > 0) ? [directory] : []
}

/** The lines of a shop, the oldest first. A base without a valid manifest is none. */
export async function readLines(folder: string): Promise<Line[]> {
  const lines: Line[] = []
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((one) => one.startsWith('officine_')).toSorted())
    lines.push(await readLine(join(folder, name), name))
  return lines
}

/**
 * The lines of the pharmacies whose backups a key opens: another major version of PostgreSQL is another system, and has a
 * folder of its own. The one that was written last comes last. `own`: this folder is among them in any case.
 */
export async function linesOfKey(directory: string, recipient: string, own?: string): Promise<Line[]> {
  const shops = new Map<string, Line[]>()
  for (const folder of await shopFolders(directory)) shops.set(folder, await readLines(folder))
  return linesOfShops(shops, recipient, own)
}

/** As `linesOfKey`, of lines by the folder of their shop. */
export function linesOfShops(folders: ReadonlyMap<string, Line[]>, recipient: string, own?: string): Line[] {
  const shops: { lines: Line[]; at: string }[] = []
  for (const [folder, lines] of folders) {
    const bases = lines.flatMap((line) => line.bases)
    if (folder !== own && !bases.some((base) => base.recipient === recipient)) continue
    const newest = bases.map(({ finishedAt }) => finishedAt).toSorted()
    shops.push({ lines, at: folder === own ? '9' : (newest.at(-1) ?? '') })
  }
  return shops.toSorted((one, other) => (one.at < other.at ? -1 : 1)).flatMap(({ lines }) => lines)
}

/** The bases of lines of one or several systems, as their logs were written: the clock of a shop goes back, its log does not. */
export function basesInOrder(lines: readonly Line[]): Base[] {
  const systems = [...new Set(lines.flatMap((line) => line.bases.map(({ system }) => system)))]
  return lines
    .flatMap((line) => line.bases)
    .toSorted(
      (one, other) =>
        systems.indexOf(one.system) - systems.indexOf(other.system) ||
        one.timeline - other.timeline ||
        Number(one.start - other.start),
    )
}

async function readLine(folder: string, line: string): Promise<Line> {
  const bases: Base[] = []
  const unfinished: string[] = []
  let isUnsure = false
  for (const name of (await readdir(folder)).filter((one) => one.startsWith('base-')).toSorted()) {
    const manifest = await readManifest(join(folder, name))
    if (manifest === 'unsure') isUnsure = true
    if (manifest === undefined) unfinished.push(join(folder, name))
    if (manifest === undefined || manifest === 'unsure') continue
    const bytes = manifest.parts.reduce((sum, { size }) => sum + size, 0)
    bases.push({ ...manifest, folder: join(folder, name), line, bytes })
  }
  const logs: LogFile[] = []
  for (const name of (await readdir(join(folder, 'log')).catch((): string[] => [])).toSorted()) {
    const placed = logPlace(name)
    const path = join(folder, 'log', name)
    if (placed) logs.push({ path, line, ...placed, bytes: (await stat(path)).size })
  }
  return { name: line, folder, bases, logs, unfinished, isUnsure }
}

/** Where the file of the log with this name begins; undefined: it is none. */
export function logPlace(name: string): Pick<LogFile, 'timeline' | 'start'> | undefined {
  const [, timeline, start] = logName.exec(name) ?? []
  return timeline && start ? { timeline: parseInt(timeline, 16), start: BigInt(`0x${start}`) } : undefined
}

export async function makeLine(folder: string, line: string): Promise<void> {
  await mkdir(join(folder, line, 'log'), { recursive: true })
}

export function logPath(
  folder: string,
  line: string,
  { timeline, start }: Pick<LogFile, 'timeline' | 'start'>,
): string {
  return join(folder, line, 'log', `${hex(BigInt(timeline), 8)}-${hex(start, 16)}.log`)
}

/** Makes the folder of a new base and removes those that were never finished. */
export async function makeBaseFolder(folder: string, line: string, now: Date): Promise<string> {
  const parent = join(folder, line)
  for (const name of (await readdir(parent)).filter((one) => one.startsWith('base-')))
    if (!(await readManifest(join(parent, name)))) await rm(join(parent, name), { recursive: true })
  const made = join(parent, `base-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`)
  await mkdir(made, { recursive: true })
  return made
}

/** Writes the manifest of a base, synced: from now on the base counts. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const content = JSON.stringify(manifest, (_, value: unknown) => (typeof value === 'bigint' ? hex(value, 16) : value))
  const file = await open(join(folder, 'manifest.json'), 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify({ sha256: sha256(content), content }))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
}

/** Undefined when the base was not finished, or its manifest is damaged; `unsure` when the medium does not say now. */
async function readManifest(folder: string): Promise<Manifest | 'unsure' | undefined> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(({ code }: NodeJS.ErrnoException) =>
    code === 'ENOENT' || code === 'ENOTDIR' ? '' : undefined,
  )
  return text === undefined ? 'unsure' : parseManifest(text)
}

/** Undefined for what is no whole manifest. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const { sha256: expected, content } = z.object({ sha256: z.string(), content: z.string() }).parse(JSON.parse(text))
    return expected === sha256(content) ? Manifest.parse(JSON.parse(content)) : undefined
  } catch {
    return undefined
  }
}

/** Removes a base, its manifest first, or a file of the log. */
export async function removeBase({ folder }: Base): Promise<void> {
  await rm(join(folder, 'manifest.json'), { force: true })
  await rm(folder, { recursive: true, force: true })
}

/** Bytes that still fit on the medium. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Makes new names durable, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

function hex(value: bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

import { open, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import * as z from 'zod'
import { logReach } from '#shared/domain/backup/retention.ts'
import { keyNames } from '#server/base/kept-secrets.ts'
import { writePosition } from '#server/db/embedded/replication.ts'
import { RestoreRefusal, type Choice } from '#server/backup/choose-base.ts'
import type { Base } from '#server/backup/medium.ts'
import { readSealed } from '#server/backup/sealed-file.ts'
import { untar, type Unpacked } from '#server/backup/untar.ts'
import { unpacked } from '#server/backup/write-log.ts'

/** Size of a file of the log, as initdb sets it. */
const segmentBytes = 16n * 1024n * 1024n

const FileList = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), Checksum: z.string() })),
})

/** Is told how many of how many pieces are done. */
type OnPart = (done: number, of: number) => void
const nobody: OnPart = () => undefined

/** The first byte of the file of the log that holds a position: PostgreSQL reads the head of the file too. */
export function segmentStart(position: bigint): bigint {
  return position - (position % segmentBytes)
}

/** Unpacks a base into a data directory of PostgreSQL and checks every file against PostgreSQL's own manifest. */
export async function unpackBase(base: Base, data: string, identity: string, onPart = nobody): Promise<void> {
  const files = await pipeline(Readable.from(recordsOf(base, identity, onPart)), createGunzip(), (pieces) =>
    untar(pieces, data),
  )
  const differing = differingFile(files, (await readWhole(base, 'files.part', identity)).toString())
  if (differing !== undefined)
    throw new RestoreRefusal(
      `La sauvegarde du ${base.finishedAt} est abîmée : ${differing} n’est pas ce qui a été copié.`,
    )
}

/** The first file that is not what PostgreSQL copied, by its own manifest; undefined: all are. */
export function differingFile(files: Unpacked, manifest: string): string | undefined {
  const { Files } = FileList.parse(JSON.parse(manifest))
  return Files.find(({ Path, Size, Checksum }) => {
    const found = files.get(Path)
    return found?.size !== Size || found.sha256 !== Checksum
  })?.Path
}

/** What lay beside the database: names and contents of files. */
export async function readKeys(base: Base, identity: string): Promise<Record<string, string>> {
  return z.record(z.string(), z.string()).parse(JSON.parse((await readWhole(base, 'keys.part', identity)).toString()))
}

/** Bytes that the log after a base takes at most where it is unpacked. */
export function unpackedLogBytes({ base, logs }: Choice): number {
  const ends = logs.filter(({ timeline }) => timeline === base.timeline).map(({ start }) => start + logReach)
  const end = ends.reduce((last, one) => (one > last ? one : last), base.end)
  return Number(end - segmentStart(base.start))
}

/** `at`: everything that was committed until then is there. `hasGap`: a file is missing or damaged after that. */
export type UnpackedLog = { at: Date; hasGap: boolean }

/**
 * Writes the log that follows a base as files of PostgreSQL, up to its end or its first gap. Throws `RestoreRefusal`
 * when it does not even reach the end of the base.
 */
export async function unpackLog(
  { base, logs }: Choice,
  data: string,
  identity: string,
  onFile = nobody,
): Promise<UnpackedLog> {
  let end = segmentStart(base.start)
  let at = new Date(base.startedAt)
  let hasGap = false
  const segments = openSegments(join(data, 'pg_wal'), base.timeline)
  const near = logs.filter(({ timeline, start }) => timeline === base.timeline && start + logReach > end)
  try {
    // A file that was begun again repeats what another one has; what none has is a gap.
    const inOrder = near.toSorted((one, other) => Number(one.start - other.start))
    reading: for (const [number, { path }] of inOrder.entries()) {
      onFile(number, inOrder.length)
      const { records, state } = await readSealed(path, identity)
      for (const record of records) {
        const { start, until, bytes } = unpacked(record)
        if (start > end) {
          hasGap = true
          break reading
        }
        const known = end - start
        if (known > bytes.length) continue
        await segments.write(end, bytes.subarray(Number(known)))
        end = start + BigInt(bytes.length)
        if (until && until > at) at = until
        hasGap = false
      }
      if (state === 'damaged') hasGap = true
    }
  } finally {
    await segments.end()
  }
  if (end < base.end)
    throw new RestoreRefusal(
      `Il manque un morceau du journal de la sauvegarde du ${base.finishedAt} (après ${writePosition(end)}) : elle ne peut pas être restaurée.`,
    )
  return { at, hasGap }
}

function openSegments(folder: string, timeline: number) {
  let current: { segment: bigint; file: FileHandle } | undefined
  const end = async (): Promise<void> => {
    // PostgreSQL expects whole files.
    await current?.file.truncate(Number(segmentBytes))
    await current?.file.sync()
    await current?.file.close()
    current = undefined
  }
  return {
    end,
    async write(position: bigint, bytes: Buffer): Promise<void> {
      for (let from = 0; from < bytes.length;) {
        const here = position + BigInt(from)
        const segment = here / segmentBytes
        if (current?.segment !== segment) {
          await end()
          current = { segment, file: await open(join(folder, segmentName(timeline, segment)), 'w', 0o600) }
        }
        const offset = Number(here % segmentBytes)
        const piece = bytes.subarray(from, from + Number(segmentBytes) - offset)
        await current.file.write(piece, 0, piece.length, offset)
        from += piece.length
      }
    },
  }
}

function segmentName(timeline: number, segment: bigint): string {
  const perName = 0x1_0000_0000n / segmentBytes
  return [BigInt(timeline), segment / perName, segment % perName]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

async function* recordsOf(base: Base, identity: string, onPart: OnPart): AsyncGenerator<Buffer> {
  const parts = base.parts.filter(({ name }) => /^\d+\.part$/.test(name))
  for (const [at, { name }] of parts.entries()) {
    onPart(at, parts.length)
    yield* (await readSealed(join(base.folder, name), identity)).records
  }
}

async function readWhole(base: Base, name: string, identity: string): Promise<Buffer> {
  return Buffer.concat((await readSealed(join(base.folder, name), identity)).records)
}

/**
 * Writes files of a restored data directory that only its account reads. Their names come from a medium or another
 * computer, where anybody may have written them: throws `RestoreRefusal` for one that is not ours, and writes nothing.
 */
export async function writeKeys(folder: string, keys: Readonly<Record<string, string>>): Promise<void> {
  const foreign = Object.keys(keys).find((name) => !keyNames.has(name))
  if (foreign !== undefined)
    throw new RestoreRefusal(
      `La liste des clés nomme un fichier qui n’est pas d’Officine : ${JSON.stringify(foreign)}.`,
    )
  for (const [name, content] of Object.entries(keys)) await writeFile(join(folder, name), content, { mode: 0o600 })
}

import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { connectReplication, takeBase } from '#server/db/embedded/replication.ts'
import { makeBaseFolder, writeManifest, type Manifest } from '#server/backup/medium.ts'
import { createSealed, type SealedWriter } from '#server/backup/sealed-file.ts'

/** Bytes of a part before sealing; FAT32 and a slow stick take it well. */
const partBytes = 32 * 1024 * 1024
/** Bytes of a record: sealing it holds up nothing. */
const recordBytes = 256 * 1024

export type BaseOrder = {
  backupUrl: string
  /** Folder of the shop on the medium, and the line that the base belongs to. */
  folder: string
  line: string
  recipient: string
  system: string
  engine: string
  migration: string
  /** What lies beside the database and is lost with the computer: names and contents of files. */
  keys: Readonly<Record<string, string>>
  /** Resolves when the medium has the log up to a position: only then is a base whole. */
  storedUntil: (position: bigint) => Promise<void>
  /** Ends it early. */
  signal: AbortSignal
  now: () => Date
}

/** Takes a base backup of the running cluster onto the medium. Throws when either fails; nothing of it stays where the medium lets us remove it. */
export async function writeBase(order: BaseOrder): Promise<Manifest> {
  const { backupUrl, recipient, system, engine, migration, storedUntil, signal, now } = order
  const startedAt = now()
  const folder = await makeBaseFolder(order.folder, order.line, startedAt)
  const parts = openParts(folder, recipient)
  const client = await connectReplication(backupUrl)
  const leave = (): void => void client.end().catch(() => undefined)
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  const gzip = createGzip({ level: 1 })
  const storing = (async () => {
    for await (const piece of gzip) await parts.add(piece as Buffer)
  })()
  let fault: unknown
  let draining: Promise<void> | undefined
  storing.catch((error: unknown) => (fault = error))
  try {
    const { manifest, ...positions } = await takeBase(client, 'officine', (bytes) => {
      if (fault !== undefined) return storing
      if (!gzip.write(bytes)) draining ??= Promise.race([drained(gzip).then(() => (draining = undefined)), storing])
      return draining
    })
    gzip.end()
    await storing
    await parts.end()
    const small = {
      'keys.part': Buffer.from(JSON.stringify(order.keys)),
      'files.part': manifest,
    }
    for (const [name, content] of Object.entries(small)) await parts.addWhole(name, content)
    await storedUntil(positions.end)
    const written: Manifest = {
      format: 1,
      system,
      recipient,
      engine,
      migration,
      ...positions,
      startedAt: startedAt.toISOString(),
      finishedAt: now().toISOString(),
      parts: parts.written,
    }
    await writeManifest(folder, written)
    return written
  } catch (error) {
    await parts.abandon()
    // The log needs the room.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
    gzip.destroy()
    await parts.abandon()
    await client.end().catch(() => undefined)
  }
}

async function drained(stream: Writable): Promise<void> {
  await once(stream, 'drain')
}

/** Cuts what it receives into sealed parts `0001.part`, `0002.part` … */
function openParts(folder: string, recipient: string) {
  const written: Manifest['parts'] = []
  let current: { name: string; writer: SealedWriter; bytes: number } | undefined
  const end = async (): Promise<void> => {
    if (!current) return
    const { name, writer } = current
    current = undefined
    written.push({ name, ...(await writer.end()) })
  }
  return {
    written,
    end,
    async add(bytes: Buffer): Promise<void> {
      for (let from = 0; from < bytes.length; from += recordBytes) {
        if (current && current.bytes >= partBytes) await end()
        const name = `${String(written.length + 1).padStart(4, '0')}.part`
        current ??= { name, writer: await createSealed(join(folder, name), recipient), bytes: 0 }
        const record = bytes.subarray(from, from + recordBytes)
        current.bytes += record.length
        await current.writer.append(record)
      }
    },
    async addWhole(name: string, content: Buffer): Promise<void> {
      const writer = await createSealed(join(folder, name), recipient)
      try {
        for (let from = 0; from < content.length; from += recordBytes)
          await writer.append(content.subarray(from, from + recordBytes))
        written.push({ name, ...(await writer.end()) })
      } catch (error) {
        await writer.abandon()
        throw error
      }
    },
    abandon: async () => current?.writer.abandon(),
  }
}

import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { LogPiece } from '#server/db/embedded/replication.ts'
import { logPath, syncFolder } from '#server/backup/medium.ts'
import { createSealed, type SealedWriter } from '#server/backup/sealed-file.ts'

/** Bytes of the log in one file. */
const fileBytes = 16n * 1024n * 1024n
/** PostgreSQL waits while more than this is not yet stored. */
const waitingBytes = 4 * 1024 * 1024
/** Start of the bytes (8 bytes) and the time in ms until which nothing more was committed, or 0 (8 bytes). */
const recordHead = 16

export type LogWriter = {
  /** Stores a piece soon; returns a promise to wait for when much is waiting. */
  add(piece: LogPiece): Promise<void> | undefined
  /** Rejects when the medium refuses. */
  failed: Promise<never>
  /** Stores what waits and closes the file. */
  end(): Promise<void>
  /** Whether the files still stand on the medium under their names. */
  stands(): Promise<boolean>
}

/**
 * Writes the log of a line: one sealed record and one sync for all that came since the last sync. `onStored` is told
 * the position before which everything is synced.
 */
export function openLogWriter(
  { folder, line, timeline, recipient }: { folder: string; line: string; timeline: number; recipient: string },
  onStored: (position: bigint, until: Date | null) => void,
): LogWriter {
  let waiting: LogPiece[] = []
  let waitingSize = 0
  let file: { writer: SealedWriter; start: bigint } | undefined
  let isStoring = false
  let storing: Promise<void> = Promise.resolve()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => (fail = reject))
  failed.catch(() => undefined)

  const store = async (): Promise<void> => {
    isStoring = true
    while (waiting.length > 0) {
      const pieces = waiting
      waiting = []
      waitingSize = 0
      const { start } = pieces[0]!
      const last = pieces.at(-1)!
      file ??= { writer: await newFile(logPath(folder, line, { timeline, start }), recipient), start }
      await file.writer.append(await packed(pieces))
      await file.writer.sync()
      const end = last.start + BigInt(last.bytes.length)
      onStored(end, last.until)
      if (end - file.start >= fileBytes) {
        await file.writer.end()
        file = undefined
      }
    }
    isStoring = false
  }

  return {
    add(piece) {
      waiting.push(piece)
      waitingSize += piece.bytes.length
      // After a failure nothing more is stored: the caller begins anew.
      if (!isStoring) storing = store().catch(fail)
      return waitingSize > waitingBytes ? storing : undefined
    },
    failed,
    async end() {
      await storing
      // A store that failed leaves its flag: the medium may be away.
      await (isStoring ? file?.writer.abandon() : file?.writer.end())
    },
    stands: async () => !file || file.writer.stands(),
  }
}

/** A file may stand there already, of a run that died before anything was confirmed: then the name gets a later one. */
async function newFile(path: string, recipient: string): Promise<SealedWriter> {
  for (let again = 0; ; again++) {
    const name = again === 0 ? path : path.replace(/\.log$/, `.${again}.log`)
    try {
      const writer = await createSealed(name, recipient)
      await syncFolder(dirname(name))
      return writer
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function packed(pieces: readonly LogPiece[]): Promise<Buffer> {
  const head = Buffer.alloc(recordHead)
  head.writeBigUInt64BE(pieces[0]!.start)
  head.writeBigInt64BE(BigInt(pieces.at(-1)!.until?.getTime() ?? 0), 8)
  const bytes = Buffer.concat(pieces.map((piece) => piece.bytes))
  return Buffer.concat([head, await promisify(deflateRaw)(bytes, { level: 1 })])
}

/** The piece of the log in a record of a file that `openLogWriter` wrote. */
export function unpacked(record: Buffer): LogPiece {
  const until = Number(record.readBigInt64BE(8))
  return {
    start: record.readBigUInt64BE(0),
    until: until === 0 ? null : new Date(until),
    bytes: inflateRawSync(record.subarray(recordHead)),
  }
}

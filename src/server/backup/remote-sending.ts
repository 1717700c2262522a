import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { addPiece, filesOf, pieceKey, type RemoteHolding } from '#server/backup/remote-holding.ts'
import type { RemoteObject, RemoteStore } from '#server/backup/remote-store.ts'

/** A file of the medium, and its path below it; what lies behind `bytes` is not sent now. */
export type Sent = { from: string; path: string; bytes: number }

/** Bytes of a piece: what a slow line carries in some minutes. */
const pieceBytes = 2 * 1024 * 1024
/** Bytes at the begin of a file that no other file has. */
const markBytes = 80
const dayMs = 86_400_000

/** Sends files in pieces, each once; knows what the bucket has. */
export function openSending({ store, signal, now }: { store: RemoteStore; signal: AbortSignal; now: () => Date }) {
  let held: RemoteHolding | undefined
  const sent: { at: number; bytes: number }[] = []
  const missing = ({ path, bytes }: Sent): number => Math.max(0, bytes - (held?.get(path)?.bytes ?? 0))
  const refresh = async (): Promise<RemoteObject[]> => {
    const objects = await store.list(signal)
    held = filesOf(objects)
    return objects
  }
  return {
    /** What the bucket has; asks it once. */
    async held(): Promise<RemoteHolding> {
      if (!held) await refresh()
      return held!
    },
    /** Asks the bucket again. */
    refresh,
    /** Bytes that are still to be sent; null: the bucket was not asked yet. */
    waiting: (files: readonly Sent[]) => (held ? files.reduce((sum, file) => sum + missing(file), 0) : null),
    /** Bytes of the last 24 hours. */
    sentBytes(): number {
      const since = now().getTime() - dayMs
      while (sent[0] && sent[0].at < since) sent.shift()
      return sent.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    /**
     * Sends what the bucket lacks of a file; `onPiece` is awaited after each piece. A piece whose answer was lost is sent
     * again under its own key, with what came since.
     */
    async send(sending: Sent, onPiece: () => Promise<void> | void): Promise<void> {
      const { from, path, bytes } = sending
      if (bytes < markBytes || missing(sending) === 0) return
      const file = await open(from)
      try {
        const head = await read(file, 0, markBytes)
        const mark = createHash('sha256').update(head).digest('hex').slice(0, 8)
        const known = held?.get(path)
        const remote = known?.mark === mark ? known : { path, mark, bytes: 0, pieces: [], at: now() }
        held?.set(path, remote)
        while (remote.bytes < bytes) {
          signal.throwIfAborted()
          const piece = await read(file, remote.bytes, Math.min(pieceBytes, bytes - remote.bytes))
          const key = pieceKey(path, mark, remote.bytes)
          await store.put(key, piece, signal)
          addPiece(remote, { key, bytes: piece.length, at: now() })
          sent.push({ at: now().getTime(), bytes: piece.length })
          await onPiece()
        }
      } finally {
        await file.close()
      }
    },
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) throw new Error('un fichier du support a raccourci')
    done += bytesRead
  }
  return bytes
}

import type { Tx } from '#server/db/database.ts'
import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import { fileNameOf, type JournalFiles } from '#server/inbox/journal-files.ts'
import { acceptedAnswer } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import type { Kept, PhotoEntry, SentPhoto } from '#server/photos/take-photo.ts'

/** What differs between photos of different things: their table, and what has to be there before them. */
type Shown<Photo extends SentPhoto> = {
  kind: PhotoEntry['kind']
  held(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]>
  bytesOf(tx: Tx, pharmacyId: string, id: string): Promise<Uint8Array | undefined>
  insert(tx: Tx, pharmacyId: string, photo: Photo, receivedAt: Date): Promise<void>
  /** What it names and nobody has. */
  missing(tx: Tx, pharmacyId: string, kept: Kept<Photo>): Promise<string | undefined>
}

type Entry<Photo extends SentPhoto> = Extract<PhotoEntry, { payload: Kept<Photo> }>

/** Photos of one thing come back after it, with their bytes from the file of the journal. */
export function photoRestorer<Photo extends SentPhoto>({
  kind,
  held,
  bytesOf,
  insert,
  missing,
}: Shown<Photo>): Restorer<Entry<Photo>> {
  return {
    name: ({ payload: { id } }) => ({ kind, id }),
    held,
    bytesOf,
    async restore(
      tx: Tx,
      { pharmacyId, payload: { sha256, ...rest }, at }: Entry<Photo>,
      files: JournalFiles,
    ): Promise<Restored | { reason: string }> {
      const kept = rest as unknown as Kept<Photo>
      const reason = await missing(tx, pharmacyId, kept)
      if (reason) return { reason }
      const file = await files.read(sha256)
      if (!file.ok) return { reason: file.reason }
      const photo = { ...kept, data: file.bytes.toString('base64') } as Photo
      await insert(tx, pharmacyId, photo, new Date(at))
      await restoreAccepted(tx, { pharmacyId, kind, payload: photo, answer: kept, at })
      return { kind, id: photo.id }
    },
    async entryOf(tx, pharmacyId, id) {
      const accepted = await acceptedAnswer(tx, pharmacyId, id)
      const bytes = await bytesOf(tx, pharmacyId, id)
      if (!accepted || !bytes) return undefined
      const kept = accepted.answer as Kept<Photo>
      return {
        pharmacyId,
        userId: kept.sellerId,
        kind,
        payload: { ...kept, sha256: fileNameOf(bytes) },
        answer: { id },
        at: accepted.at.toISOString(),
      } as unknown as Entry<Photo>
    },
  }
}

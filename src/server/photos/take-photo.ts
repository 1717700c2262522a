import type { NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import type { NewSalePhoto } from '#shared/contract/sales.ts'
import { pharmacyOf, type Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/field-issues.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { fileNameOf } from '#server/inbox/journal-files.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { photoIssue } from '#server/photos/photo-bytes.ts'

export type SentPhoto = NewSalePhoto | NewDisbursementPhoto
/** What the inbox keeps of a photo: all but the picture, which has its own table. */
export type Kept<Photo extends SentPhoto> = Omit<Photo, 'data'>
export type PhotoEntry = EntryOf<'photo'> | EntryOf<'disbursement-photo'>
type Line = Pick<EntryOf<'photo'>, 'kind' | 'payload'> | Pick<EntryOf<'disbursement-photo'>, 'kind' | 'payload'>

/** What differs between photos of different things. */
type Taking<Photo extends SentPhoto> = {
  kind: PhotoEntry['kind']
  /** Why it is not taken: a right, or something that it names and nobody has. */
  refusalOf: (tx: Tx, pharmacyId: string, photo: Photo) => Promise<Refusal | null>
  insert: (tx: Tx, pharmacyId: string, photo: Photo, receivedAt: Date) => Promise<void>
  /** Its line of the journal; the picture stands in the file of that name. */
  line: (kept: Kept<Photo>, sha256: string) => Line
  publish: () => void
}

/** Takes a photo in, exactly once. Throws `requests:invalid` for what is no picture, and what `refusalOf` says. */
export async function takePhoto<Photo extends SentPhoto>(
  context: Context,
  photo: Photo,
  { kind, refusalOf, insert, line, publish }: Taking<Photo>,
): Promise<{ id: string }> {
  const { actor, now } = context
  const pharmacyId = pharmacyOf(context)
  const issue = photoIssue(photo)
  if (issue) refuseFields([{ path: 'body.data', message: issue }])
  const { data, ...kept } = photo
  const answer = { id: photo.id }
  await acceptOnce<Kept<Photo>>(context, {
    pharmacyId,
    kind,
    payload: photo,
    async judge(tx) {
      const refusal = await refusalOf(tx, pharmacyId, photo)
      if (refusal) return { accepted: false, refusal }
      await insert(tx, pharmacyId, photo, now)
      return { accepted: true, answer: kept }
    },
    told() {
      const bytes = Buffer.from(data, 'base64')
      return [
        { pharmacyId, userId: actor.userId, ...line(kept, fileNameOf(bytes)), answer, at: now.toISOString() },
        bytes,
      ]
    },
    publish,
  })
  return answer
}

import { photoBudget, hasPhotoRoom } from '#shared/domain/photo-budget.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import type { Tx } from '#server/db/database.ts'
import { photoBytes } from '#server/photos/photo-room.repo.ts'
import type { Photo } from '#shared/contract/photos.ts'

const maximumBytes = 600 * 1024

/**
 * What is wrong with the bytes of a photo, or null. The first bytes decide the format, whatever type the terminal
 * declares.
 */
export function photoIssue({ mime, data }: Pick<Photo, 'mime' | 'data'>): string | null {
  const bytes = Buffer.from(data, 'base64')
  // Base64 can encode the same bytes as several texts (unused bits of the last letter). Only the canonical text is
  // accepted, so that a stored photo keeps its hash when it is read back.
  if (bytes.toString('base64') !== data) return 'not canonical base64'
  if (bytes.length > maximumBytes) return `more than ${maximumBytes} bytes`
  return typeOf(bytes) === mime ? null : `not ${mime}`
}

function typeOf(bytes: Buffer): Photo['mime'] | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null
}

/** Why a photo that proves no sale is refused: the photos of the pharmacy have used their budget. Null: there is room. */
export async function refusalOfRoom(tx: Tx, pharmacyId: string, data: string): Promise<Refusal | null> {
  const stored = await photoBytes(tx, pharmacyId)
  if (hasPhotoRoom(stored, Buffer.byteLength(data, 'base64'))) return null
  return { message: 'photos:noRoom', details: { stored, most: photoBudget } }
}

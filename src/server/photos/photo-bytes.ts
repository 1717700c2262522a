import type { NewSalePhoto } from '#shared/contract/sales.ts'

const maximumBytes = 600 * 1024

/** What is wrong with the bytes of a photo, or null. Their first bytes say what they are, whatever the terminal calls them. */
export function photoIssue({ mime, data }: Pick<NewSalePhoto, 'mime' | 'data'>): string | null {
  const bytes = Buffer.from(data, 'base64')
  // Spare bits in the last letter would make one photo of several texts, and its hash another one after it was read back.
  if (bytes.toString('base64') !== data) return 'not canonical base64'
  if (bytes.length > maximumBytes) return `more than ${maximumBytes} bytes`
  return typeOf(bytes) === mime ? null : `not ${mime}`
}

function typeOf(bytes: Buffer): NewSalePhoto['mime'] | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null
}

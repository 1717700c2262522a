import { bytesOfDigits, digitsOf } from '#shared/domain/receipt-code/byte-digits.ts'
import { Unreadable } from '#shared/domain/receipt-code/byte-stream.ts'
import { crc32 } from '#shared/domain/receipt-code/check.ts'
import { packJson, unpackJson } from '#shared/domain/receipt-code/packed-json.ts'

/** A closed sale as it was sent, and its pharmacy: all that is needed to send it again. */
export type ReceiptContent = { pharmacyId: string; sale: unknown }
/** One of a receipt's codes. `tag` is the same in all codes of a receipt. */
export type ReceiptPart = { index: number; count: number; tag: number; chunk: Uint8Array }
export type ReceiptReading =
  { kind: 'part'; part: ReceiptPart } | { kind: 'refused'; reason: 'no-receipt' | 'damaged' | 'later-version' }
export type ReceiptJoining =
  { kind: 'whole'; content: ReceiptContent } | { kind: 'incomplete'; have: number; count: number } | { kind: 'damaged' }

const version = 1
const headLength = 6
/**
 * Bytes of one code after its header: the largest QR code that a 58 mm roll can carry with dots that every scanner
 * reads (version 19, level M, 1,500 digits).
 */
const chunkLength = 615
const mostParts = 4
/** Longer than any product code. */
const shortestDigits = 60

/**
 * The codes of a closed sale, digits only, one per QR code; null when four codes are not enough. Equal sales give equal
 * codes. Throws RangeError for a value that is no JSON.
 */
export function receiptCodes({ pharmacyId, sale }: ReceiptContent): readonly string[] | null {
  const body = packJson([pharmacyId, sale])
  const count = Math.ceil(body.length / chunkLength)
  if (count > mostParts) return null
  // Of equal length, so that all codes are equally easy to scan.
  const length = Math.ceil(body.length / count)
  const tag = crc32(body)
  const head = [tag >>> 24, tag >>> 16, tag >>> 8, tag].map((byte) => byte & 0xff)
  return Array.from({ length: count }, (_, index) =>
    digitsOf(
      Uint8Array.of(version, (index << 4) | count, ...head, ...body.subarray(index * length, (index + 1) * length)),
    ),
  )
}

/** Reads one code, scanned or typed with spaces. Check digits detect a wrong digit. */
export function readReceiptCode(text: string): ReceiptReading {
  const digits = text.replaceAll(/\s+/g, '')
  if (!/^\d+$/.test(digits) || digits.length < shortestDigits) return { kind: 'refused', reason: 'no-receipt' }
  const bytes = bytesOfDigits(digits)
  if (!bytes || bytes.length <= headLength) return { kind: 'refused', reason: 'damaged' }
  if (bytes[0] !== version) return { kind: 'refused', reason: 'later-version' }
  const index = bytes[1]! >> 4
  const count = bytes[1]! & 0xf
  if (count === 0 || count > mostParts || index >= count) return { kind: 'refused', reason: 'damaged' }
  const part = {
    index,
    count,
    tag: bytes.subarray(2, headLength).reduce((tag, byte) => tag * 0x100 + byte, 0),
    chunk: bytes.subarray(headLength),
  }
  return count === 1 && crc32(part.chunk) !== part.tag ? { kind: 'refused', reason: 'damaged' } : { kind: 'part', part }
}

/** Joins the codes of one receipt, in any order; repeats are allowed. */
export function joinReceiptCodes(parts: readonly ReceiptPart[]): ReceiptJoining {
  const [first] = parts
  if (!first || parts.some(({ tag, count }) => tag !== first.tag || count !== first.count)) return { kind: 'damaged' }
  const byIndex = new Map(parts.map((part) => [part.index, part.chunk]))
  if (byIndex.size < first.count) return { kind: 'incomplete', have: byIndex.size, count: first.count }
  const body = Uint8Array.from(Array.from({ length: first.count }, (_, index) => [...byIndex.get(index)!]).flat())
  return crc32(body) === first.tag ? contentOf(body) : { kind: 'damaged' }
}

function contentOf(body: Uint8Array): ReceiptJoining {
  try {
    const content = unpackJson(body)
    if (!Array.isArray(content) || typeof content[0] !== 'string') return { kind: 'damaged' }
    return { kind: 'whole', content: { pharmacyId: content[0], sale: content[1] } }
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'damaged' }
    throw error
  }
}

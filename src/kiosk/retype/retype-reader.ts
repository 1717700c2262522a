import {
  joinReceiptCodes,
  readReceiptCode,
  type ReceiptContent,
  type ReceiptPart,
  type ReceiptReading,
} from '#shared/domain/receipt-code/receipt-code.ts'

/** What one scan came to: a whole sale, one code of several, or words why not. */
export type Scanned =
  | { kind: 'whole'; content: ReceiptContent }
  | { kind: 'part'; have: number; count: number }
  | { kind: 'refused'; reason: Extract<ReceiptReading, { kind: 'refused' }>['reason'] }

/** Reads codes one after the other and keeps those of a long receipt until all of it was read, whatever else comes between. */
export function newRetypeReader() {
  const begun = new Map<number, ReceiptPart[]>()
  return (text: string): Scanned => {
    const reading = readReceiptCode(text)
    if (reading.kind === 'refused') return reading
    const parts = [...(begun.get(reading.part.tag) ?? []), reading.part]
    const joined = joinReceiptCodes(parts)
    if (joined.kind === 'incomplete') {
      begun.set(reading.part.tag, parts)
      return { kind: 'part', have: joined.have, count: joined.count }
    }
    begun.delete(reading.part.tag)
    return joined.kind === 'whole' ? joined : { kind: 'refused', reason: 'damaged' }
  }
}

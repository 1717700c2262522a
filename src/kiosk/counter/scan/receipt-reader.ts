import {
  joinReceiptCodes,
  readReceiptCode,
  type ReceiptContent,
  type ReceiptPart,
  type ReceiptReading,
} from '#shared/domain/receipt-code/receipt-code.ts'

/** The result of one scan: a whole sale, one of several codes, or why it failed. */
export type Scanned =
  | { kind: 'whole'; content: ReceiptContent }
  | { kind: 'part'; have: number; count: number }
  | { kind: 'refused'; reason: Extract<ReceiptReading, { kind: 'refused' }>['reason'] }

/** Collects the codes of a long receipt until it is complete, in any order and mixed with other receipts. */
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

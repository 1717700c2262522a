import { timesQuantity, type SupplierPrice } from '#shared/domain/supplier-price.ts'

/** `goods`: a product of a note. `note`: a whole note in one amount. `credit`: a credit note, which lowers the sum. */
export const statementLineKinds = ['goods', 'note', 'credit'] as const
export type StatementLineKind = (typeof statementLineKinds)[number]

/** A line as the supplier wrote it. Amounts in minor units, never negative: `amount` is what is owed; `vat` in hundredths of a percent. */
export type StatementLine = {
  position: number
  kind: StatementLineKind
  /** Of the delivery note, or of the credit note. */
  noteNumber: string | null
  day: string | null
  productId: string | null
  /** Paid boxes, and free ones beside them. */
  quantity: number
  free: number
  /** Of one box, without VAT. */
  price: SupplierPrice
  /** Of the whole line, without VAT. */
  rebate: number
  vat: number
  /** With VAT. */
  amount: number
}

/** What a line adds to the statement: a credit lowers it. */
export function signedAmount({ kind, amount }: Pick<StatementLine, 'kind' | 'amount'>): number {
  return kind === 'credit' ? -amount : amount
}

/** Boxes × price, rounded half up, − rebate, with VAT rounded half up, in minor units. */
export function computedAmount({
  quantity,
  price,
  rebate,
  vat,
}: Pick<StatementLine, 'quantity' | 'price' | 'rebate' | 'vat'>): number {
  const net = timesQuantity(price, quantity) - rebate
  return net + Math.round((net * vat) / 10_000)
}

/** « BL 88412 »; a number that begins with letters is its own name: « BL88412 », « FA-12 ». */
export function noteName(number: string): string {
  return /^\p{L}/u.test(number) ? number : `BL ${number}`
}

/** Numbers of notes are compared without spaces, signs, case and leading zeros: « BL-0088 412 » is « bl88412 ». */
export function plainNumber(number: string): string {
  return number
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
    .replace(/^(?:bl|fact?|fa|av|n)(?=\d)/, '')
    .replace(/^0+(?=.)/, '')
}

/** One sign replaced, or two neighbours exchanged; numbers of fewer than four signs are never near. */
export function areNear(a: string, b: string): boolean {
  if (a === b || a.length !== b.length || a.length < 4) return false
  const at = a.split('').flatMap((sign, index) => (sign === b[index] ? [] : [index]))
  if (at.length === 1) return true
  const [i, j] = at
  return at.length === 2 && j === i! + 1 && a[i!] === b[j] && a[j] === b[i!]
}

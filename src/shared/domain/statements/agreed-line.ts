import {
  comparePrices,
  isSamePrice,
  lineRounding,
  timesQuantity,
  type SupplierPrice,
} from '#shared/domain/supplier-price.ts'
import { computedAmount, type StatementLine } from '#shared/domain/statements/statement-line.ts'

/** Why a line asks for more than was agreed. */
export const differenceReasons = [
  'sum',
  'vat',
  'quantity',
  'price',
  'rebate',
  'free-units',
  'total',
  'twice',
  'missing',
  'never-ordered',
  'return',
] as const
export type DifferenceReason = (typeof differenceReasons)[number]
/** In minor units with VAT; negative: in favour of the pharmacy. */
export type Difference = { reason: DifferenceReason; amount: number }

/** The boxes of one product that one delivery brought, and what was agreed about them. */
export type DeliveredGoods = {
  deliveryId: string
  noteNumber: string
  day: string
  productId: string
  received: number
  free: number
  /** Of one box on the note; null when the note said none. */
  price: SupplierPrice | null
  /** Hundredths of a percent; one that was typed by hand, or left at 0, proves nothing against the statement. */
  vat: number
  isVatTyped: boolean
  ordered: boolean
  /** By the price list of that day. */
  promised: ListTerms | null
}
/** `rebate` in hundredths of a percent; `free` boxes for every `per` paid ones. */
export type ListTerms = { price: SupplierPrice | null; rebate: number; per: number; free: number }

/**
 * What a line asks beyond what was agreed, by reason. `boxes`: those of the delivery that no other line bills. The amount
 * of the line stands where it differs from boxes × price by no more than the rounding of one line, and two papers whose
 * prices differ by their decimals alone agree. The sum of all but `free-units` is the amount of the line minus its agreed
 * amount, but for that rounding.
 */
export function differencesOf(line: StatementLine, goods: DeliveredGoods, boxes: number): Difference[] {
  const vat = goods.isVatTyped ? line.vat : goods.vat
  const quantity = Math.min(line.quantity, boxes)
  const rebate = line.quantity === 0 ? 0 : Math.round((line.rebate * quantity) / line.quantity)
  const price = lowestPrice(line.price, [goods.price, goods.promised?.price ?? null])
  const agreed = { quantity, price, rebate: agreedRebate({ quantity, price, rebate }, goods), vat }
  const steps: [DifferenceReason, number][] = [
    ['sum', computedAmount(line)],
    ['vat', computedAmount({ ...line, vat })],
    ['quantity', computedAmount({ quantity, price: line.price, rebate, vat })],
    ['price', computedAmount({ quantity, price, rebate, vat })],
    ['rebate', computedAmount(agreed)],
  ]
  const rounding = line.amount - computedAmount(line)
  let before =
    Math.abs(rounding) <= lineRounding(line.price, line.quantity, line.vat) ? line.amount - rounding : line.amount
  const found: Difference[] = []
  for (const [reason, after] of steps) {
    if (before !== after) found.push({ reason, amount: before - after })
    before = after
  }
  const missing = missingFree(goods)
  // Free boxes are missed once, by the line that bills the last boxes of the delivery.
  if (missing > 0 && quantity === boxes && quantity > 0)
    found.push({ reason: 'free-units', amount: Math.round((missing * computedAmount(agreed)) / quantity) })
  return found
}

/** The lowest of the billed price and those that were agreed; a price that is the same but for its decimals is not lower. */
function lowestPrice(billed: SupplierPrice, agreed: readonly (SupplierPrice | null)[]): SupplierPrice {
  return agreed.reduce<SupplierPrice>(
    (lowest, price) =>
      price !== null && !isSamePrice(price, billed) && comparePrices(price, lowest) < 0 ? price : lowest,
    billed,
  )
}

/** The promised rebate, unless the note had a lower price than the list: then the price already contains it. */
function agreedRebate(
  { quantity, price, rebate }: { quantity: number; price: SupplierPrice; rebate: number },
  { promised, price: noted }: DeliveredGoods,
): number {
  if (!promised || promised.rebate === 0) return rebate
  const isInPrice =
    promised.price !== null &&
    noted !== null &&
    comparePrices(noted, promised.price) < 0 &&
    !isSamePrice(noted, promised.price)
  return isInPrice ? rebate : Math.max(rebate, Math.round((timesQuantity(price, quantity) * promised.rebate) / 10_000))
}

/** Free boxes that the price list promised for the received ones and that did not come. */
export function missingFree({ promised, received, free }: DeliveredGoods): number {
  if (!promised || promised.per === 0) return 0
  return Math.max(0, Math.floor(received / promised.per) * promised.free - free)
}

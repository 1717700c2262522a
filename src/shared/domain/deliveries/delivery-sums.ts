import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'
import { timesQuantity } from '#shared/domain/supplier-price.ts'

/**
 * What one box in stock cost, in minor units: the amount of the billed boxes spread over the free ones, rounded half up.
 * 0 for a line without boxes.
 */
export function costOfBox({
  received,
  free,
  purchasePrice,
}: Pick<DeliveryLineFields, 'received' | 'free' | 'purchasePrice'>): number {
  const boxes = received + free
  return boxes === 0 ? 0 : Math.round(timesQuantity(purchasePrice, received) / boxes)
}

/** Sums of a delivery, in minor units and boxes. Removed lines do not count. */
export type DeliverySums = {
  lines: number
  checked: number
  received: number
  noted: number
  free: number
  /** Of the boxes that came, without VAT. */
  net: number
  vat: number
  /** With VAT. */
  total: number
  /** Of the boxes that the lines of the note bill, with VAT. */
  noteLines: number
}

type Summed = Pick<
  DeliveryLineFields,
  'received' | 'noted' | 'free' | 'purchasePrice' | 'vat' | 'isChecked' | 'isRemoved'
>

/** Each line is rounded half up to an amount, and so is its VAT, as wholesalers print them; prices are never summed. */
export function sumsOfDelivery(all: readonly Summed[]): DeliverySums {
  const lines = all.filter(({ isRemoved }) => !isRemoved)
  const sum = (of: (line: Summed) => number): number => lines.reduce((total, line) => total + of(line), 0)
  const netOf = (line: Summed): number => timesQuantity(line.purchasePrice, line.received)
  const net = sum(netOf)
  const vat = sum((line) => vatOf(netOf(line), line.vat))
  return {
    lines: lines.length,
    checked: lines.filter(({ isChecked }) => isChecked).length,
    received: sum((line) => line.received),
    noted: sum((line) => line.noted),
    free: sum((line) => line.free),
    net,
    vat,
    total: net + vat,
    noteLines: sum((line) => {
      const billed = timesQuantity(line.purchasePrice, line.noted)
      return billed + vatOf(billed, line.vat)
    }),
  }
}

function vatOf(net: number, rate: number): number {
  return Math.round((net * rate) / 10_000)
}

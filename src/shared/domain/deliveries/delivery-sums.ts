import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'

/**
 * What one box in stock cost, in minor units: the price of the billed boxes spread over the free ones, rounded half up.
 * 0 for a line without boxes.
 */
export function costOfBox({
  received,
  free,
  purchasePrice,
}: Pick<DeliveryLineFields, 'received' | 'free' | 'purchasePrice'>): number {
  const boxes = received + free
  return boxes === 0 ? 0 : Math.round((received * purchasePrice) / boxes)
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

/** VAT is rounded half up for each line, as wholesalers print it. */
export function sumsOfDelivery(all: readonly Summed[]): DeliverySums {
  const lines = all.filter(({ isRemoved }) => !isRemoved)
  const sum = (of: (line: Summed) => number): number => lines.reduce((total, line) => total + of(line), 0)
  const net = sum((line) => line.received * line.purchasePrice)
  const vat = sum((line) => vatOf(line.received * line.purchasePrice, line.vat))
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
      const billed = line.noted * line.purchasePrice
      return billed + vatOf(billed, line.vat)
    }),
  }
}

function vatOf(net: number, rate: number): number {
  return Math.round((net * rate) / 10_000)
}

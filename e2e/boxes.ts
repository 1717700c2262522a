import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'

/** Today where the shop stands. */
export const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Porto-Novo' }).format(new Date())

/** Its code of 13 digits, as printed on the box. */
export function ean13Of(product: PharmacyProduct): string | undefined {
  return product.codes.find((code) => /^\d{13}$/.test(code))
}

/** Lots that may be sold, in the order of their leaving: what is on the shelf before what is gone, then the first to expire. */
export function sellableLots(product: PharmacyProduct): StockItem[] {
  return product.stockItems
    .filter(
      ({ archived, blocked, expiresOn }) => !archived && blocked === null && expiresOn !== null && expiresOn >= today,
    )
    .sort((a, b) => Number(b.quantity > 0) - Number(a.quantity > 0) || (a.expiresOn! < b.expiresOn! ? -1 : 1))
}

/** A box with a printed code, boxes of it on the shelf, and a second lot beside the one that goes out first. */
export function hasTwoLots(product: PharmacyProduct): boolean {
  const [first, second] = sellableLots(product)
  return (
    first !== undefined &&
    second !== undefined &&
    first.quantity >= 5 &&
    first.expiresOn !== second.expiresOn &&
    ean13Of(product) !== undefined
  )
}

/** What the DataMatrix of a box says: its code, its lot, its last day, and a serial number before a separator, as on European boxes. */
export function dataMatrix(
  ean13: string | undefined,
  { lot, expiresOn }: Pick<StockItem, 'lot' | 'expiresOn'>,
): string {
  return `]d2010${ean13}21SN0042\u001D17${expiresOn!.replaceAll('-', '').slice(2)}10${lot}`
}

/** « 21/11/2026 » */
export function shortDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** « 03/2027 » */
export function month(day: string): string {
  return shortDay(day).slice(3)
}

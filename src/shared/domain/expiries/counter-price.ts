import { minor, roundHalfUp, type Minor } from '#shared/domain/money.ts'

/**
 * The unit price of a lot at the counter, in minor units: its sale price, less the discount of a lot that expires soon,
 * rounded half up. The trigger `note_price` of the database computes the same.
 */
export function counterPrice({
  salePrice,
  discountPercent,
}: {
  salePrice: number
  discountPercent?: number | null | undefined
}): Minor {
  return discountPercent ? roundHalfUp((salePrice * (100 - discountPercent)) / 100) : minor(salePrice)
}

type Discounted = Parameters<typeof counterPrice>[0]

/** Whether a line sells a lot at its price with the discount of a lot that expires soon. */
export function isDiscounted(line: { price: number }, lot: Discounted): boolean {
  return Boolean(lot.discountPercent) && line.price === counterPrice(lot) && line.price !== lot.salePrice
}

import { AppError } from '#shared/domain/errors.ts'

/** In a refusal; the count has the others. */
const mostNamed = 100

/** Throws the message of the specification, with the products, when there are some. */
export function refuseWithoutCategory(products: readonly { id: string; label: string }[]): void {
  if (products.length > 0)
    throw new AppError('Error these products do not have category.', {
      count: products.length,
      products: products.slice(0, mostNamed),
    })
}

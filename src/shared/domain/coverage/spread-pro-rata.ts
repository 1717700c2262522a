import { minor, sum, type Minor } from '#shared/domain/money.ts'

/**
 * Splits `amount` among claims in proportion (largest-remainder method; ties to the earlier claim). The shares add up
 * to `amount` and none exceeds its claim. Minor units. Throws RangeError when `amount` is negative or exceeds the sum
 * of the claims.
 */
export function spreadProRata(amount: number, claims: readonly number[]): Minor[] {
  const claimed = sum(claims)
  if (amount < 0 || amount > claimed) throw new RangeError(`cannot spread ${amount} over ${claimed}`)
  if (claimed === 0) return claims.map(() => minor(0))
  const parts = claims.map((claim, place) => ({ place, ...dividedProduct(claim, amount, claimed) }))
  const shares = parts.map(({ whole }) => whole)
  const missing = amount - sum(shares)
  for (const { place } of parts.sort((a, b) => b.remainder - a.remainder || a.place - b.place).slice(0, missing))
    shares[place] = shares[place]! + 1
  return shares.map(minor)
}

/** a × b ÷ divisor, exact also when the product needs more than 53 bits. */
export function dividedProduct(a: number, b: number, divisor: number): { whole: number; remainder: number } {
  const product = a * b
  if (Number.isSafeInteger(product))
    return { whole: (product - (product % divisor)) / divisor, remainder: product % divisor }
  const [exact, by] = [BigInt(a) * BigInt(b), BigInt(divisor)]
  return { whole: Number(exact / by), remainder: Number(exact % by) }
}

/**
 * Spreads money over what is open, in the order given (the oldest first), each up to what is open. Amounts in minor
 * units; `left` is what nothing open takes. Always: the sum of the shares and what is left is the amount.
 */
export function allocatePayment<L extends { left: number }>(
  lines: readonly L[],
  amount: number,
): { shares: { line: L; amount: number }[]; left: number } {
  let left = amount
  const shares: { line: L; amount: number }[] = []
  for (const line of lines) {
    const share = Math.min(left, line.left)
    if (share <= 0) continue
    shares.push({ line, amount: share })
    left -= share
  }
  return { shares, left }
}

/**
 * Spreads several sums of money, in the order given, over what is open: the oldest line by the oldest money. Always: what
 * a line takes is at most what is open of it, and what money gives at most its rest.
 */
export function allocateMoney<M extends { rest: number }, L extends { left: number }>(
  money: readonly M[],
  lines: readonly L[],
): { money: M; line: L; amount: number }[] {
  const open = lines.map((line) => ({ line, left: line.left }))
  return money.flatMap((each) =>
    allocatePayment(open, each.rest).shares.map(({ line: taken, amount }) => {
      taken.left -= amount
      return { money: each, line: taken.line, amount }
    }),
  )
}

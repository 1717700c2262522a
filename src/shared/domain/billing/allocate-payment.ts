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

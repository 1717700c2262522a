/**
 * What a line of a statement is: `matched` with what was recorded, recorded with another amount (`differs`), paid and
 * not recorded (`unrecorded`), money that went `out` and is no refund, or `explained` by a member.
 */
export const moneyLineStates = ['unrecorded', 'differs', 'matched', 'out', 'explained'] as const
export type MoneyLineState = (typeof moneyLineStates)[number]

/** `recorded`: the amount that it is matched with; null: none. */
export function moneyLineState({
  amount,
  recorded,
  isExplained,
}: {
  amount: number
  recorded: number | null
  isExplained: boolean
}): MoneyLineState {
  if (recorded === amount) return 'matched'
  if (isExplained) return 'explained'
  if (recorded !== null) return 'differs'
  return amount < 0 ? 'out' : 'unrecorded'
}

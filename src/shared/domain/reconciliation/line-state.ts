/**
 * What a line of a statement is: `matched` with what was recorded, recorded with another amount (`differs`), paid and
 * not recorded (`unrecorded`), money that went `out` and is no refund, or `explained` by a member.
 */
export const moneyLineStates = ['unrecorded', 'differs', 'matched', 'out', 'explained'] as const
export type MoneyLineState = (typeof moneyLineStates)[number]

/**
 * `recorded`: the sum that it is matched with; null: none. `commission`: what the bank kept of it. `fee`: what the
 * operator kept, by its file; its amount may be before or after it.
 */
export function moneyLineState({
  amount,
  recorded,
  commission,
  fee,
  isExplained,
}: {
  amount: number
  recorded: number | null
  commission: number
  fee: number
  isExplained: boolean
}): MoneyLineState {
  if (recorded !== null && [amount + commission, amount + commission + fee].includes(recorded)) return 'matched'
  if (isExplained) return 'explained'
  if (recorded !== null) return 'differs'
  return amount < 0 ? 'out' : 'unrecorded'
}

/** Days until a statement is due when nothing was agreed with its supplier. */
export const usualPaymentDays = 30

/** A statement that was validated: what it asks, and when it is due. In minor units. */
export type OwedStatement = { id: string; dueOn: string; total: number }
export type LeftStatement = OwedStatement & { left: number }

/**
 * What is left of each statement once `paid` (payments and credits that no statement contains) went to the ones that are
 * due first. `ahead`: paid beyond all of them. The sum of what is left minus `ahead` is what all owe minus `paid`.
 */
export function leftToPay(
  statements: readonly OwedStatement[],
  paid: number,
): { statements: LeftStatement[]; ahead: number } {
  let purse = paid - statements.reduce((sum, { total }) => sum + Math.min(0, total), 0)
  const left = statements
    .toSorted((a, b) => (a.dueOn === b.dueOn ? (a.id < b.id ? -1 : 1) : a.dueOn < b.dueOn ? -1 : 1))
    .map((statement) => {
      const owed = Math.max(0, statement.total)
      const taken = Math.min(owed, Math.max(0, purse))
      purse -= taken
      return { ...statement, left: owed - taken }
    })
  return { statements: left, ahead: purse }
}

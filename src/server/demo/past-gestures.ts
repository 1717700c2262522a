import { keptOf } from '#shared/domain/payment.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { Expense, PastGesture, PastSale, PastTrade } from '#server/demo/past-trade.ts'
import { madeOf } from '#server/demo/past-undoing.ts'
import { groupBy } from '#server/db/group-by.ts'

const expenses: readonly (Expense & { amount: number })[] = [
  { reason: 'Transport', amount: 1500, beneficiary: 'Zémidjan', note: 'Commande urgente au dépôt' },
  { reason: 'Achat de fournitures', amount: 4500, beneficiary: 'Papeterie Notre-Dame', note: 'Rouleaux de ticket' },
  { reason: 'Entretien', amount: 3000, beneficiary: null, note: 'Eau et produits' },
  { reason: 'Avance sur salaire', amount: 10_000, beneficiary: 'Agent d’entretien', note: null },
  { reason: 'Autre', amount: 2000, beneficiary: null, note: 'Crédit de communication' },
]
const [everyExpense, everyDeposit, everyChange] = [4, 5, 9]
const deposited = 100_000
const change = 20_000

/**
 * Expenses, change that was fetched in the morning, and notes that went to the bank before the closing, in the drawers of
 * whole days. No drawer gives what it does not hold.
 */
export function pastGestures({
  registers,
  sales,
  returns,
}: Pick<PastTrade, 'registers' | 'sales' | 'returns'>): PastGesture[] {
  const salesOf = groupBy(sales, ({ register }) => register.id)
  const returnsOf = groupBy(returns, ({ sale }) => sale.register.id)
  return registers
    .filter(({ closed, handedOver }) => closed && !handedOver)
    .flatMap((register, place): PastGesture[] => {
      const gesture = (kind: PastGesture['kind'], at: Date) => ({ id: demoId(kind, register.id), register, at })
      const spent = place % everyExpense === 0 ? expenses[(place / everyExpense) % expenses.length] : undefined
      const back = (returnsOf.get(register.id) ?? []).reduce((sum, made) => sum + madeOf(made).total, 0)
      const held = register.float + cashOf(salesOf.get(register.id) ?? []) - back - (spent?.amount ?? 0)
      return [
        ...(place % everyChange === 0
          ? [{ ...gesture('cash-in', hoursAfter(register.openedAt, 0.25)), kind: 'cash-in' as const, amount: change }]
          : []),
        ...(spent
          ? [{ ...gesture('disbursement', hoursAfter(register.openedAt, 3)), kind: 'disbursement' as const, ...spent }]
          : []),
        ...(place % everyDeposit === 0 && held > deposited
          ? [
              {
                ...gesture('deposit', hoursAfter(register.closed!.at, -0.2)),
                kind: 'deposit' as const,
                amount: deposited,
              },
            ]
          : []),
      ]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** What sales left in the drawer; a canceled one was given back. */
function cashOf(sales: readonly PastSale[]): number {
  const standing = sales.filter(({ canceled }) => canceled === null)
  const cash = standing.flatMap(({ payments }) => payments.map((paid) => (paid.type === 'CASH' ? keptOf(paid) : 0)))
  return cash.reduce((sum, amount) => sum + amount, 0)
}

function hoursAfter(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 3_600_000)
}

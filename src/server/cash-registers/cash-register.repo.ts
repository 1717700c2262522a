import type { CashRegister } from '#shared/contract/cash-registers.ts'
import type { Tx } from '#server/db/database.ts'

export async function findOpenRegister(tx: Tx, pharmacyId: string, userId: string): Promise<CashRegister | null> {
  const register = await tx
    .selectFrom('cash_registers as r')
    .select(['r.id', 'r.opened_by', 'r.opened_at', 'r.float'])
    .select(({ selectFrom }) => selectFrom('sales as s').select(({ fn }) => fn.countAll<number>().as('count')).whereRef('s.pharmacy_id', '=', 'r.pharmacy_id').whereRef('s.register_id', '=', 'r.id').as('sales'))
    .where('r.pharmacy_id', '=', pharmacyId)
    .where('r.opened_by', '=', userId)
    .where('r.closed_at', 'is', null)
    .orderBy('r.opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!register) return null
  return { id: register.id, openedBy: register.opened_by, openedAt: register.opened_at.toISOString(), float: register.float, closedAt: null, sales: register.sales ?? 0 }
}

import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { isUnfinishedOf, saleTotal, type LocalSale } from '#shared/domain/local-sale.ts'
import type { Unsent } from '#shared/domain/register/closing.ts'
import { kindOf } from '#shared/store/parcels.ts'
import type { OpenRegister, OutboxRow } from '#shared/store/sales-rows.ts'

type NamedRegister = Pick<OpenRegister, 'id' | 'userId'>

/**
 * What of a register the server does not have: sales that its holder began and nobody ended, and sales and gestures at the drawer that were refused or wait.
 * `outbox`: every row, the refused ones too.
 */
export function unsentInRegister(sales: readonly LocalSale[], outbox: readonly OutboxRow[], register: NamedRegister): Unsent[] {
  const waiting = new Set(outbox.filter((row) => kindOf(row) === 'sale' && (JSON.parse(row.payload) as NewSale).registerId === register.id).map(({ saleId }) => saleId))
  const left = sales.filter((sale) => waiting.has(sale.id) || isUnfinishedIn(sale, register))
  return [...left.map((sale): Unsent => ({ id: sale.id, kind: 'sale', identifier: sale.identifier, status: sale.status, total: saleTotal(sale) })), ...outbox.flatMap((row) => gestureIn(row, register))]
}

function isUnfinishedIn(sale: LocalSale, { id, userId }: NamedRegister): boolean {
  return sale.status === 'ERROR' ? (sale.registerId ?? id) === id : isUnfinishedOf(sale, userId)
}

/** Money that was moved by hand; a count or an opening moves none. A closing calls it as a till does (`namedWords`). */
function gestureIn(row: OutboxRow, { id: registerId }: NamedRegister): Unsent[] {
  const act = kindOf(row) === 'register-act' ? (JSON.parse(row.payload) as RegisterAct) : null
  if (act?.act !== 'move' && act?.act !== 'disburse') return []
  const done = act.act === 'move' ? act.movement : { ...act, kind: 'disbursement' as const }
  return done.registerId === registerId ? [{ id: act.id, kind: done.kind, identifier: act.act, status: row.errors ? 'ERROR' : 'SUBMITTING', total: done.amount }] : []
}

import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { isUnfinishedOf, saleTotal, type LocalSale } from '#shared/domain/local-sale.ts'
import type { Unsent } from '#shared/domain/register/closing.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import type { OpenRegister, OutboxRow } from '#shared/store/sales/sales-rows.ts'

type NamedRegister = Pick<OpenRegister, 'id' | 'userId'>

/**
 * Content of a register that the server does not have: open sales of its holder, and refused or waiting sales and cash
 * movements. `outbox` must contain all rows, refused ones included.
 */
export function unsentInRegister(
  sales: readonly LocalSale[],
  outbox: readonly OutboxRow[],
  register: NamedRegister,
): Unsent[] {
  const waiting = new Set(
    outbox
      .filter((row) => kindOf(row) === 'sale' && (JSON.parse(row.payload) as NewSale).registerId === register.id)
      .map(({ saleId }) => saleId),
  )
  const left = sales.filter((sale) => waiting.has(sale.id) || isUnfinishedIn(sale, register))
  return [
    ...left.map((sale): Unsent => ({
      id: sale.id,
      kind: 'sale',
      identifier: sale.identifier,
      status: sale.status,
      total: saleTotal(sale),
    })),
    ...outbox.flatMap((row) => gestureIn(row, register)),
  ]
}

function isUnfinishedIn(sale: LocalSale, { id, userId }: NamedRegister): boolean {
  return sale.status === 'ERROR' ? (sale.registerId ?? id) === id : isUnfinishedOf(sale, userId)
}

/**
 * Cash movements, and a refused float; a waiting float is sent before everything else of the register. A count moves no
 * money. `identifier` uses the words of a closing (`namedWords`).
 */
function gestureIn(row: OutboxRow, { id: registerId }: NamedRegister): Unsent[] {
  const act = kindOf(row) === 'register-act' ? (JSON.parse(row.payload) as RegisterAct) : null
  const done = act && movedBy(act, row.errors !== undefined)
  if (!done) return []
  return done.registerId === registerId
    ? [
        {
          id: act.id,
          kind: done.kind,
          identifier: act.act,
          status: row.errors ? 'ERROR' : 'SUBMITTING',
          total: done.amount,
        },
      ]
    : []
}

function movedBy(
  act: RegisterAct,
  isRefused: boolean,
): { registerId: string; kind: Exclude<Unsent['kind'], 'sale'>; amount: number } | null {
  switch (act.act) {
    case 'open':
      return isRefused && act.float > 0 ? { registerId: act.id, kind: 'float', amount: act.float } : null
    case 'move':
      return act.movement
    case 'disburse':
      return { ...act, kind: 'disbursement' }
    case 'count':
    case 'hand-over':
    case 'close':
    case 'reopen':
    case 'open-sale':
    case 'overdraw':
      return null
  }
}

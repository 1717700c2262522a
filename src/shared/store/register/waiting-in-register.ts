import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import type { OutboxRow, SalesTx } from '#shared/store/sales/sales-rows.ts'

/** Register acts of this terminal that were not answered or were refused. */
export async function unsentActs(tx: SalesTx): Promise<RegisterAct[]> {
  return (await tx.objectStore('outbox').getAll()).flatMap((row) =>
    row.kind === 'register-act' ? [JSON.parse(row.payload) as RegisterAct] : [],
  )
}

/** Operations on this register without an answer, in queue order. */
export async function waitingIn(tx: SalesTx, registerId: string): Promise<Named[]> {
  return waitingOf(await tx.objectStore('outbox').index('seq').getAll(), registerId)
}

/** The same as `waitingIn`, from rows that were already read. */
export function waitingOf(rows: readonly OutboxRow[], registerId: string): Named[] {
  return rows.filter((row) => !row.errors).flatMap((row) => namedIn(row, registerId))
}

type Named = { id: string; revision: number; identifier: string; total: number }
/** The row in the form that a closing lists; empty for a row of another register. */
function namedIn(row: OutboxRow, registerId: string): Named[] {
  const { revision } = row
  if (row.kind === undefined || row.kind === 'sale') {
    const sale = JSON.parse(row.payload) as NewSale
    return sale.registerId === registerId
      ? [{ id: sale.id, revision, identifier: sale.identifier, total: sale.total }]
      : []
  }
  if (row.kind !== 'register-act') return []
  const act = JSON.parse(row.payload) as RegisterAct
  return registerOfAct(act) === registerId
    ? [{ id: act.id, revision, identifier: act.act, total: amountOfAct(act) }]
    : []
}

function registerOfAct(act: RegisterAct): string {
  if (act.act === 'open') return act.id
  return act.act === 'move' ? act.movement.registerId : act.registerId
}

function amountOfAct(act: RegisterAct): number {
  switch (act.act) {
    case 'open':
      return act.float
    case 'move':
      return act.movement.amount
    case 'disburse':
      return act.amount
    case 'count':
    case 'hand-over':
    case 'close':
    case 'reopen':
    case 'open-sale':
    case 'overdraw':
      return 0
  }
}

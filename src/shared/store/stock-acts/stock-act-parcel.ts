import { call } from '#shared/client/call.ts'
import { stockActs, type NewStockAct } from '#shared/contract/stock-acts.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { sentActPrefix, type SalesTx, type SentAct } from '#shared/store/sales/sales-rows.ts'

/** Sends an act on a lot by its own call. */
export function sendStockAct(parcel: NewStockAct, token: string): Promise<unknown> {
  switch (parcel.act) {
    case 'unpack': {
      const { act: _, ...body } = parcel
      return call(stockActs.unpack, { body }, { token })
    }
    case 'adjust': {
      const { act: _, ...body } = parcel
      return call(stockActs.adjust, { body }, { token })
    }
    case 'move': {
      const { act: _, ...body } = parcel
      return call(stockActs.move, { body }, { token })
    }
    case 'correct': {
      const { act: _, ...body } = parcel
      return call(stockActs.correct, { body }, { token })
    }
    case 'quarantine':
    case 'release':
      return call(stockActs.block, { body: parcel }, { token })
  }
}

/** The lot of loose units that an act creates when the box was never opened before. */
export function unitsOpenedBy(act: NewStockAct): string[] {
  return act.act === 'unpack' ? [unitItemIdOf(act.stockItemId)] : []
}

/** In ms. The list of products is refreshed long before. */
const keptMs = 24 * 3_600_000

/** Keeps an accepted act until the list of products counts it, and forgets those that it has long counted. */
export async function keepSent(tx: SalesTx, act: NewStockAct, acknowledgedAt: number): Promise<void> {
  const meta = tx.objectStore('meta')
  const sent = (await meta.getAll(sentActKeys())) as SentAct[]
  const old = sent.filter((one) => one.acknowledgedAt < acknowledgedAt - keptMs)
  await Promise.all([
    ...old.map((one) => meta.delete(`${sentActPrefix}${one.act.id}`)),
    meta.put({ act, acknowledgedAt }, `${sentActPrefix}${act.id}`),
  ])
}

/** The keys of `meta` under which accepted acts are kept. */
export function sentActKeys(): IDBKeyRange {
  return IDBKeyRange.bound(sentActPrefix, `${sentActPrefix}\uffff`)
}

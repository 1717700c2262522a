import { NewStockAct } from '#shared/contract/stock-acts.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { queueParcel } from '#shared/store/outbox/queue-parcel.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** An act on a lot as entered at this terminal. */
export type TypedStockAct = { grant?: Grant | undefined } & (
  | { act: 'unpack'; stockItemId: string; boxes: number }
  | Pick<Extract<NewStockAct, { act: 'adjust' }>, 'act' | 'stockItemId' | 'change' | 'reason' | 'note'>
  | Pick<Extract<NewStockAct, { act: 'move' }>, 'act' | 'stockItemId' | 'storageId' | 'whole'>
  | Pick<
      Extract<NewStockAct, { act: 'correct' }>,
      'act' | 'stockItemId' | 'lot' | 'expiresOn' | 'from' | 'reason' | 'note'
    >
  | { act: 'quarantine' | 'release'; stockItemId: string; note: string | null }
)

/** The part of the sales database that queues acts on lots. */
export function stockActStore({ write }: SalesDatabase) {
  return {
    /**
     * Queues an act on a lot in one strict transaction; it counts at once in what this terminal shows. Throws the
     * contract's schema error for invalid input.
     */
    async noteStockAct(typed: TypedStockAct, facts: NotingFacts): Promise<NewStockAct> {
      const now = new Date()
      const act = NewStockAct.parse({
        ...facts,
        ...typed,
        id: uuid7(now.getTime()),
        revision: 1,
        doneAt: now.toISOString(),
      })
      await write((tx) => queueParcel(tx, 'stock-act', act))
      return act
    },
  }
}

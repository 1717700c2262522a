import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import type { ParcelKind, SalesTx } from '#shared/store/sales/sales-rows.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'

type Made = { id: string; revision: number; sessionId: string }

/** Queues what a member made at this terminal, as it will be sent: its id is that of the row. */
export function queueParcel(tx: SalesTx, kind: ParcelKind, parcel: Made): Promise<void> {
  const { id, revision, sessionId } = parcel
  return enqueue(tx, { saleId: id, kind, revision, ...frozen(parcel), sessionId })
}

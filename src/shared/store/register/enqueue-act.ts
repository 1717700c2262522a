import { RegisterAct } from '#shared/contract/register-acts.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesTx } from '#shared/store/sales/sales-rows.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** Adds an act on a register to the outbox. It is sent after the rows whose ids are in `after`. */
export async function enqueueAct(tx: SalesTx, act: RegisterAct, after: readonly string[] = []): Promise<void> {
  const checked = RegisterAct.parse(act)
  const { sessionId } = checked.act === 'move' ? checked.movement : checked
  await enqueue(tx, {
    saleId: checked.id,
    kind: 'register-act',
    revision: checked.revision,
    ...frozen(checked),
    sessionId,
    after,
  })
}

/** The fields that all new acts have. */
export function madeHere(facts: NotingFacts, id: string) {
  return { id, revision: 1, ...facts, sellerRoles: [...facts.sellerRoles] }
}

/** An id and the current UTC instant, for a new act. */
export function stamp(): [id: string, at: string] {
  const now = new Date()
  return [uuid7(now.getTime()), now.toISOString()]
}

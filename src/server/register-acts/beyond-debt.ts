import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { beyondDebt } from '#shared/domain/credit.ts'
import { isLate } from '#server/base/late.ts'
import { debtOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { insertEvent } from '#server/register-ledger/count.repo.ts'

/** A collection of more than the client owes, in minor units. */
export type Beyond = {
  registerId: string
  sellerId: string
  occurredAt: string
  clientId: string
  name: string
  amount: number
  owed: number
  excess: number
}

/** Null for another act, an unknown client, or a collection within the debt. */
export async function collectedBeyond(tx: Tx, pharmacyId: string, act: RegisterAct): Promise<Beyond | null> {
  if (act.act !== 'move' || act.movement.kind !== 'collection') return null
  const { registerId, sellerId, occurredAt, amount } = act.movement
  const debt = await debtOf(tx, pharmacyId, act.movement.clientId)
  const excess = debt ? beyondDebt(debt.outgoing, amount) : 0
  if (!debt || excess === 0) return null
  const { clientId, name, outgoing } = debt
  return { registerId, sellerId, occurredAt, clientId, name, amount, owed: outgoing, excess }
}

/** Refused while the client is there; later the money is in the drawer, and `noteBeyond` tells it. */
export function refusalOfBeyond({ occurredAt, clientId, owed, excess }: Beyond, now: Date): Refusal | null {
  return isLate(occurredAt, now)
    ? null
    : { message: 'cashRegisters:collectionBeyondDebt', details: { clientId, owed, excess } }
}

/** Notes the collection in the history of its register. */
export function noteBeyond(
  tx: Tx,
  pharmacyId: string,
  { registerId, sellerId, name, amount, excess }: Beyond,
  now: Date,
): Promise<void> {
  return insertEvent(tx, pharmacyId, {
    registerId,
    kind: 'collected-beyond',
    userId: sellerId,
    at: now,
    details: { name, amount, excess },
  })
}

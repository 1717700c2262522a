import type { MissedProduct, MissedSale, NewMissedSale } from '#shared/contract/missed-sales.ts'
import { displayName } from '#shared/domain/person.ts'
import { doneAt } from '#server/base/done-at.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import {
  findMissed,
  findMissedProducts,
  insertMissed,
  isMissedSaleKnown,
  isProductKnown,
  type MissedProductQuery,
  type MissedQuery,
} from '#server/missed-sales/missed-sale.repo.ts'
import { type Acting, readActor, refusalOfActing } from '#server/sellers/acting.ts'

/**
 * Records a missed sale, exactly once. Checks the rights of the seller. A repeated call returns the
 * stored record.
 */
export async function noteMissedSale(context: Context, body: NewMissedSale): Promise<MissedSale> {
  const { now } = context
  const pharmacyId = pharmacyOf(context)
  return acceptOnce<MissedSale>(context, {
    pharmacyId,
    kind: 'missed-sale',
    payload: body,
    async judge(tx) {
      const acting = await readActor(tx, context, { ...body, at: body.missedAt })
      const refusal = await refusalOf(tx, pharmacyId, body, acting)
      if (refusal) return { accepted: false, refusal }
      const noted = missedOf({ ...body, missedAt: doneAt(body.missedAt, context) }, acting.seller)
      await insertMissed(tx, pharmacyId, noted, body, now)
      return { accepted: true, answer: noted }
    },
  })
}

/** Newest first, with the lost revenue; a missed sale without a known price counts as zero. */
export function listMissed(
  context: Context,
  query: MissedQuery,
): Promise<{ items: MissedSale[]; total: number; value: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findMissed(tx, pharmacyId, query))
}

/** Products by lost revenue, highest first unless sorted. */
export function listMissedProducts(
  context: Context,
  query: MissedProductQuery,
): Promise<{ items: MissedProduct[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findMissedProducts(tx, pharmacyId, query))
}

async function refusalOf(
  tx: Tx,
  pharmacyId: string,
  { id, sellerId, pharmacyProductId }: NewMissedSale,
  acting: Acting,
): Promise<Refusal | null> {
  const refusal = refusalOfActing(acting, sellerId, 'sale.sell')
  if (refusal) return refusal
  if (await isMissedSaleKnown(tx, pharmacyId, id)) return { message: 'requests:conflict' }
  if (pharmacyProductId === null || (await isProductKnown(tx, pharmacyId, pharmacyProductId))) return null
  return { message: 'requests:invalid', details: { issues: [{ path: 'body.pharmacyProductId', message: 'unknown' }] } }
}

function missedOf(
  { id, pharmacyProductId, label, quantity, price, reason, missedAt }: NewMissedSale,
  seller: Acting['seller'],
): MissedSale {
  return {
    id,
    pharmacyProductId,
    label,
    quantity,
    price,
    reason,
    missedAt,
    byName: displayName(seller),
  }
}

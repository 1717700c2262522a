import type { NewDeliveryAct } from '#shared/contract/deliveries.ts'
import { caps } from '#shared/domain/caps.ts'
import { afterLineAct, emptyLine } from '#shared/domain/deliveries/delivery-line.ts'
import { doneAt } from '#server/base/done-at.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { readActor, refusalOfActing, refusalOfUnproven } from '#server/sellers/acting.ts'
import { deliveredProducts, usualVat } from '#server/deliveries/delivered-products.repo.ts'
import { lastPosition, lineOf, writeLines, type StoredLine } from '#server/deliveries/delivery-line.repo.ts'
import { deliveryFacts, openDraft } from '#server/deliveries/delivery.repo.ts'

/**
 * Counts or changes one line, exactly once, also when it arrives late. What two members scan at once both counts; what
 * they type into one field, the last one wins. Throws `deliveries:notOpen` when the delivery was closed meanwhile.
 */
export function takeDeliveryAct(context: Context, act: NewDeliveryAct): Promise<{ id: string }> {
  const pharmacyId = pharmacyOf(context)
  return acceptOnce<{ id: string }>(context, {
    pharmacyId,
    kind: 'delivery-act',
    payload: act,
    async judge(tx) {
      const delivery = await deliveryFacts(tx, pharmacyId, act.deliveryId)
      const refusal = (await refusalOfMember(tx, context, act)) ?? refusalOfDelivery(delivery)
      if (refusal) return { accepted: false, refusal }
      const line = await lineAfter(tx, pharmacyId, act, delivery!.receivedOn)
      if ('message' in line) return { accepted: false, refusal: line }
      await writeLines(tx, pharmacyId, act.deliveryId, [line], {
        userId: act.sellerId,
        at: new Date(doneAt(act.doneAt, context)),
      })
      await openDraft(tx, pharmacyId, act.deliveryId)
      return { accepted: true, answer: { id: act.id } }
    },
  })
}

async function refusalOfMember(tx: Tx, context: Context, act: NewDeliveryAct): Promise<Refusal | null> {
  const acting = await readActor(tx, context, { ...act, at: act.doneAt })
  return refusalOfUnproven(acting, act.sellerId) ?? refusalOfActing(acting, act.sellerId, 'delivery.manage')
}

function refusalOfDelivery(delivery: Awaited<ReturnType<typeof deliveryFacts>>): Refusal | null {
  if (!delivery) return invalid('deliveryId', 'unknown')
  const { state } = delivery
  return state === 'closed' || state === 'canceled' ? { message: 'deliveries:notOpen', details: { state } } : null
}

/** The line after the act, or why there is none. */
async function lineAfter(
  tx: Tx,
  pharmacyId: string,
  act: NewDeliveryAct,
  receivedOn: string,
): Promise<StoredLine | Refusal> {
  const known = await lineOf(tx, pharmacyId, act.lineId)
  if (known && known.deliveryId !== act.deliveryId) return invalid('lineId', 'of another delivery')
  if (!known && !act.line) return invalid('lineId', 'unknown')
  const begun = known ?? {
    ...emptyLine,
    ...act.line!,
    id: act.lineId,
    ordered: null,
    notePrice: null,
    position: (await lastPosition(tx, pharmacyId, act.deliveryId)) + 1,
  }
  let line = afterLineAct(begun, act)
  if (line.received > caps.quantity) return invalid('add', `at most ${caps.quantity}`)
  if (line.productId === null) return line.packagingId === null ? line : invalid('set.packagingId', 'without a product')
  const product = (await deliveredProducts(tx, pharmacyId, [line.productId], null)).get(line.productId)
  if (!product) return invalid('set.productId', 'unknown')
  if (!known && act.set.vat === undefined) line = { ...line, vat: usualVat(product, receivedOn) }
  // The packaging of another product is that of none: the only one of this product is meant when there is one.
  if (!product.packagings.some(({ id }) => id === line.packagingId))
    return act.set.packagingId
      ? invalid('set.packagingId', 'not a packaging of this product')
      : { ...line, packagingId: product.packagings.length === 1 ? product.packagings[0]!.id : null }
  return line
}

function invalid(field: string, message: string): Refusal {
  return { message: 'requests:invalid', details: { issues: [{ path: `body.${field}`, message }] } }
}

import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { LimitProposal, orderPreparations } from '#shared/contract/order-preparations.ts'
import { addDays } from '#shared/domain/dates.ts'
import { demandDays } from '#shared/domain/expiries/demand.ts'
import { rhythmOf } from '#shared/domain/purchasing/best-offer.ts'
import { limitReason, limitReasons, limitsOf, usualDelayDays } from '#shared/domain/purchasing/limits.ts'
import { recentDemand, usualRhythmDays } from '#shared/domain/purchasing/need.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { pageOfRows } from '#server/base/page-of-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { pharmacyToday, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { offersOf } from '#server/orders/offers.ts'
import { supplierDelays } from '#server/orders/order.service.ts'
import { productNeeds } from '#server/order-preparations/need-facts.repo.ts'
import { offerDays, supplierOf } from '#server/order-preparations/order-record.ts'
import { decisionsOf, orderedSuppliers } from '#server/order-preparations/order-record.repo.ts'
import { setLimits } from '#server/pharmacy-products/product-writing.service.ts'

type Query = HandlerInput<typeof orderPreparations.limits>['query']
type Proposal = LimitProposal & { supplierId: string | null }

/** Products whose limits the demand contradicts: those without a minimum first, then the largest differences. */
export function listLimits(context: Context, query: Query): Promise<CallReply<typeof orderPreparations.limits>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const proposals = await proposedLimits(tx, context, pharmacyId)
    const words = wordsOf(query.search ?? '')
    const kept = proposals
      .filter(
        ({ label, supplierId, reason }) =>
          (!query.supplierId || query.supplierId === supplierId) &&
          (!query.reason || query.reason.includes(reason)) &&
          words.every((word) => fold(label).includes(word)),
      )
      .toSorted(
        (a, b) =>
          placeOf(a) - placeOf(b) || differenceOf(b) - differenceOf(a) || (fold(a.label) < fold(b.label) ? -1 : 1),
      )
      .map(({ supplierId: _supplierId, ...proposal }) => proposal)
    return pageOfRows(kept, query, {})
  })
}

/** Sets the limits of products that still have the known ones. Throws `stocks:minimumAboveMaximum`. */
export function acceptLimits(
  context: Context,
  { items }: HandlerInput<typeof orderPreparations.acceptLimits>['body'],
): Promise<CallReply<typeof orderPreparations.acceptLimits>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { updatedIds, kept } = await setLimits(tx, pharmacyId, items)
    context.changes.made = updatedIds.length > 0
    if (updatedIds.length > 0) touch('pharmacy-products', updatedIds)
    return { updated: updatedIds.length, kept }
  })
}

async function proposedLimits(tx: Tx, context: Context, pharmacyId: string): Promise<Proposal[]> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const today = await pharmacyToday(tx, pharmacyId, context.now)
  const decisions = await decisionsOf(tx, pharmacyId)
  const suppliers = new Map((await orderedSuppliers(tx, pharmacyId)).map(({ id, ...supplier }) => [id, supplier]))
  const offers = await offersOf(tx, pharmacyId, { since: addDays(today, -offerDays) })
  const delays = await supplierDelays(tx, pharmacyId, { from: addDays(today, -demandDays), to: today, timeZone })
  return (await productNeeds(tx, pharmacyId, { today, timeZone })).flatMap((product): Proposal[] => {
    const { id, label, minimum, maximum, sold } = product
    const supplierId = supplierOf(product, {
      decision: decisions.get(id),
      offers: offers.get(id) ?? [],
      suppliers,
    })
    const supplier = suppliers.get(supplierId ?? '')
    const rhythmDays = rhythmOf(supplier?.deliveryDays ?? [], usualRhythmDays)
    const known = delays.get(supplierId ?? '')
    const delayDays = known ?? usualDelayDays
    const proposed = limitsOf({ sold, rhythmDays, delayDays })
    const reason = proposed && limitReason({ minimum, maximum }, proposed)
    if (!proposed || !reason) return []
    return [
      {
        id,
        label,
        minimum,
        maximum,
        proposedMinimum: proposed.minimum,
        proposedMaximum: proposed.maximum,
        reason,
        perDay: recentDemand(sold)!.perDay,
        supplierId,
        supplierName: supplier?.name ?? null,
        delayDays,
        isDelayKnown: known !== undefined,
        rhythmDays,
      },
    ]
  })
}

/** What may run out stands before what binds money, what does not sell last. */
function placeOf({ reason }: LimitProposal): number {
  return reason === 'unsold' ? limitReasons.length : limitReasons.indexOf(reason)
}

function differenceOf({ minimum, maximum, proposedMinimum, proposedMaximum }: LimitProposal): number {
  return Math.max(Math.abs(proposedMinimum - minimum), Math.abs(proposedMaximum - maximum))
}

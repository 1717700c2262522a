import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { NewStockItem, stockItems } from '#shared/contract/stock-items.ts'
import { AppError } from '#shared/domain/errors.ts'
import { sameLot } from '#shared/domain/fefo.ts'
import { twinOf } from '#shared/domain/lot-corrections.ts'
import { coefficientOf, priceOfCost, type PricePolicy } from '#shared/domain/price-policy.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { countryPrices } from '#server/locale/country-prices.repo.ts'
import { incompleteLots } from '#server/stock-items/incomplete-lot.repo.ts'
import {
  findItem,
  insertItem,
  itemsInPackaging,
  packagingNamed,
  productsOfNewItems,
  updateItem,
  type KnownItem,
} from '#server/stock-items/stock-item.repo.ts'
import { isInUse } from '#server/stock/in-use.repo.ts'
import { changesOfLots, correctLot, isLooseLot } from '#server/stock/lot-correction.repo.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'
import { moveToStorage } from '#server/stock/storage-move.repo.ts'

/**
 * Enters a lot by hand; its quantity is a movement. Throws `stocks:lotAlreadyEntered` when the product has this lot in
 * this packaging: a quantity that was found is an adjustment of that lot. A lot under an open recall is blocked.
 */
export function createStockItem(context: Context, body: NewStockItem): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const product = (await productsOfNewItems(tx, pharmacyId, [body.pharmacyProductId])).get(body.pharmacyProductId)
    if (!product || product.archived) refuseFields([{ path: 'body.pharmacyProductId', message: 'unknown' }])
    await refuseUnknownStorage(tx, pharmacyId, body.storageId)
    await refuseUnknownSupplier(tx, pharmacyId, body.supplierId)
    const packaging = await packagingNamed(tx, body.packaging)
    await refuseTwin(tx, pharmacyId, { ...body, id: null, productId: body.pharmacyProductId, packagingId: packaging })
    const id = randomUUID()
    await insertItem(tx, pharmacyId, {
      id,
      productId: body.pharmacyProductId,
      packagingId: packaging,
      lot: body.lot,
      expiresOn: body.expiresOn,
      storageId: body.storageId,
      supplierId: body.supplierId,
      purchasePrice: body.purchasePrice,
      salePrice: body.salePrice ?? (await policyPrice(tx, pharmacyId, product!, body.purchasePrice)),
      blocked: product!.recalledLots.some((lot) => body.lot !== null && sameLot(lot, body.lot)) ? 'recall' : null,
    })
    if (body.quantity > 0)
      await moveStock(tx, pharmacyId, {
        movements: [{ stockItemId: id, cause: 'initial', quantity: body.quantity }],
        userId: context.actor.userId,
        at: context.now,
        rev: (await takeRevisions(tx, pharmacyId, 1)) + 1,
        note: body.note,
      })
    touch('pharmacy-products', [body.pharmacyProductId])
    return { id }
  })
}

/**
 * Corrects what is printed on a lot, its place or its supplier, or archives it, with its loose units. A corrected number
 * or expiry needs a reason and leaves a trace, a new place leaves that of a move. Throws `stocks:cannotArchiveStocked`
 * for a lot with a quantity or loose units, and `stocks:lotAlreadyEntered` when the product has another lot with the
 * corrected number, unless the member accepts it.
 */
export function changeStockItem(
  context: Context,
  id: string,
  body: HandlerInput<typeof stockItems.patch>['body'],
): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { reason, note = null, acceptsTwin = false, ...change } = body
    const by = { userId: context.actor.userId, at: context.now }
    const item = requireRow(await findItem(tx, pharmacyId, id))
    if (await isLooseLot(tx, pharmacyId, id)) refuseFields([{ path: 'params.id', message: 'loose units' }])
    const changed = applyChange(item, change)
    await refuseUnknownStorage(tx, pharmacyId, body.storageId ?? null)
    await refuseUnknownSupplier(tx, pharmacyId, body.supplierId ?? null)
    if (changed.archived && !item.archived) await refuseStocked(tx, pharmacyId, item)
    if (changed.lot !== item.lot || changed.expiresOn !== item.expiresOn) {
      if (!reason) refuseFields([{ path: 'body.reason', message: 'needed' }])
      if (reason === 'other' && note === null)
        refuseFields([{ path: 'body.note', message: 'needed for another reason' }])
      if (!acceptsTwin) await refuseTwin(tx, pharmacyId, changed)
      await correctLot(tx, pharmacyId, { ...changed, ...by, id: randomUUID(), stockItemId: id, reason: reason!, note })
    }
    if (changed.storageId !== item.storageId)
      await moveToStorage(tx, pharmacyId, {
        act: { id: randomUUID(), stockItemId: id, storageId: changed.storageId, whole: false, sellerId: by.userId },
        productId: item.productId,
        at: by.at.toISOString(),
      })
    await updateItem(tx, pharmacyId, changed)
    touch('pharmacy-products', [item.productId])
    return { id }
  })
}

export function listIncompleteLots(
  context: Context,
  query: HandlerInput<typeof stockItems.incomplete>['query'],
): Promise<CallReply<typeof stockItems.incomplete>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => incompleteLots(tx, pharmacyId, query))
}

export function listLotChanges(
  context: Context,
  { pharmacyProductId, ...page }: HandlerInput<typeof stockItems.changes>['query'],
): Promise<CallReply<typeof stockItems.changes>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => changesOfLots(tx, pharmacyId, pharmacyProductId, page))
}

async function refuseStocked(tx: Tx, pharmacyId: string, item: KnownItem): Promise<void> {
  const units = await findItem(tx, pharmacyId, unitItemIdOf(item.id))
  if (item.quantity !== 0 || (units && units.quantity !== 0))
    throw new AppError('stocks:cannotArchiveStocked', { lots: 1 })
}

type Named = Pick<KnownItem, 'productId' | 'packagingId' | 'lot' | 'expiresOn'> & { id: string | null }

/** A lot written in another way is the same lot. Lots without a number differ by their expiry. */
async function refuseTwin(tx: Tx, pharmacyId: string, { id, productId, packagingId, lot, expiresOn }: Named) {
  const lots = await itemsInPackaging(tx, pharmacyId, productId, packagingId)
  const twin = twinOf(
    lots.map((each) => ({ ...each, packaging: packagingId })),
    { id, packaging: packagingId },
    { lot, expiresOn },
  )
  if (twin)
    throw new AppError('stocks:lotAlreadyEntered', {
      id: twin.id,
      lot: twin.lot,
      expiresOn: twin.expiresOn,
      quantity: twin.quantity,
    })
}

async function policyPrice(
  tx: Tx,
  pharmacyId: string,
  policy: PricePolicy & { roundingStep: number | null; section: string | null },
  cost: number,
): Promise<number> {
  const { cashStep, coefficientOf: ofSection } = await countryPrices(tx, pharmacyId)
  const coefficient = coefficientOf(policy, ofSection(policy.section))
  if (coefficient === null) refuseFields([{ path: 'body.salePrice', message: 'needed: the prices are typed' }])
  return priceOfCost(cost, coefficient!, policy.roundingStep ?? cashStep)
}

async function refuseUnknownStorage(tx: Tx, pharmacyId: string, id: string | null): Promise<void> {
  if (id !== null && !(await isInUse(tx, 'storages', pharmacyId, id)))
    refuseFields([{ path: 'body.storageId', message: 'unknown' }])
}

async function refuseUnknownSupplier(tx: Tx, pharmacyId: string, id: string | null): Promise<void> {
  if (id !== null && !(await isInUse(tx, 'suppliers', pharmacyId, id)))
    refuseFields([{ path: 'body.supplierId', message: 'unknown' }])
}

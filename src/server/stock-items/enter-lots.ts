import { randomUUID } from 'node:crypto'
import type { NoteReason } from '#shared/domain/delivery-notes/read-note-row.ts'
import { plainLot, sameLot } from '#shared/domain/fefo.ts'
import { twinOf } from '#shared/domain/lot-corrections.ts'
import { coefficientOf, priceOfCost } from '#shared/domain/price-policy.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { Context } from '#server/http/context.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { countryPrices } from '#server/locale/country-prices.repo.ts'
import { insertItems, packagingNamed, productsOfNewItems } from '#server/stock-items/stock-item.repo.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'

/** A line of a file that becomes a lot. `salePrice` null: the price that the policy of the product gives. */
type EnteredLot = {
  line: number
  productId: string
  lot: string | null
  expiresOn: string | null
  quantity: number
  cost: number | null
  salePrice: number | null
}

/**
 * Enters lots with their quantities as the opening stock, inside a transaction; returns how many, or what is
 * wrong with lines, and then the transaction must be refused. Lines of the same lot at the same cost are one lot.
 */
export async function enterLots(
  tx: Tx,
  { actor, now }: Context,
  pharmacyId: string,
  lines: readonly EnteredLot[],
): Promise<{ faults: (NoteReason & { line: number })[]; lots: number }> {
  const products = await productsOfNewItems(
    tx,
    pharmacyId,
    lines.map(({ productId }) => productId),
  )
  const box = await packagingNamed(tx, { label: 'Boîte', units: 1 })
  const { cashStep, coefficientOf: ofSection } = await countryPrices(tx, pharmacyId)
  const faults: (NoteReason & { line: number })[] = []
  const judged = lines.map((entered) => {
    const { line, productId, lot, expiresOn, cost } = entered
    const product = products.get(productId)!
    const packagingId = product.packagingId ?? box
    const coefficient = coefficientOf(product, ofSection(product.section))
    const policyPrice =
      cost === null || coefficient === null ? null : priceOfCost(cost, coefficient, product.roundingStep ?? cashStep)
    const salePrice = entered.salePrice ?? policyPrice
    if (cost === null) faults.push({ line, field: 'purchasePrice', text: 'Le prix d’achat manque.' })
    else if (salePrice === null) faults.push({ line, field: 'salePrice', text: 'Le prix public manque.' })
    const known = product.lots.map((each) => ({ ...each, packaging: each.packagingId }))
    if (twinOf(known, { id: null, packaging: packagingId }, { lot, expiresOn }))
      faults.push({ line, field: 'lot', text: 'Ce lot est déjà en stock.' })
    const isRecalled = lot !== null && product.recalledLots.some((recalled) => sameLot(recalled, lot))
    return { ...entered, id: randomUUID(), packagingId, salePrice, blocked: isRecalled ? ('recall' as const) : null }
  })
  if (faults.length > 0 || judged.length === 0) return { faults, lots: 0 }
  const same = groupBy(judged, ({ productId, lot, expiresOn, cost, salePrice }) =>
    [productId, lot && plainLot(lot), expiresOn, cost, salePrice].join('\n'),
  )
  const items = [...same.values()].map((group) => ({
    ...group[0]!,
    quantity: group.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  await insertItems(tx, pharmacyId, items)
  await moveStock(tx, pharmacyId, {
    movements: items.map(({ id, quantity }) => ({ stockItemId: id, cause: 'initial' as const, quantity })),
    userId: actor.userId,
    at: now,
    rev: (await takeRevisions(tx, pharmacyId, 1)) + 1,
  })
  return { faults, lots: items.length }
}

import { saturated } from '#shared/domain/money.ts'
import type { Expiry } from '#shared/contract/expiries.ts'
import { addDays, daysBetween } from '#shared/domain/dates.ts'
import { type Demand, demandOf } from '#shared/domain/expiries/demand.ts'
import { expiryProposal, type ExpiryProposal, safeChance } from '#shared/domain/expiries/expiry-proposal.ts'
import { type LotOutlook, lotOutlooks } from '#shared/domain/expiries/lot-outlook.ts'
import { isExpired } from '#shared/domain/stock.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { ExpiringLot, SisterStock } from '#server/expiries/expiry.repo.ts'
import type { SoldDaysOf } from '#server/stock/demand.repo.ts'

/** A lot with its outlook. `demand` and `outlook` are null when the demand is unknown, expired or set aside. */
export type JudgedLot = {
  lot: ExpiringLot
  days: number
  daysInStock: number
  demand: Demand | null
  outlook: LotOutlook | null
  returnUntil: string | null
}

/** The outlook of each lot: lots of one product and packaging leave by FEFO and share its demand. */
export function judgeLots(lots: readonly ExpiringLot[], sold: readonly SoldDaysOf[], today: string): JudgedLot[] {
  const soldOf = new Map(sold.map((each) => [`${each.productId} ${each.packagingId}`, each]))
  const judged: JudgedLot[] = []
  for (const [key, shelf] of groupBy(lots, (lot) => `${lot.pharmacyProductId} ${lot.packagingId}`)) {
    const days = soldOf.get(key)
    const demand = days ? demandOf(days) : null
    const sellable = shelf.filter(({ expiresOn, blocked }) => !isExpired(expiresOn, today) && blocked === null)
    const outlooks = demand
      ? lotOutlooks(
          demand,
          sellable.map((lot) => ({ ...lot, archived: false })),
          today,
        )
      : new Map<string, LotOutlook>()
    for (const lot of shelf)
      judged.push({
        lot,
        days: daysBetween(today, lot.expiresOn),
        daysInStock: days?.days ?? 0,
        demand,
        outlook: outlooks.get(lot.id) ?? null,
        returnUntil: lot.returnDays === null ? null : addDays(lot.expiresOn, -lot.returnDays),
      })
  }
  return judged
}

/** Whether a sister pharmacy could take the lot: it will not sell here, and its supplier takes it no more. */
export function needsSister({ lot, outlook, returnUntil }: JudgedLot, today: string): boolean {
  return (
    lot.productId !== null &&
    outlook !== null &&
    outlook.chance < safeChance &&
    (returnUntil === null || returnUntil < today)
  )
}

type Sister = NonNullable<Expiry['proposal']['sister']>

/** The sister pharmacy that sells most of these packages, by product and packaging. */
export function bestSisters(stocks: readonly SisterStock[]): ReadonlyMap<string, Sister> {
  const best = new Map<string, Sister>()
  for (const { id, name, productId, packagingId, stock, sold } of stocks) {
    const perDay = demandOf(sold)?.perDay ?? 0
    const key = `${productId} ${packagingId}`
    if (perDay > (best.get(key)?.perDay ?? 0)) best.set(key, { id, name, perDay, stock })
  }
  return best
}

/** The row of the list. Costs are null for members who may not see them. */
export function expiryOf(
  judged: JudgedLot,
  { today, sisters, seesCosts }: { today: string; sisters: ReadonlyMap<string, Sister>; seesCosts: boolean },
): Expiry {
  const { lot, days, daysInStock, demand, outlook, returnUntil } = judged
  const { id, pharmacyProductId, label, packaging, storage, quantity, expiresOn, blocked, discountPercent } = lot
  const sister = sisters.get(`${lot.productId} ${lot.packagingId}`) ?? null
  const proposal = expiryProposal({
    today,
    lot,
    days,
    demand,
    outlook,
    returnUntil,
    sister: sister && { pharmacyId: sister.id, perDay: sister.perDay, stock: sister.stock },
  })
  const left = isExpired(expiresOn, today) ? quantity : (outlook?.left ?? null)
  return {
    id,
    pharmacyProductId,
    label,
    packaging,
    lot: lot.lot,
    storage,
    supplier: lot.supplierId === null ? null : { id: lot.supplierId, name: lot.supplierName ?? '' },
    quantity,
    expiresOn,
    days,
    blocked,
    discountPercent,
    salePrice: lot.salePrice,
    daysInStock,
    perDay: demand?.perDay ?? null,
    ahead: outlook?.ahead ?? null,
    chance: outlook?.chance ?? null,
    left,
    riskCost: left === null || !seesCosts ? null : saturated(Math.round(left * lot.purchasePrice)),
    riskPrice: left === null ? null : saturated(Math.round(left * lot.salePrice)),
    returnUntil,
    proposal: proposalRow(proposal, sister),
    task: taskOf(lot),
  }
}

function proposalRow(proposal: ExpiryProposal, sister: Sister | null): Expiry['proposal'] {
  const none = { quantity: null, percent: null, sister: null, because: null }
  switch (proposal.kind) {
    case 'none':
      return { ...none, kind: 'none', because: proposal.because }
    case 'return':
    case 'destroy':
      return { ...none, kind: proposal.kind, quantity: proposal.quantity }
    case 'discount':
      return { ...none, kind: 'discount', quantity: proposal.quantity, percent: proposal.percent }
    case 'transfer':
      return { ...none, kind: 'transfer', quantity: proposal.quantity, sister }
  }
}

function taskOf({ taskId: id, taskKind: kind, taskQuantity: quantity }: ExpiringLot): Expiry['task'] {
  return id === null || kind === null || quantity === null ? null : { id, kind, quantity }
}

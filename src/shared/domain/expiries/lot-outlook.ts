import { daysBetween } from '#shared/domain/dates.ts'
import type { Demand } from '#shared/domain/expiries/demand.ts'
import { shortfall } from '#shared/domain/expiries/shortfall.ts'
import { leavesFirst } from '#shared/domain/fefo.ts'

/** `chance`: that the whole lot is sold before its date, 0 to 1. `left`: the units that are expected to stay. */
export type Outlook = { chance: number; left: number }

/**
 * The outlook of a lot that `ahead` units of other lots leave before, with `days` left to sell. It is sold out when the
 * demand of these days reaches ahead + quantity.
 */
export function lotOutlook(
  demand: Demand,
  { days, ahead, quantity }: { days: number; ahead: number; quantity: number },
): Outlook {
  const asked = { mean: demand.perDay * Math.max(0, days), spread: demand.spread }
  const all = shortfall(asked, ahead + quantity)
  return {
    chance: quantity > 0 ? 1 - all.below : 1,
    left: Math.min(quantity, Math.max(0, all.missing - shortfall(asked, ahead).missing)),
  }
}

type WaitingLot = {
  id: string
  packaging: string
  lot: string | null
  expiresOn: string | null
  quantity: number
  archived: boolean
}
/** `ahead`: the units that are expected to be sold before this lot. */
export type LotOutlook = Outlook & { ahead: number }

/**
 * The outlook of each dated lot of one packaging. The lots leave by FEFO. A lot that expires earlier takes demand only
 * for the units that it is expected to sell: what stays of it expires, and no longer competes. All lots are sellable:
 * not expired, not set aside, with a quantity above zero.
 */
export function lotOutlooks<Lot extends WaitingLot>(
  demand: Demand,
  lots: readonly Lot[],
  today: string,
): ReadonlyMap<string, LotOutlook> {
  const outlooks = new Map<string, LotOutlook>()
  let day: string | null = null
  /** Units ahead that earlier days sell, and all units before the lot on the same day. */
  let ahead = 0
  let soldByDay = 0
  for (const { id, expiresOn, quantity } of lots.toSorted(leavesFirst)) {
    if (expiresOn === null) break
    if (expiresOn !== day) {
      ahead = Math.round(soldByDay)
      day = expiresOn
    }
    const outlook = lotOutlook(demand, { days: daysBetween(today, expiresOn), ahead, quantity })
    outlooks.set(id, { ...outlook, ahead })
    ahead += quantity
    soldByDay += quantity - outlook.left
  }
  return outlooks
}

import { atom } from 'jotai'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { PharmacySettings, ServiceOffer } from '#shared/contract/users.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { ClosingRights } from '#shared/domain/preparation.ts'
import { cashDue, saleBalance } from '#shared/domain/sale.ts'
import { isExpired } from '#shared/domain/stock.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { uncountedChangesAtom } from '#shared/store/lists/uncounted-sales.ts'
import { boxesOf, mayBeOpened, openableLots } from './opened-lots.ts'

/** What a till uses before it has heard of its pharmacy: Benin, francs CFA. */
const unknownCountry = {
  countryCode: 'BJ',
  cashStep: 5,
  denominations: [10_000, 5_000, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 10, 5],
  operators: [] as readonly string[],
  timeZone: 'UTC',
}

/** Coins, notes and operators of the pharmacy's country, and where its days begin. */
export const tradeAtom = atom((get) => {
  const pharmacy = get(terminalAtom)?.pharmacy
  if (!pharmacy) return unknownCountry
  const { code: countryCode, cashRoundingStep, denominations, phoneOperators } = pharmacy.country
  return {
    countryCode,
    cashStep: cashRoundingStep,
    denominations,
    operators: phoneOperators,
    timeZone: pharmacy.timeZone,
  }
})

/** What the pharmacy sells that is no stock; a terminal that was last told by an earlier version knows of none. */
export const servicesAtom = atom(
  (get): readonly ServiceOffer[] =>
    (get(terminalAtom)?.pharmacy?.settings as Partial<PharmacySettings> | undefined)?.services ?? [],
)

const quarterMs = 15 * 60_000

/** The pharmacy's calendar day of a moment. */
export const dayOfAtom = atom((get) => {
  const { timeZone } = get(tradeAtom)
  let last = { quarter: NaN, day: '' }
  return (moment: Date) => {
    // Days begin at a quarter of an hour everywhere: every gesture asks, and the calendar of a time zone is slow.
    const quarter = Math.floor(moment.getTime() / quarterMs)
    if (quarter !== last.quarter) last = { quarter, day: localDayOf(moment, timeZone) }
    return last.day
  }
})

export const permissionsAtom = atom((get): ReadonlySet<Permission> => new Set(get(sessionAtom)?.permissions))

/** The most that this member takes off a sale, in percent of its total; null: no limit, or an unlock that did not say (the server decides then). */
export const discountLimitAtom = atom((get): number | null => get(sessionAtom)?.discountLimit ?? null)

/** What a customer has left to pay of a sale, in coins that exist. */
export const saleDueAtom = atom((get) => {
  const { cashStep } = get(tradeAtom)
  return (sale: Pick<LocalSale, 'records' | 'vouchers' | 'payments'>) =>
    cashDue(saleBalance(sale, cashStep).remainder, cashStep)
})

/** What this member may, as far as ending a sale asks. */
export const closingRightsAtom = atom((get): ClosingRights => {
  const permissions = get(permissionsAtom)
  return {
    maySellExpired: permissions.has('sale.expired'),
    mayDiscount: permissions.has('sale.discount'),
    discountLimit: get(discountLimitAtom),
  }
})

export type LeftOf = (item: Pick<StockItem, 'id' | 'quantity'>) => number

/** What this terminal shows of each lot: its last list minus its own uncounted sales. */
export const leftOfAtom = atom((get): LeftOf => {
  const changes = get(uncountedChangesAtom)
  return ({ id, quantity }) => quantity + (changes.get(id) ?? 0)
})

export type Sellable = { boxes: number; units: number }

/** What of a product may be sold, boxes and loose units apart: unexpired lots that are not archived. */
export function sellableStock(product: PharmacyProduct, today: string, leftOf: LeftOf): Sellable {
  const maySell = (item: StockItem) => !item.archived && !(item.expiresOn !== null && isExpired(item.expiresOn, today))
  const sumOf = (items: readonly StockItem[]) => items.reduce((sum, item) => sum + leftOf(item), 0)
  // What loose units cost is not asked here.
  const units = product.stockItems.some(mayBeOpened)
    ? openableLots(product, 1)
        .filter((lot) => maySell(lot.units))
        .map((lot) => lot.units)
    : []
  return { boxes: sumOf(boxesOf(product).filter(maySell)), units: sumOf(units) }
}

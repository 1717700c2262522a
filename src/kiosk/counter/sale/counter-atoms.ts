import { atom } from 'jotai'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { ServiceOffer } from '#shared/contract/pharmacy-settings.ts'
import type { BoxesAndUnits } from '#shared/domain/boxes-and-units.ts'
import { firstCountry } from '#shared/domain/countries/country-facts.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { dutyOf } from '#shared/domain/fiscal/stamp-duty.ts'
import { fiscalProfile, invoicingOf } from '#shared/domain/fiscal/profiles.ts'
import type { ListedRules } from '#shared/domain/listed-medicines.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { ClosingRights } from '#shared/domain/preparation.ts'
import { cashDue, saleBalance } from '#shared/domain/sale.ts'
import { sellableQuantity } from '#shared/domain/stock.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { uncountedChangesAtom } from '#shared/store/lists/uncounted-sales.ts'
import { boxesOf, mayBeOpened, openableLots } from './opened-lots.ts'

/** Coins, notes, operators and time zone of the pharmacy's country. */
export const tradeAtom = atom((get) => {
  const pharmacy = get(terminalAtom)?.pharmacy
  const { code: countryCode, cashRoundingStep, denominations, phoneOperators } = pharmacy?.country ?? firstCountry
  return {
    countryCode,
    cashStep: cashRoundingStep,
    denominations,
    operators: phoneOperators,
    timeZone: pharmacy?.timeZone ?? 'UTC',
    fiscalPlatform: pharmacy?.country.fiscalPlatform ?? ('none' as const),
  }
})

/** The services that the pharmacy sells. */
export const servicesAtom = atom((get): readonly ServiceOffer[] => get(terminalAtom)?.pharmacy?.settings.services ?? [])

/** Whether list I needs a prescription before the sale closes. */
export const listedRulesAtom = atom((get): ListedRules => ({
  listOneNeedsPrescription: get(terminalAtom)?.pharmacy?.settings.listOneNeedsPrescription ?? true,
}))

/** Whether the seller says which sales get a normalised invoice. */
export const invoicesOnRequestAtom = atom((get): boolean => {
  const { country, settings } = get(terminalAtom)?.pharmacy ?? {}
  return (
    country !== undefined &&
    invoicingOf(fiscalProfile(country.fiscalPlatform), settings?.fiscalInvoices) === 'on-request'
  )
})

/** The stamp duty that a sale bears when it is paid in cash, in minor units; 0 where the pharmacy has none. */
export const dutyAtom = atom((get) => {
  const pharmacy = get(terminalAtom)?.pharmacy
  return (sale: Pick<LocalSale, 'isInvoiced' | 'paidDuty'>): number =>
    pharmacy ? dutyOf(fiscalProfile(pharmacy.country.fiscalPlatform), pharmacy.settings, sale) : 0
})

const quarterMs = 15 * 60_000

/** The calendar day of a moment, in the pharmacy's time zone. */
export const dayOfAtom = atom((get) => {
  const { timeZone } = get(tradeAtom)
  let last = { quarter: NaN, day: '' }
  return (moment: Date) => {
    // Every time zone's days begin at a quarter of an hour. Caching by quarter avoids the slow time zone calendar at
    // each gesture.
    const quarter = Math.floor(moment.getTime() / quarterMs)
    if (quarter !== last.quarter) last = { quarter, day: localDayOf(moment, timeZone) }
    return last.day
  }
})

export const permissionsAtom = atom((get): ReadonlySet<Permission> => new Set(get(sessionAtom)?.permissions))

/**
 * The highest discount that this member may give, in percent of the total. Null: no limit, or the unlock did not say
 * (then the server decides).
 */
export const discountLimitAtom = atom((get): number | null => get(sessionAtom)?.discountLimit ?? null)

/** What the customer still has to pay of a sale, rounded to existing coins. */
export const saleDueAtom = atom((get) => {
  const { cashStep } = get(tradeAtom)
  return (sale: Pick<LocalSale, 'records' | 'vouchers' | 'payments'>) =>
    cashDue(saleBalance(sale, cashStep).remainder, cashStep)
})

/** The rights of this member that matter for closing a sale. */
export const closingRightsAtom = atom((get): ClosingRights => {
  const permissions = get(permissionsAtom)
  return {
    maySellExpired: permissions.has('sale.expired'),
    mayDispenseListed: permissions.has('sale.listed'),
    mayDiscount: permissions.has('sale.discount'),
    discountLimit: get(discountLimitAtom),
  }
})

export type LeftOf = (item: Pick<StockItem, 'id' | 'quantity'>) => number

/** What this terminal shows as left of each lot: the last list minus its own sales that the list does not count yet. */
export const leftOfAtom = atom((get): LeftOf => {
  const changes = get(uncountedChangesAtom)
  return ({ id, quantity }) => quantity + (changes.get(id) ?? 0)
})

/** What may be sold of a product, boxes and loose units apart. */
export function sellableStock(product: PharmacyProduct, today: string, leftOf: LeftOf): BoxesAndUnits {
  const sumOf = (items: readonly StockItem[]) =>
    items.reduce((sum, item) => sum + sellableQuantity({ ...item, quantity: leftOf(item) }, today), 0)
  // The price of loose units does not matter here.
  const units = product.stockItems.some(mayBeOpened) ? openableLots(product, 1).map((lot) => lot.units) : []
  return { boxes: sumOf(boxesOf(product)), units: sumOf(units) }
}

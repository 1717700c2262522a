import { demandOf, fewestDaysInStock, type Demand, type SoldDays } from '#shared/domain/expiries/demand.ts'
import { saturated, type Minor } from '#shared/domain/money.ts'

/** A month of sales stays in stock, besides what sells until the next delivery. */
export const coverDays = 30
/** No more is ordered than what sells in three months: the rest would expire or bind money. */
export const longestCoverDays = 90
/** A product without a delivery rhythm of its supplier. */
export const usualRhythmDays = 7
/** 90 % of deliveries come before the stock is sold out, where daily sales vary as they did. */
const serviceFactor = 1.28
/** A sale of the last 60 days says twice as much of the next weeks as an older one. */
const recentWeight = 2
/** With less sold in one of the two periods of last year, the season is unknown. */
const fewestSeasonUnits = 20
const [weakestSeason, strongestSeason] = [0.5, 2]

/** Sold a year ago: in the 60 days before this day of the year, and in the 30 days that followed. */
export type SeasonUnits = { before: number; after: number }

/** What decides how much of a product is ordered. Quantities are boxes of the packaging that is delivered. */
export type NeedFacts = {
  /** What may be sold: without expired and blocked lots. */
  stock: number
  /** On open orders, and on deliveries that are not closed. */
  coming: number
  /** Owed to clients who paid. */
  dues: number
  minimum: number
  /** 0: none. */
  maximum: number
  sold: SoldDays & { recentDays: number; recentUnits: number }
  season: SeasonUnits
  /** Asked for in vain in the last 30 days. */
  askedInVain: number
  /** Days from one delivery of the supplier to the next. */
  rhythmDays: number
}

/** Why boxes are proposed; the first that applies. */
export const needReasons = ['due', 'out', 'minimum', 'low', 'asked'] as const
export type NeedReason = (typeof needReasons)[number]

export type Need = {
  /** Boxes to order; 0 when the stock lasts. */
  quantity: number
  reason: NeedReason | null
  /** Expected in the next weeks; null when the product was in stock on too few days. */
  perDay: number | null
  /** The factor of the season that `perDay` holds; 1 when unknown. */
  season: number
  /** Days until what is here and on its way is sold; null when nothing says so. */
  daysLeft: number | null
  /** Boxes that shall be in stock after the delivery. */
  target: number
}

/**
 * What is here and on its way, without what clients wait for. A stock below zero says that boxes were sold before they
 * came: boxes that clients are owed are among them, and count once.
 */
export function positionOf({ stock, coming, dues }: Pick<NeedFacts, 'stock' | 'coming' | 'dues'>): number {
  return stock + coming - Math.max(0, dues - Math.max(0, -stock))
}

/** Boxes that clients have paid for and that neither the shelf nor a delivery has. */
export function promisedOf({ stock, coming, dues }: Pick<NeedFacts, 'stock' | 'coming' | 'dues'>): number {
  return Math.max(0, dues - Math.max(0, stock) - coming)
}

/** The need of a product: stock up to `target` once it no longer lasts until the delivery after the next one. */
export function needOf(facts: NeedFacts): Need {
  const { minimum, rhythmDays, askedInVain } = facts
  const position = positionOf(facts)
  const season = seasonOf(facts.season)
  const demand = recentDemand(facts.sold)
  const perDay = demand && demand.perDay * season
  const margin = demand && perDay ? safetyBoxes(demand, perDay, rhythmDays) : 0
  const expected = perDay ?? 0
  const orderBelow = Math.max(minimum, Math.ceil(expected * rhythmDays) + margin, perDay === null ? askedInVain : 0)
  const target = Math.max(
    orderBelow,
    capped(
      Math.min(Math.ceil(expected * (coverDays + rhythmDays)) + margin, Math.ceil(expected * longestCoverDays)),
      facts,
    ),
  )
  const isNeeded = position < 0 || position < orderBelow
  return {
    quantity: isNeeded ? Math.max(0, target - position) : 0,
    reason: isNeeded ? reasonOf(facts, position, perDay) : null,
    perDay,
    season,
    daysLeft: perDay ? Math.max(0, Math.floor(position / perDay)) : position <= 0 ? 0 : null,
    target,
  }
}

/** Turnover lost until the next delivery when nothing is ordered now, in minor units. `price`: of one box. */
export function lossWithout({ perDay, daysLeft }: Need, { rhythmDays }: NeedFacts, price: number): Minor {
  return saturated(Math.round((perDay ?? 0) * Math.max(0, rhythmDays - (daysLeft ?? rhythmDays)) * price))
}

/** Boxes beyond the expected sales of some days, with which they last in nine cases of ten. */
export function safetyBoxes({ spread }: Demand, perDay: number, days: number): number {
  return Math.ceil(serviceFactor * Math.sqrt(spread * perDay * days))
}

function capped(boxes: number, { maximum }: NeedFacts): number {
  return maximum > 0 ? Math.min(boxes, maximum) : boxes
}

function reasonOf({ dues, minimum }: NeedFacts, position: number, perDay: number | null): NeedReason {
  if (dues > 0 && position < 0) return 'due'
  if (position <= 0) return perDay === null && minimum === 0 ? 'asked' : 'out'
  return position < minimum ? 'minimum' : 'low'
}

/** The demand of the last 180 days, in which a recent sale weighs more. Null with too few days in stock. */
export function recentDemand({ recentDays, recentUnits, ...sold }: NeedFacts['sold']): Demand | null {
  const demand = demandOf(sold)
  if (!demand || sold.days < fewestDaysInStock) return null
  const weight = recentWeight - 1
  const perDay = Math.max(0, sold.units + weight * recentUnits) / (sold.days + weight * recentDays)
  return { ...demand, perDay }
}

/** How the next weeks differed from those before them a year ago. */
function seasonOf({ before, after }: SeasonUnits): number {
  if (before < fewestSeasonUnits || after < fewestSeasonUnits) return 1
  return Math.min(strongestSeason, Math.max(weakestSeason, after / 30 / (before / 60)))
}

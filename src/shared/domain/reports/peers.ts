import { addDays, addMonths } from '#shared/domain/dates.ts'
import type { Period } from '#shared/domain/reports/compared-period.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { periodOn } from '#shared/domain/reports/relative-period.ts'

/** What is compared between pharmacies: figures that do not grow with the pharmacy, none a sum of money. */
export const peerMeasures = [
  'meanBasket',
  'marginRate',
  'discountRate',
  'stockDays',
  'outRate',
] as const satisfies readonly MeasureName[]
export type PeerMeasure = (typeof peerMeasures)[number]

/** By the sales of a month; `below` is the first number that is too large. */
const bands = [
  { size: 'small', below: 1_500 },
  { size: 'middle', below: 5_000 },
  { size: 'large', below: Infinity },
] as const
export type PeerSize = (typeof bands)[number]['size']
export const peerSizes = bands.map(({ size }) => size) as [PeerSize, ...PeerSize[]]

/** The size of a pharmacy with so many sales in a month. */
export function peerSizeOf(sales: number): PeerSize {
  return bands.find(({ below }) => sales < below)?.size ?? 'large'
}

/** Sales of a month from `from` on and below `below`; null: without a bound. */
export function boundsOf(size: PeerSize): { from: number | null; below: number | null } {
  const at = peerSizes.indexOf(size)
  const { below } = bands[at]!
  return { from: bands[at - 1]?.below ?? null, below: Number.isFinite(below) ? below : null }
}

/** From this day of a month on, the month before is compared: tills send late what they sold without a network. */
const firstDay = 3

/** The first and the last day of the newest month that may be compared on a day. */
export function peerMonth(today: string): Period {
  return periodOn('last-month', addDays(today, 1 - firstDay))
}

/** The days of the month that begins on a day. */
export function periodOfMonth(from: string): Period {
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** A pharmacy that takes part. `figure` null: unknown there. `turnover`: of the month, minor units. */
export type Peer = { owner: string; figure: number | null; turnover: number }
/** About a quarter is below `lower`, half below `median`, a quarter above `upper`. */
export type Quartiles = { lower: number; median: number; upper: number }

/** Fewer other owners would know each other's figures. */
export const fewestOwners = 5
/** Most of the turnover and of the pharmacies that one owner may be: one of so many. */
const shareOf = 4

/**
 * The quartiles of a measure over the pharmacies of other owners than `own`; null where fewer than five of them know it, or
 * one owner is more than a quarter of their turnover or of their number. Each quartile is the mean of two or three figures,
 * so none is the figure of one pharmacy.
 */
export function peerQuartiles(measure: PeerMeasure, peers: readonly Peer[], own: string): Quartiles | null {
  const others = peers.flatMap(({ figure, ...rest }) =>
    rest.owner === own || figure === null ? [] : [{ figure, ...rest }],
  )
  if (!isAdmissible(others)) return null
  const sorted = others.map(({ figure }) => figure).toSorted((a, b) => a - b)
  const count = sorted.length
  const quarter = Math.max(1, Math.round(count / 4))
  const middle = Math.floor((count - 2) / 2)
  const scale = measures[measure].unit === 'percent' ? 10 : 1
  const mean = (from: number, until: number): number => {
    const taken = sorted.slice(from, until)
    return Math.round((taken.reduce((sum, figure) => sum + figure, 0) / taken.length) * scale) / scale
  }
  return {
    lower: mean(quarter - 1, quarter + 1),
    median: mean(middle, count - middle),
    upper: mean(count - quarter - 1, count - quarter + 1),
  }
}

function isAdmissible(others: readonly { owner: string; turnover: number }[]): boolean {
  const byOwner = new Map<string, { turnover: number; pharmacies: number }>()
  let total = 0
  for (const { owner, turnover } of others) {
    const known = byOwner.get(owner) ?? { turnover: 0, pharmacies: 0 }
    const counted = Math.max(0, turnover)
    total += counted
    byOwner.set(owner, { turnover: known.turnover + counted, pharmacies: known.pharmacies + 1 })
  }
  return (
    byOwner.size >= fewestOwners &&
    total > 0 &&
    [...byOwner.values()].every(
      ({ turnover, pharmacies }) => turnover * shareOf <= total && pharmacies * shareOf <= others.length,
    )
  )
}

/** Demand is measured over this many days before today: enough for what sells once a month. */
export const demandDays = 180
/** The newest part of these days, which says more of the next weeks. */
export const recentDays = 60
/** With fewer days in stock, the demand of a product is unknown. */
export const fewestDaysInStock = 21
/** A higher spread comes from single large sales; it is capped, so that probabilities do not underflow. */
const widestSpread = 50

/**
 * What was sold of a product, over the days on which it was in stock: units, less returns, and the sum of the squares
 * of the daily units.
 */
export type SoldDays = { days: number; units: number; squares: number }

/**
 * Units sold per day in stock. `spread`: variance of the daily units divided by their mean; 1 for independent
 * customers (Poisson), more where sales come in clusters. Never less than 1.
 */
export type Demand = { perDay: number; spread: number }

/**
 * The demand of a product. Days without stock are not counted: they say nothing about demand. Null when the product was
 * in stock on too few days.
 */
export function demandOf({ days, units, squares }: SoldDays): Demand | null {
  if (days < fewestDaysInStock) return null
  const perDay = Math.max(0, units) / days
  if (perDay === 0) return { perDay, spread: 1 }
  const variance = (squares - days * perDay * perDay) / (days - 1)
  return { perDay, spread: Math.min(widestSpread, Math.max(1, variance / perDay)) }
}

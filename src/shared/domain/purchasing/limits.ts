import { caps } from '#shared/domain/caps.ts'
import {
  coverDays,
  longestCoverDays,
  recentDemand,
  safetyBoxes,
  type NeedFacts,
} from '#shared/domain/purchasing/need.ts'

/** A supplier whose orders tell no delay yet. */
export const usualDelayDays = 1

/** `delayDays`: from sending an order to its first delivery. `rhythmDays`: from one delivery to the next. */
export type LimitFacts = Pick<NeedFacts, 'sold' | 'rhythmDays'> & { delayDays: number }
/** Boxes; a maximum of 0 is none. */
export type StockLimits = { minimum: number; maximum: number }

/** Why other limits are proposed; the first that applies. */
export const limitReasons = ['unsold', 'none', 'too-low', 'too-high', 'maximum'] as const
export type LimitReason = (typeof limitReasons)[number]

/**
 * The limits that the demand asks for, without the season. Minimum: what sells until an order that is sent at the next
 * occasion has come, and a margin with which nine orders in ten come in time. Maximum: a month of sales more, at most
 * three months of them. Null when the demand is unknown. Laws: 0 ≤ minimum ≤ maximum; a product that does not sell has
 * none; more demand, delay or rhythm never lowers the minimum.
 */
export function limitsOf({ sold, rhythmDays, delayDays }: LimitFacts): StockLimits | null {
  const demand = recentDemand(sold)
  if (demand === null) return null
  const { perDay } = demand
  const waitDays = delayDays + rhythmDays
  const margin = safetyBoxes(demand, perDay, waitDays)
  const minimum = Math.min(caps.quantity, Math.ceil(perDay * waitDays) + margin)
  const month = Math.ceil(perDay * (waitDays + coverDays)) + margin
  const maximum = Math.min(caps.quantity, Math.max(minimum, Math.min(month, Math.ceil(perDay * longestCoverDays))))
  return { minimum, maximum }
}

/** Why the proposed limits differ from those of today; null when they do not. */
export function limitReason(today: StockLimits, proposed: StockLimits): LimitReason | null {
  if (today.minimum === proposed.minimum && today.maximum === proposed.maximum) return null
  if (proposed.maximum === 0) return 'unsold'
  if (today.minimum === 0 && proposed.minimum > 0) return 'none'
  if (today.minimum !== proposed.minimum) return today.minimum < proposed.minimum ? 'too-low' : 'too-high'
  return 'maximum'
}

import type { Demand } from '#shared/domain/expiries/demand.ts'
import { lotOutlook, type LotOutlook } from '#shared/domain/expiries/lot-outlook.ts'
import type { MedicineList } from '#shared/domain/listed-medicines.ts'
import { isExpired } from '#shared/domain/stock.ts'

/** What can be done with a lot that may not be sold before its date. */
export const expiryGestures = ['return', 'transfer', 'discount', 'destroy'] as const
export type ExpiryGesture = (typeof expiryGestures)[number]

/** Why nothing is proposed: it sells in time, its demand is unknown, it is set aside, or no gesture helps. */
export const expiryWaits = ['sells', 'unknown', 'set-aside', 'no-way'] as const
export type ExpiryWait = (typeof expiryWaits)[number]

/** `quantity`: the units that the gesture is for. */
export type ExpiryProposal =
  | { kind: 'none'; because: ExpiryWait }
  | { kind: 'return' | 'destroy'; quantity: number }
  | { kind: 'discount'; quantity: number; percent: number }
  | { kind: 'transfer'; quantity: number; pharmacyId: string }

/** From this chance on, a lot is left alone. */
export const safeChance = 0.8
/** Discounts that the counter proposes, in percent. */
export const discountSteps = [10, 20, 30, 50] as const
/**
 * Assumption: each 10 % off raises the demand by a quarter (price elasticity of about −2.5, usual for goods that
 * customers choose themselves).
 */
const liftOfTenPercent = 1.25

type Facts = {
  today: string
  lot: {
    expiresOn: string
    quantity: number
    blocked: 'quarantine' | 'recall' | null
    list: MedicineList
  }
  /** Days until the lot expires. */
  days: number
  /** Null: the demand is unknown. */
  demand: Demand | null
  outlook: LotOutlook | null
  /** The last day on which the supplier takes the lot back; null when none does. */
  returnUntil: string | null
  /** A pharmacy of the same owner, with its own demand and stock of the product. */
  sister: { pharmacyId: string; perDay: number; stock: number } | null
}

/**
 * The gesture that saves most of a lot. A return brings back the whole cost, a sister pharmacy that sells the product
 * fast enough the whole price, a discount a part of it. Listed medicines get no discount: a price must not decide about
 * them. An expired lot can only be destroyed.
 */
export function expiryProposal({ today, lot, days, demand, outlook, returnUntil, sister }: Facts): ExpiryProposal {
  const { expiresOn, quantity, blocked, list } = lot
  if (blocked) return { kind: 'none', because: 'set-aside' }
  if (isExpired(expiresOn, today)) return { kind: 'destroy', quantity }
  if (!demand || !outlook) return { kind: 'none', because: 'unknown' }
  if (outlook.chance >= safeChance) return { kind: 'none', because: 'sells' }
  const staying = Math.min(quantity, Math.max(1, Math.ceil(outlook.left)))
  if (returnUntil !== null && returnUntil >= today) return { kind: 'return', quantity: staying }
  if (sister && sister.perDay * days - sister.stock >= staying)
    return { kind: 'transfer', quantity: staying, pharmacyId: sister.pharmacyId }
  if (list !== 'none') return { kind: 'none', because: 'no-way' }
  return { kind: 'discount', quantity, percent: discountFor(demand, { days, ahead: outlook.ahead, quantity }) }
}

/** The smallest discount with which the lot is likely sold; the largest when none suffices. */
function discountFor(demand: Demand, lot: { days: number; ahead: number; quantity: number }): number {
  const enough = discountSteps.find((percent) => {
    const lifted = { ...demand, perDay: demand.perDay * liftOfTenPercent ** (percent / 10) }
    return lotOutlook(lifted, lot).chance >= safeChance
  })
  return enough ?? discountSteps.at(-1)!
}

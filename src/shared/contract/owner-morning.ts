import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, Instant, Money } from '#shared/contract/values.ts'

/** What an owner reads of one pharmacy; null where the member lacks the right there. Minor units of its currency. */
const OwnerMorning = z.object({
  pharmacyId: Id,
  name: z.string(),
  city: z.string(),
  currency: z.object({ symbol: z.string(), decimals: z.int() }),
  readAt: Instant,
  /** True: without drawers that the member sees only after their count. */
  withheld: z.literal(true).optional(),
  /** As « Hier » of the dashboard. `before`: the turnover of the same weekday of the week before. */
  yesterday: z.object({ day: Day, turnover: Money, sales: z.int(), margin: Money.nullable(), before: Money }),
  /** As the dashboard. `usual`: the mean of this weekday up to this hour. */
  today: z.object({ turnover: Money, sales: z.int(), usual: Money }),
  /** `expected`: in the open drawers now, as their reports say. `toDeposit`: of yesterday’s. */
  cash: z.object({ expected: Money.nullable(), toDeposit: Money }),
  /** The list to order from: products, and their sum where a price is known. */
  toOrder: z.object({ products: z.int(), amount: Money }).nullable(),
  /** Statements of suppliers that are not paid. */
  toPay: z.object({ owed: Money, overdue: Money }).nullable(),
  /** « Créances », and what of bills is past its day. */
  toCollect: z.object({ owed: Money, late: Money }),
  /** Lots that expire within 90 days and wait for a decision, and what would be lost of them at sale price. */
  toSave: z.object({ lots: z.int(), risk: Money }),
})
export type OwnerMorning = z.infer<typeof OwnerMorning>

export const ownerMorning = {
  ownPharmacies: endpoint({
    method: 'GET',
    path: '/usage/pharmacies',
    summary: 'The pharmacies of the caller’s account in which it is a member who may see reports; this one first',
    permission: 'report.see',
    reply: z.array(OwnerMorning.pick({ pharmacyId: true, name: true, city: true })),
  }),
  ownerMorning: endpoint({
    method: 'GET',
    path: '/usage/pharmacies/{id}/morning',
    summary: 'What the owner reads in the morning of one of these pharmacies, with the rights of the member there',
    permission: 'report.see',
    params: z.object({ id: Id }),
    reply: OwnerMorning,
  }),
}

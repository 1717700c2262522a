import * as z from 'zod'
import { expiryGestures, expiryWaits } from '#shared/domain/expiries/expiry-proposal.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
  Id,
  Money,
  PageQuery,
  pageOf,
  Percent,
  Quantity,
  Search,
  severalOf,
  sortedBy,
} from '#shared/contract/values.ts'

const Gesture = z.enum(expiryGestures)
const Named = z.object({ id: Id, name: z.string() })

const ExpiryProposal = z.object({
  kind: z.enum([...expiryGestures, 'none']),
  /** The units that the gesture is for; null for `none`. */
  quantity: Quantity.nullable(),
  /** Of a discount. */
  percent: Percent.nullable(),
  /** Of a transfer: the pharmacy of the same owner, with what it sells per day and has in stock. */
  sister: Named.extend({ perDay: z.number(), stock: Quantity }).nullable(),
  /** Of `none`: why nothing is proposed. */
  because: z.enum(expiryWaits).nullable(),
})

/** A lot in stock that is expired or expires within six months, with its outlook (`domain/expiries`). */
export const Expiry = z.object({
  /** Of the stock item. */
  id: Id,
  pharmacyProductId: Id,
  label: z.string(),
  packaging: z.string(),
  lot: z.string().nullable(),
  storage: z.string().nullable(),
  supplier: Named.nullable(),
  quantity: Quantity,
  expiresOn: Day,
  /** Days left to sell; negative when expired. */
  days: z.int(),
  blocked: z.enum(['quarantine', 'recall']).nullable(),
  discountPercent: Percent.nullable(),
  salePrice: Money,
  /** Days in stock over which the demand was measured, and units sold per such day; null when too few. */
  daysInStock: z.int(),
  perDay: z.number().nullable(),
  /** The units that are expected to be sold before this lot. */
  ahead: Quantity.nullable(),
  /** The chance that the whole lot is sold before its date, 0 to 1; null when the demand is unknown. */
  chance: z.number().nullable(),
  /** Units that are expected to stay; all of an expired lot; null when the demand is unknown. */
  left: z.number().nullable(),
  /** `left` at purchase price; null also for members who may not see costs. */
  riskCost: Money.nullable(),
  /** `left` at sale price. */
  riskPrice: Money.nullable(),
  /** The last day on which the supplier takes the lot back; null when it does not. */
  returnUntil: Day.nullable(),
  proposal: ExpiryProposal,
  /** The open task of the lot. */
  task: z.object({ id: Id, kind: Gesture, quantity: Quantity }).nullable(),
})
export type Expiry = z.infer<typeof Expiry>

/** The sums of all filtered lots. Lots with an unknown demand have no risk. */
const ExpirySums = z.object({ units: Quantity, value: Money, riskCost: Money.nullable(), riskPrice: Money })

/** A lot that leaves before another one. */
const LotAhead = z.object({ id: Id, lot: z.string().nullable(), expiresOn: Day, quantity: Quantity, left: z.number() })

export const expiries = {
  list: endpoint({
    method: 'GET',
    path: '/expiries',
    summary: 'Lots that are expired or expire within six months, with the chance to sell each; first to expire first',
    permission: 'report.see',
    query: PageQuery.extend({
      search: Search.optional(),
      /** `expired`, or not expired and within so many days. */
      within: z.enum(['expired', '30', '60', '90', '180']).optional(),
      /** Not expired, and in this month: `2026-11`. */
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .optional(),
      storage: z.string().max(200).optional(),
      supplierId: Id.optional(),
      proposal: severalOf(z.enum([...expiryGestures, 'none'])).optional(),
      /** Those for which no work is open and which are not set aside. */
      undecided: z.literal('only').optional(),
      sort: sortedBy(
        'label',
        'lot',
        'storage',
        'supplier',
        'quantity',
        'expiresOn',
        'chance',
        'left',
        'riskCost',
        'riskPrice',
        'returnUntil',
        'proposal',
      ).optional(),
    }),
    reply: pageOf(Expiry).extend({ sums: ExpirySums }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/expiries/{id}',
    summary: 'One lot of the list, with the lots that leave before it',
    permission: 'report.see',
    params: ById,
    reply: Expiry.extend({ lotsAhead: z.array(LotAhead) }),
  }),
}

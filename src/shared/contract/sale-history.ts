import * as z from 'zod'
import { Id, Instant, Money } from '#shared/contract/values.ts'

/** For what a sale of a drawer that is not counted is opened. */
export const openingPurposes = ['reprint', 'return', 'correction', 'due'] as const
export type OpeningPurpose = (typeof openingPurposes)[number]

/** The versions of a sale, oldest first, and the events of each. */
export const SaleHistory = z.object({
  versions: z.array(
    z.object({
      id: Id,
      number: z.int(),
      version: z.int(),
      status: z.enum(['CLOSED', 'CANCELED']),
      /** Null while the drawer of the version is withheld from the member, as in the list of sales. */
      total: Money.nullable(),
      soldAt: Instant,
      receivedAt: Instant,
      sellerName: z.string(),
    }),
  ),
  events: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('closed'),
        saleId: Id,
        at: Instant,
        byName: z.string(),
        /**
         * The member who sent the sale, by the token of the request. Null if the sender is the seller or a terminal
         * account.
         */
        sentByName: z.string().nullable().default(null),
      }),
      z.object({
        kind: z.literal('canceled'),
        saleId: Id,
        at: Instant,
        byName: z.string(),
        reason: z.string(),
        replacedBy: Id.nullable(),
      }),
      z.object({
        kind: z.literal('returned'),
        saleId: Id,
        at: Instant,
        byName: z.string(),
        reason: z.string(),
        number: z.int(),
        total: Money.nullable(),
      }),
      z.object({
        kind: z.literal('opened'),
        saleId: Id,
        at: Instant,
        byName: z.string(),
        purpose: z.enum(openingPurposes),
      }),
      z.object({
        kind: z.literal('date'),
        saleId: Id,
        at: Instant,
        byName: z.string(),
        from: Instant,
        to: Instant,
        /** Null for a correction of before a reason was asked. */
        reason: z.string().nullable(),
      }),
    ]),
  ),
  /**
   * The rights that other members gave for gestures at these versions. `amount`: of a discount its percentage, of a price
   * the price in minor units. Earlier servers do not send them.
   */
  grants: z
    .array(
      z.object({
        saleId: Id,
        at: Instant,
        byName: z.string(),
        permission: z.string(),
        amount: z.int().nullable(),
        isProven: z.boolean(),
      }),
    )
    .default([]),
})
export type SaleHistory = z.infer<typeof SaleHistory>

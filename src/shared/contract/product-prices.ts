import * as z from 'zod'
import { Id, Instant, Money, Note, Text, UnitPrice } from '#shared/contract/values.ts'

/**
 * How the sale prices of a product follow from its costs: typed, by the coefficient of its regulatory section, or by its
 * own. `coefficient` in thousandths (1320 is 1.32). Prices are rounded up to a multiple of `roundingStep` minor units;
 * null: the cash step of the country.
 */
export const PricePolicy = z.object({
  mode: z.enum(['free', 'section', 'coefficient']),
  coefficient: z.int().min(1).max(100_000).nullable().default(null),
  roundingStep: z.int().min(1).max(100_000).nullable().default(null),
})

/** `packaging`: its label, as the lots show it. */
export const NewPrice = z.object({
  packaging: Text,
  salePrice: UnitPrice,
  reason: Note.default(null),
  acceptsBelowCost: z.boolean().default(false),
})

export const PriceChange = z.object({
  id: Id,
  at: Instant,
  userName: z.string(),
  lot: z.string().nullable(),
  packaging: z.string(),
  before: Money,
  after: Money,
  /** Null for members who may not see costs. */
  cost: Money.nullable(),
  cause: z.enum(['typed', 'policy']),
  reason: z.string().nullable(),
})
export type PriceChange = z.infer<typeof PriceChange>

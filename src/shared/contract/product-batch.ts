import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { PricePolicy } from '#shared/contract/product-prices.ts'
import { SectionCode } from '#shared/contract/sections.ts'
import { Id } from '#shared/contract/values.ts'

/** A stock limit of a product, in boxes. */
export const Threshold = z.int().min(0).max(caps.quantity)

/** Most products of one batch. */
export const mostInBatch = 10_000

/** Only the fields named are changed. `only`: `judge` changes nothing and tells what would be refused. */
export const BatchUpdate = z.object({
  ids: z.array(Id).min(1).max(mostInBatch),
  changes: z.object({
    storageId: Id.nullable().optional(),
    minimum: Threshold.optional(),
    maximum: Threshold.optional(),
    categoryId: Id.nullable().optional(),
    section: SectionCode.nullable().optional(),
    addedTagIds: z.array(Id).max(20).optional(),
    removedTagIds: z.array(Id).max(20).optional(),
    pricePolicy: PricePolicy.optional(),
    archived: z.boolean().optional(),
  }),
  acceptsBelowCost: z.boolean().default(false),
  only: z.enum(['judge']).nullable().default(null),
})
export type BatchUpdate = z.output<typeof BatchUpdate>

/** Why one product of a batch refuses the change: a message of the catalogue with its details. */
export const BatchRefusal = z.object({ id: Id, label: z.string(), message: z.string(), details: z.unknown() })
export type BatchRefusal = z.infer<typeof BatchRefusal>

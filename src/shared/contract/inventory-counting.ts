import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { lineStates } from '#shared/domain/inventories/counted-line.ts'
import { inventoryStates } from '#shared/domain/inventories/inventory-state.ts'
import { madeAtTill } from '#shared/contract/made-at-till.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Day, Id, Instant, Note, Secret } from '#shared/contract/values.ts'

/** A lot of an inventory, as everybody may see it. */
export const inventoryLot = {
  stockItemId: Id,
  pharmacyProductId: Id,
  label: z.string(),
  packaging: z.string(),
  lot: z.string().nullable(),
  expiresOn: Day.nullable(),
  storage: z.string().nullable(),
  /** Two counts must agree: a narcotic. */
  countsTwice: z.boolean(),
  state: z.enum(lineStates),
}

/** A lot as who counts sees it: without any figure, so that the count is blind. `codes`: what its boxes carry. */
export const SheetLine = z.object({ ...inventoryLot, packagingId: Id, codes: z.array(z.string()), isMine: z.boolean() })
export type SheetLine = z.infer<typeof SheetLine>

/**
 * A count as a terminal or a phone keeps it until it is sent. `found`: a lot that the inventory does not have, instead of
 * `stockItemId`; it is looked for by its number and date, and entered when the pharmacy does not have it.
 */
export const NewCount = z.object({
  ...madeAtTill,
  doneAt: Instant,
  inventoryId: Id,
  stockItemId: Id.nullable(),
  found: z.object({ pharmacyProductId: Id, packagingId: Id, lot: Note, expiresOn: Day.nullable() }).optional(),
  kind: z.enum(['whole', 'more']),
  quantity: z.int().min(0).max(caps.quantity),
})
export type NewCount = z.infer<typeof NewCount>

const byCounting = { permission: 'inventory.count' } as const

/** The calls of who counts, at a terminal or with a phone. */
export const inventoryCounting = {
  sheet: endpoint({
    ...byCounting,
    method: 'GET',
    path: '/inventories/{id}/sheet',
    summary: 'The lots of an inventory to count, without any quantity',
    byCountingLink: true,
    params: ById,
    reply: z.object({
      inventory: z.object({ id: Id, number: z.int(), label: z.string(), state: z.enum(inventoryStates) }),
      /** Who counts with this answer. */
      member: z.object({ id: Id, name: z.string() }),
      lines: z.array(SheetLine),
    }),
  }),
  count: endpoint({
    ...byCounting,
    method: 'POST',
    path: '/inventories/counts',
    summary: 'Keep the count of a lot, exactly once',
    touches: ['inventories', 'pharmacy-products'],
    deferred: true,
    byCountingLink: true,
    body: NewCount,
    reply: z.object({ id: Id, stockItemId: Id }),
    status: 200,
  }),
  countingLink: endpoint({
    ...byCounting,
    method: 'POST',
    path: '/inventories/{id}/counting-link',
    summary: 'Make the link with which a phone counts in the name of the caller, until the inventory ends or 12 h',
    touchesNothing: 'a link is shown only to who asked for it',
    params: ById,
    body: z.object({ id: Id }),
    /** `token`: the bearer token of the phone, shown once. */
    reply: z.object({ token: Secret, expiresAt: Instant }),
    status: 201,
  }),
}

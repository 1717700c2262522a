import * as z from 'zod'
import { caps } from '#shared/domain/caps.ts'
import { correctionReasons } from '#shared/domain/lot-corrections.ts'
import { adjustmentReasons } from '#shared/domain/stock-reasons.ts'
import { madeAtTill } from '#shared/contract/made-at-till.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { LotNumber } from '#shared/contract/stock-items.ts'
import { Grant } from '#shared/contract/tokens.ts'
import { Day, Id, Instant, Note } from '#shared/contract/values.ts'

/** `grant`: the right that another member lent for this act on this lot. */
const ofLot = { ...madeAtTill, stockItemId: Id, doneAt: Instant, grant: Grant.optional() }

/** Opens boxes of a lot: they leave it, and their units enter the lot's stock item of loose units. */
export const NewUnpacking = z.object({ ...ofLot, boxes: z.int().positive().max(1000) })
export type NewUnpacking = z.infer<typeof NewUnpacking>
/** `change`: the difference, never the counted quantity. A note is required for the reason `other`. */
export const NewAdjustment = z.object({
  ...ofLot,
  change: z
    .int()
    .min(-caps.quantity)
    .max(caps.quantity)
    .refine((change) => change !== 0, 'no change'),
  reason: z.enum(adjustmentReasons),
  note: Note.default(null),
})
export type NewAdjustment = z.infer<typeof NewAdjustment>
/** Sets a lot and its loose units aside, or releases them. */
export const NewLotBlock = z.object({
  ...ofLot,
  act: z.enum(['quarantine', 'release']),
  note: Note.default(null),
})
export type NewLotBlock = z.infer<typeof NewLotBlock>

/**
 * Moves a lot, with its loose units, to a storage, or its product as a whole: then the usual place of the product
 * changes, and lots with a place of their own stay. `storageId` null: of a lot, back to its product; of a product, no
 * place.
 */
export const NewStorageMove = z.object({ ...ofLot, storageId: Id.nullable(), whole: z.boolean() })
export type NewStorageMove = z.infer<typeof NewStorageMove>

/** Corrects what a lot says of its boxes, with its loose units: what it said (`from`), and what it says from now on. */
export const NewLotCorrection = z.object({
  ...ofLot,
  lot: LotNumber,
  expiresOn: Day.nullable(),
  from: z.object({ lot: LotNumber, expiresOn: Day.nullable() }),
  reason: z.enum(correctionReasons),
  note: Note.default(null),
})
export type NewLotCorrection = z.infer<typeof NewLotCorrection>

/** An act on a lot as a terminal stores it until it is sent. */
export const NewStockAct = z.discriminatedUnion('act', [
  NewUnpacking.extend({ act: z.literal('unpack') }),
  NewAdjustment.extend({ act: z.literal('adjust') }),
  NewLotBlock.extend({ act: z.literal('quarantine') }),
  NewLotBlock.extend({ act: z.literal('release') }),
  NewStorageMove.extend({ act: z.literal('move') }),
  NewLotCorrection.extend({ act: z.literal('correct') }),
])
export type NewStockAct = z.infer<typeof NewStockAct>

const common = {
  permission: 'stock.adjust',
  touches: ['pharmacy-products'],
  deferred: true,
  reply: z.object({ id: Id }),
} as const

export const stockActs = {
  unpack: endpoint({
    method: 'PATCH',
    path: '/pharmacy-products/unpack',
    summary: 'Open boxes of a lot as loose units, exactly once',
    body: NewUnpacking,
    ...common,
  }),
  adjust: endpoint({
    method: 'PATCH',
    path: '/pharmacy-products/adjust',
    summary: 'Correct the quantity of a lot with a reason, exactly once',
    body: NewAdjustment,
    ...common,
  }),
  block: endpoint({
    method: 'PATCH',
    path: '/pharmacy-products/block',
    summary: 'Set a lot aside (quarantine) or release it, exactly once',
    body: NewLotBlock,
    ...common,
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/pharmacy-products/move',
    summary: 'Move a lot, or its product, to another storage, exactly once',
    body: NewStorageMove,
    ...common,
    touches: ['pharmacy-products', 'storages'],
  }),
  correct: endpoint({
    method: 'PATCH',
    path: '/pharmacy-products/correct-lot',
    summary: 'Correct the number and the expiry of a lot with a reason, exactly once',
    body: NewLotCorrection,
    ...common,
  }),
}

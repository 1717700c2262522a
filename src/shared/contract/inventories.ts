import * as z from 'zod'
import { abcClasses } from '#shared/domain/inventories/abc.ts'
import { doubtReasons } from '#shared/domain/inventories/doubt.ts'
import { lineStates } from '#shared/domain/inventories/counted-line.ts'
import { adjustmentReasons } from '#shared/domain/stock-reasons.ts'
import { inventoryCounting, inventoryLot } from '#shared/contract/inventory-counting.ts'
import { inventoryStates } from '#shared/domain/inventories/inventory-state.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  Day,
  Id,
  Instant,
  Money,
  Note,
  PageQuery,
  pageOf,
  Percent,
  Quantity,
  Reason,
  Search,
  severalOf,
  sortedBy,
  Text,
} from '#shared/contract/values.ts'

const someIds = z.array(Id).min(1).max(200)
/** Which lots are counted: in stock, or the last one of a product that is out. */
export const InventoryScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole') }),
  z.object({ kind: z.literal('storages'), ids: someIds }),
  z.object({ kind: z.literal('categories'), ids: someIds }),
  /** By the turnover of the last 180 days. */
  z.object({ kind: z.literal('abc'), class: z.enum(abcClasses) }),
  /** Lots that expire within so many days, or have. */
  z.object({ kind: z.literal('expiring'), days: z.int().min(1).max(730) }),
  z.object({ kind: z.literal('products'), ids: z.array(Id).min(1).max(1_000) }),
])
export type InventoryScope = z.infer<typeof InventoryScope>

/** The id comes from the window, so that a repeated call makes no second inventory. */
export const NewInventory = z.object({ id: Id, label: Text, scope: InventoryScope })
export type NewInventory = z.infer<typeof NewInventory>

export const Inventory = z.object({
  id: Id,
  /** Without gaps. */
  number: z.int(),
  label: z.string(),
  scope: InventoryScope,
  state: z.enum(inventoryStates),
  createdAt: Instant,
  createdByName: z.string(),
  closedAt: Instant.nullable(),
  closedByName: z.string().nullable(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
  /** Lots, and those that were counted at least once. */
  lines: z.int(),
  counted: z.int(),
  /**
   * Of a closed inventory: lots that differed, and what was missing and too much, at cost. Null while it is open, and
   * the values for members without `stock.see-cost`.
   */
  differing: z.int().nullable(),
  missing: Money.nullable(),
  surplus: Money.nullable(),
})
export type Inventory = z.infer<typeof Inventory>

/** Of the lots, how many stand in each state. */
const Progress = z.object({ toCount: z.int(), toRecount: z.int(), counted: z.int() })
export const InventoryDetail = Inventory.extend({ progress: Progress })
export type InventoryDetail = z.infer<typeof InventoryDetail>

/** A lot as who closes sees it. Figures are null for members without `inventory.close`, and while nobody counted. */
export const InventoryLine = z.object({
  ...inventoryLot,
  rounds: z.int(),
  counted: Quantity.nullable(),
  /** What the shelf held by the ledger at the moment of the last count. */
  expected: Quantity.nullable(),
  difference: Quantity.nullable(),
  countedAt: Instant.nullable(),
  countedByName: z.string().nullable(),
  /** The difference at cost; null also for members without `stock.see-cost`. */
  value: Money.nullable(),
  reason: z.enum(adjustmentReasons).nullable(),
  note: z.string().nullable(),
})
export type InventoryLine = z.infer<typeof InventoryLine>

/** What is known of the shelf of a product, and why it is worth a count. */
export const DoubtfulProduct = z.object({
  id: Id,
  label: z.string(),
  storage: z.string().nullable(),
  lots: z.int(),
  lastCountedAt: Instant.nullable(),
  movements: z.int(),
  reasons: z.array(z.enum(doubtReasons)),
})
export type DoubtfulProduct = z.infer<typeof DoubtfulProduct>

/** Of the closed inventories of a period: a storage or a month. Values at cost. */
export const InventoryReportRow = z.object({
  /** The id of a storage, « none » without one, or the month as `2026-11`. */
  key: z.string(),
  label: z.string(),
  lots: z.int(),
  right: z.int(),
  accuracy: Percent.nullable(),
  missing: Money.nullable(),
  surplus: Money.nullable(),
  /** What was missing, in thousandths of what should have been there. */
  shrinkage: z.int().nullable(),
})
export type InventoryReportRow = z.infer<typeof InventoryReportRow>

const byCounting = { permission: 'inventory.count' } as const
const byClosing = { permission: 'inventory.close' } as const

export const inventories = {
  ...inventoryCounting,
  list: endpoint({
    ...byCounting,
    method: 'GET',
    path: '/inventories',
    summary: 'List inventories, newest first unless sorted',
    query: PageQuery.extend({
      search: Search.optional(),
      state: severalOf(z.enum(inventoryStates)).optional(),
      sort: sortedBy(
        'number',
        'label',
        'state',
        'createdAt',
        'user',
        'lines',
        'counted',
        'missing',
        'surplus',
      ).optional(),
    }),
    reply: pageOf(Inventory),
  }),
  doubtful: endpoint({
    ...byCounting,
    method: 'GET',
    path: '/inventories/doubtful',
    summary: 'The products whose stock is most doubtful, and the quiet hours to count them',
    query: z.object({ size: z.coerce.number().int().min(1).max(200).default(20) }),
    reply: z.object({ products: z.array(DoubtfulProduct), quietHours: z.array(z.int()) }),
  }),
  report: endpoint({
    ...byCounting,
    method: 'GET',
    path: '/inventories/report',
    summary: 'Accuracy and shrinkage of closed inventories, by storage or month',
    query: z.object({ from: Day, to: Day, by: z.enum(['storage', 'month']) }),
    reply: z.array(InventoryReportRow),
  }),
  read: endpoint({
    ...byCounting,
    method: 'GET',
    path: '/inventories/{id}',
    summary: 'Read an inventory with its progress',
    params: ById,
    reply: InventoryDetail,
  }),
  lines: endpoint({
    ...byCounting,
    method: 'GET',
    path: '/inventories/{id}/lines',
    summary: 'The lots of an inventory with what was counted',
    params: ById,
    query: PageQuery.extend({
      search: Search.optional(),
      state: severalOf(z.enum(lineStates)).optional(),
      only: z.enum(['differing']).optional(),
      sort: sortedBy(
        'label',
        'lot',
        'storage',
        'state',
        'rounds',
        'counted',
        'expected',
        'difference',
        'value',
        'reason',
        'user',
      ).optional(),
    }),
    /** Sums of the kept lots, at cost. */
    reply: pageOf(InventoryLine).extend({ missing: Money.nullable(), surplus: Money.nullable() }),
  }),
  create: endpoint({
    ...byClosing,
    method: 'POST',
    path: '/inventories',
    summary: 'Begin an inventory of some lots',
    touches: ['inventories'],
    body: NewInventory,
    reply: Inventory,
    status: 201,
  }),
  explain: endpoint({
    ...byClosing,
    method: 'PATCH',
    path: '/inventories/{id}/lines',
    summary: 'Say why lots of an open inventory differ',
    touches: ['inventories'],
    params: ById,
    body: z.object({
      stockItemIds: z.array(Id).min(1).max(1_000),
      reason: z.enum(adjustmentReasons).nullable(),
      note: Note.default(null),
    }),
    reply: z.object({ changed: z.int() }),
  }),
  close: endpoint({
    ...byClosing,
    method: 'POST',
    path: '/inventories/{id}/close',
    summary: 'Book the differences of an inventory: one movement for each lot that differs; again: what is left',
    touches: ['inventories', 'pharmacy-products'],
    params: ById,
    body: z.object({
      /** Lots that nobody counted are left as they are, or are gone. */
      uncounted: z.enum(['left', 'gone']).default('left'),
      /** Books the last count of lots that should be counted again. */
      acceptsDiffering: z.boolean().default(false),
    }),
    reply: Inventory,
    status: 200,
  }),
  cancel: endpoint({
    ...byClosing,
    method: 'POST',
    path: '/inventories/{id}/cancel',
    summary: 'Cancel an open inventory; no stock moves',
    touches: ['inventories'],
    params: ById,
    body: z.object({ reason: Reason }),
    reply: Inventory,
    status: 200,
  }),
}

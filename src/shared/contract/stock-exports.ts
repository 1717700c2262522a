import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { exportFormats } from '#shared/contract/exports.ts'
import { ById, Day, ErrorBody, Id, Instant, Money, PageQuery, pageOf, Percent } from '#shared/contract/values.ts'

/** One row of the file: per category, per storage, per product and packaging, or per lot. */
export const stockGroupings = ['category', 'storage', 'product', 'lot'] as const
export type StockGrouping = (typeof stockGroupings)[number]

export const NewStockExport = z.object({
  id: Id,
  /** A moment, or a day: its end in the pharmacy’s time zone. Default: now. Never in the future. */
  at: z.union([Instant, Day]).optional(),
  format: z.enum(exportFormats),
  groupBy: z.enum(stockGroupings),
})
export type NewStockExport = z.infer<typeof NewStockExport>

/**
 * The stock at a moment, valued at cost and at sale price, as a file that the server prepares in the background. It is
 * kept for 30 days.
 */
export const StockExport = z.object({
  id: Id,
  at: Instant,
  format: z.enum(exportFormats),
  groupBy: z.enum(stockGroupings),
  /** False: asked by a member who may not see costs. The file has none. */
  withCost: z.boolean(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  progress: Percent,
  askedAt: Instant,
  byName: z.string(),
  finishedAt: Instant.nullable(),
  /** Rows of the file; null until it is done. */
  rows: z.int().nullable(),
  /** Null without costs, for members without `stock.see-cost`, and until it is done. */
  costValue: Money.nullable(),
  priceValue: Money.nullable(),
  /** Why it failed, as the error of a call. */
  error: ErrorBody.nullable(),
})
export type StockExport = z.infer<typeof StockExport>

export const stockExports = {
  create: endpoint({
    method: 'POST',
    path: '/stock-exports',
    summary: 'Prepare a file with the valued stock at a moment',
    permission: 'data.export',
    touches: ['stock-exports'],
    body: NewStockExport,
    unreplayed: 'job',
    reply: StockExport,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/stock-exports',
    summary: 'The files with the valued stock of the last 30 days, newest first',
    permission: 'data.export',
    query: PageQuery,
    reply: pageOf(StockExport),
  }),
  read: endpoint({
    method: 'GET',
    path: '/stock-exports/{id}',
    summary: 'The file; one with costs needs the right to see them',
    permission: 'data.export',
    file: true,
    params: ById,
    reply: z.instanceof(Blob),
  }),
}

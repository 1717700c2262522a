import * as z from 'zod'
import { endpoint, type Access } from '#shared/contract/endpoint.ts'
import type { Resource } from '#shared/contract/freshness.ts'
import { ById, Id, Instant, multilineTexts, pageOf } from '#shared/contract/values.ts'
import { keptReasons } from '#shared/domain/imports/undo-plan.ts'

/** A row of a file that an import did not take. `code`, `label`: as they were read; texts in French. */
const RefusedRow = z.object({
  line: z.int(),
  code: z.string(),
  label: z.string(),
  /** `field`: the field of the file that is at fault; null: the row. */
  errors: z.array(z.object({ field: z.string().nullable(), text: z.string() })),
})
export type RefusedRow = z.infer<typeof RefusedRow>

const cell = z.string().max(500).register(multilineTexts)
/** The rows that the window read as faulty and leaves out; the history of the import tells them. */
export const refusedRows = (most: number) =>
  z
    .array(
      z.object({
        line: z.int().positive(),
        code: cell,
        label: cell,
        errors: z.array(z.object({ field: z.string().max(50).nullable(), text: cell })).max(20),
      }),
    )
    .max(most)
    .default([])

/** A row that an undo left as it is. */
const KeptRow = z.object({ code: z.string(), label: z.string(), why: z.enum(keptReasons) })
export type KeptRow = z.infer<typeof KeptRow>

const Undone = { removed: z.int(), restored: z.int(), kept: z.int() }

/** A file that was imported. `gone`: absent from the file, and therefore ended; `refused`: the number of rows not taken. */
const ImportRun = z.object({
  id: Id,
  fileName: z.string().nullable(),
  importedByName: z.string(),
  importedAt: Instant,
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  gone: z.int(),
  refused: z.int(),
  undone: z.object({ byName: z.string(), at: Instant, ...Undone }).nullable(),
  /** Only the last import that was not undone can be. */
  canUndo: z.boolean(),
})
export type ImportRun = z.infer<typeof ImportRun>

/** The calls of a kind of import that keeps its history and can be undone. `query` names what the files are about. */
export function importRunCalls<Query extends z.ZodObject>(of: {
  path: string
  /** « the insured persons of a contract ». */
  noun: string
  query: Query
  read: Access
  write: Access
  touches: readonly [Resource, ...Resource[]]
}) {
  return {
    history: endpoint({
      method: 'GET',
      path: of.path,
      summary: `The imported files of ${of.noun}, newest first`,
      permission: of.read,
      query: of.query,
      reply: pageOf(ImportRun),
    }),
    rows: endpoint({
      method: 'GET',
      path: `${of.path}/{id}/rows`,
      summary: `The rows that an import of ${of.noun} did not take, and those that its undo left`,
      permission: of.read,
      params: ById,
      reply: z.object({ refused: z.array(RefusedRow), kept: z.array(KeptRow) }),
    }),
    /** Undone before: the same answer again. `requests:conflict` when it is not the last import. */
    undo: endpoint({
      method: 'POST',
      path: `${of.path}/{id}/undo`,
      summary: `Take back what the last import of ${of.noun} added and changed, except what was changed or used since`,
      permission: of.write,
      touches: of.touches,
      params: ById,
      /** Rows taken away, rows that are again what they were, rows left. */
      reply: z.object(Undone),
      status: 200,
    }),
  }
}
export type ImportRunCalls = ReturnType<typeof importRunCalls>

import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { importRunCalls } from '#shared/contract/import-runs.ts'
import { ById, Id, multilineTexts, Note, PageQuery } from '#shared/contract/values.ts'
import { insuredFields } from '#shared/domain/insured/insured-fields.ts'

/** A cell of the file, of one or several lines. */
const cellOf = (most: number) => z.string().max(most).register(multilineTexts)

/** The header of the payer's file for each field. Stored per payer, as the proposal for the next file. */
export const InsuredMapping = z.partialRecord(z.enum(insuredFields), cellOf(200).optional())
export type InsuredMapping = z.infer<typeof InsuredMapping>

/** A row of the file: its line number, and the unchanged texts of the mapped columns. */
const InsuredRow = z.object({
  line: z.int().positive(),
  fields: z.partialRecord(z.enum(insuredFields), cellOf(500).optional()),
})
export type InsuredRow = z.infer<typeof InsuredRow>

const RowOutcome = z.object({
  line: z.int(),
  /** `aside`: the row names no insured person (a total, a separator). */
  outcome: z.enum(['create', 'change', 'same', 'error', 'aside']),
  name: z.string(),
  number: z.string(),
  /** Id of the matching person, if there is one. */
  personId: Id.nullable(),
  /** In French, for the user who imports the file. */
  errors: z.array(z.object({ field: z.enum(insuredFields), text: z.string() })),
  /** What the import ignores, with the reason: values of the row, or the whole row. */
  setAside: z.array(z.object({ field: z.enum(insuredFields), text: z.string() })),
})
export type RowOutcome = z.infer<typeof RowOutcome>

/** 20,000 members with every column have 12 MB. */
const fileOfMembers = { megabytes: 16, values: 400_000 }

const body = z.object({
  contractId: Id,
  rows: z.array(InsuredRow).min(1).max(20_000),
  /** Ends the policies of insured persons that the file does not list. */
  endOthers: z.boolean().default(false),
})
const Counts = z.object({ created: z.int(), changed: z.int(), same: z.int(), ended: z.int(), errors: z.int() })

export const insuredImports = {
  readMapping: endpoint({
    method: 'GET',
    path: '/insured-imports/mapping/{id}',
    summary: 'How the files of insured persons of a payer are read (company, or organization that pays itself)',
    permission: 'member',
    params: ById,
    reply: z.object({ mapping: InsuredMapping.nullable() }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/insured-imports/check',
    summary: 'What an import would do, row by row; nothing is written',
    permission: 'contract.edit',
    inCopy: 'Asks',
    touchesNothing: 'Only judges the file that it is sent',
    largeBody: fileOfMembers,
    cleansTexts: true,
    body,
    unreplayed: 'file',
    reply: Counts.extend({ rows: z.array(RowOutcome) }),
    status: 200,
  }),
  /**
   * Refused with `insured:invalidRows` when any row has an error; with `onlyGood`, such rows are left out, and nobody's
   * policy is ended: a row left out may be the one that names him.
   */
  run: endpoint({
    method: 'POST',
    path: '/insured-imports',
    summary: 'Import the insured persons of a contract: all rows or none, or the good ones only',
    permission: 'contract.edit',
    touches: ['persons'],
    largeBody: fileOfMembers,
    cleansTexts: true,
    body: body.extend({ mapping: InsuredMapping, onlyGood: z.boolean().default(false), fileName: Note.default(null) }),
    unreplayed: 'file',
    reply: Counts,
    status: 200,
  }),
  ...importRunCalls({
    path: '/insured-imports',
    noun: 'the insured persons of a contract',
    query: PageQuery.extend({ contractId: Id }),
    read: 'member',
    write: 'contract.edit',
    touches: ['persons'],
  }),
}

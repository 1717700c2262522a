import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ById,
  ErrorBody,
  Id,
  Instant,
  multilineTexts,
  PageQuery,
  pageOf,
  Percent,
  Search,
  Text,
} from '#shared/contract/values.ts'
import { decimalMarks } from '#shared/domain/files/decimals.ts'
import { mostRegisterRows } from '#shared/domain/registers/register-file.ts'
import { registerFields } from '#shared/domain/registers/register-fields.ts'

/** A cell of the file, of one or several lines. */
const cellOf = (most: number) => z.string().max(most).register(multilineTexts)
const CountryCode = z.string().regex(/^[A-Z]{2}$/)

/** How the files of a country's register are read: the header of each field, and the decimal mark of the prices. */
export const RegisterProfile = z.object({
  columns: z.partialRecord(z.enum(registerFields), cellOf(200).optional()),
  decimals: z.enum(decimalMarks),
})
export type RegisterProfile = z.infer<typeof RegisterProfile>

/** A row of the file: its line number, and the unchanged texts of the mapped columns. */
export const RegisterRow = z.object({
  line: z.int().positive(),
  fields: z.partialRecord(z.enum(registerFields), cellOf(500).optional()),
  /** The line has fewer cells than the headers. */
  isCut: z.boolean().optional(),
})
export type RegisterRow = z.infer<typeof RegisterRow>

/** 50,000 rows with every column have 20 MB. */
const register = { megabytes: 24, values: 1_000_000 }

/** Decision about a row with proposed products: one of them, or null for a new product. */
const Decision = z.object({ line: z.int().positive(), productId: Id.nullable() })

const RegisterFile = z.object({
  countryCode: CountryCode,
  decimals: z.enum(decimalMarks),
  rows: z.array(RegisterRow).min(1).max(mostRegisterRows),
  decisions: z.array(Decision).max(mostRegisterRows).default([]),
})
export const NewRegisterImport = RegisterFile.extend({
  id: Id,
  fileName: Text,
  columns: RegisterProfile.shape.columns,
})

const Counts = z.object({
  created: z.int(),
  changed: z.int(),
  same: z.int(),
  /** Rows with proposed products and no decision: not imported. */
  proposed: z.int(),
  aside: z.int(),
})
export type RegisterCounts = z.infer<typeof Counts>

export const RegisterOutcome = z.object({
  line: z.int(),
  label: z.string(),
  /** The first code, or the registration number. */
  code: z.string(),
  outcome: z.enum(['new', 'change', 'same', 'proposed', 'aside']),
  productId: Id.nullable(),
  productLabel: z.string().nullable(),
  proposals: z.array(z.object({ id: Id, label: z.string() })),
  /** Why the row is set aside, in French, for the user who imports the file. */
  reasons: z.array(z.object({ field: z.enum(registerFields), text: z.string() })),
  /** The fields that the import writes into an existing product. */
  changes: z.array(z.enum(registerFields)),
  /** The undo of an import archived the product: the import takes it into use again. */
  returns: z.boolean(),
})
export type RegisterOutcome = z.infer<typeof RegisterOutcome>

/** A row that an import did not take: set aside, or waiting for a decision. */
export const LeftRow = RegisterOutcome.pick({ line: true, label: true, code: true, outcome: true, reasons: true })
export type LeftRow = z.infer<typeof LeftRow>

const JobStatus = z.enum(['queued', 'running', 'done', 'failed'])

/** Products. */
const UndoCounts = z.object({
  /** Made by the import and used by nothing: deleted. */
  removed: z.int(),
  /** Made by the import and used by a pharmacy, a scheme or a wholesaler: archived. */
  archived: z.int(),
  /** Changed by the import: they get their former values. */
  restored: z.int(),
  /** Changed since, or also listed by the register of another country: left as they are. */
  left: z.int(),
})
export type UndoCounts = z.infer<typeof UndoCounts>

/** A product that an undo did not take back. `used`: it is archived. */
export const KeptProduct = z.object({ productId: Id, label: z.string(), reason: z.enum(['used', 'changed', 'listed']) })
export type KeptProduct = z.infer<typeof KeptProduct>

export const RegisterImport = z.object({
  id: Id,
  countryCode: z.string(),
  fileName: z.string(),
  status: JobStatus,
  progress: Percent,
  askedAt: Instant,
  /** Null: the command line. */
  byName: z.string().nullable(),
  finishedAt: Instant.nullable(),
  /** Null until it is done. */
  counts: Counts.nullable(),
  /** Why it failed, as the error of a call. */
  error: ErrorBody.nullable(),
  /** The last import of its register that stands, and none is waiting: only this one can be undone. */
  canUndo: z.boolean(),
  /** Null until it is asked for. */
  undo: z
    .object({
      status: JobStatus,
      progress: Percent,
      byName: z.string().nullable(),
      finishedAt: Instant.nullable(),
      /** Null until it is done. */
      counts: UndoCounts.nullable(),
      error: ErrorBody.nullable(),
    })
    .nullable(),
})
export type RegisterImport = z.infer<typeof RegisterImport>

const readOne = { permission: 'referential.edit' } as const

export const registerImports = {
  readProfile: endpoint({
    ...readOne,
    method: 'GET',
    path: '/register-imports/profiles/{code}',
    summary: 'How the last file of a country’s register was read',
    params: z.object({ code: CountryCode }),
    reply: z.object({ profile: RegisterProfile.nullable() }),
  }),
  check: endpoint({
    ...readOne,
    method: 'POST',
    path: '/register-imports/check',
    summary: 'What an import of a register would do, row by row; nothing is written',
    inCopy: 'Asks',
    touchesNothing: 'Only judges the file that it is sent',
    largeBody: register,
    cleansTexts: true,
    body: RegisterFile,
    unreplayed: 'file',
    reply: Counts.extend({ rows: z.array(RegisterOutcome) }),
    status: 200,
  }),
  /** A row that cannot be read is set aside; the others are written together, or none. */
  create: endpoint({
    ...readOne,
    method: 'POST',
    path: '/register-imports',
    summary: 'Import a country’s register into the referential, in the background',
    touches: ['register-imports'],
    largeBody: register,
    cleansTexts: true,
    body: NewRegisterImport,
    unreplayed: 'file',
    reply: RegisterImport,
    status: 201,
  }),
  list: endpoint({
    ...readOne,
    method: 'GET',
    path: '/register-imports',
    summary: 'The imports of registers of the last 30 days, newest first',
    query: PageQuery.extend({ search: Search.optional() }),
    reply: pageOf(RegisterImport),
  }),
  read: endpoint({
    ...readOne,
    method: 'GET',
    path: '/register-imports/{id}',
    summary: 'An import of a register, with the rows that it did not take',
    params: ById,
    reply: RegisterImport.extend({ left: z.array(LeftRow), kept: z.array(KeptProduct) }),
  }),
  previewUndo: endpoint({
    ...readOne,
    method: 'GET',
    path: '/register-imports/{id}/undo',
    summary: 'What the undo of an import would do now; nothing is written',
    params: ById,
    reply: UndoCounts,
  }),
  /** Refused with `requests:conflict` when a later import of the register stands or waits. */
  undo: endpoint({
    ...readOne,
    method: 'POST',
    path: '/register-imports/{id}/undo',
    summary: 'Undo the last import of a register, in the background',
    touches: ['register-imports'],
    params: ById,
    unreplayed: 'file',
    reply: RegisterImport,
    status: 201,
  }),
}

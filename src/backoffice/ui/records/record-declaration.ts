import type { ComponentType, ReactNode } from 'react'
import type * as z from 'zod'
import type { Access, Endpoint } from '#shared/contract/endpoint.ts'
import type { Issue } from '#backoffice/ui/forms/issue-words.ts'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import type { AddressValues } from '#backoffice/ui/lists/filter.ts'
import type { Noun } from '#backoffice/ui/lists/french-noun.ts'

export type RecordRow = { id: string; archived?: boolean }

/** Format and check of a field that depend on the pharmacy’s country: a telephone number. */
export type FieldTerms = {
  /** The stored value in the form that people type. */
  typed: (kept: string) => string
  /** Issues that the schema of the call cannot find. Only called for a changed value. */
  issuesOf: (typed: string) => Issue[]
}

/** One field of a record. `draw` receives the form, and whether the record is new. */
export type RecordField<Values> = {
  key: keyof Values & string
  useTerms?: () => FieldTerms
  draw: (form: Form<Values>, how: { isNew: boolean; isFirst: boolean }) => ReactNode
}

/** The calls of `resource()` that a record uses. */
export type RecordCalls = {
  list: Endpoint
  read: Endpoint
  create: Endpoint & { body?: z.ZodType }
  patch: Endpoint & { body?: z.ZodType }
  remove: Endpoint
}

/**
 * A record as data, drawn by `newRecordPanel` and `recordPanel`. They show refusals at their fields, ask before
 * unsaved changes are lost, and show an existing name while it is typed.
 */
export type RecordDeclaration<Row extends RecordRow, Values extends Record<string, unknown>> = {
  noun: Noun
  calls: RecordCalls
  /** The right to change it. */
  needs: Access
  nameOf: (row: Row) => string
  /** The field of the name, where an existing name is shown. Undefined: two records may have the same name. */
  nameField?: keyof Values & string
  /** The values of a new record. `text`: the search; `values`: the parameters of the list’s address. */
  initial: (text: string, values: AddressValues) => Values
  valuesOf: (row: Row) => Values
  /** The body of the calls, when it differs from the values of the fields. */
  bodyOf?: (values: Values, how: { isNew: boolean }) => unknown
  fields: readonly RecordField<Values>[]
  /** Issues between fields: two values that must be the same. */
  check?: (values: Values, how: { isNew: boolean }) => Issue[]
  /** The field where a refusal of the server is shown, and its sentence. */
  refusedAt?: Readonly<Record<string, Issue>>
  /** Which rows must have another name than the typed one; without it, all rows. */
  isOfSameKind?: (row: Row, values: Values) => boolean
  /** Opens a new record after its creation, because it has more to fill in. */
  opensWhenMade?: boolean
  /** Under the title of its panel. */
  subtitle?: (row: Row) => ReactNode
  /** Set when records are archived. `note`: what happens to rows that refer to an archived record. */
  archive?: { note?: string }
  /** The content below the form, specific to this record. */
  Below?: ComponentType<{ row: Row; onClose: () => void }>
}

import type { ComponentType, ReactNode } from 'react'
import type * as z from 'zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Issue } from '#backoffice/ui/forms/issue-words.ts'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import type { AddressValues } from '#backoffice/ui/lists/filter.ts'
import type { Noun } from '#backoffice/ui/lists/french-noun.ts'

export type RecordRow = { id: string; archived?: boolean }

/** What a field can only read and check where the pharmacy stands: a telephone number. */
export type FieldTerms = {
  /** The kept value as somebody types it. */
  typed: (kept: string) => string
  /** What the schema of the call cannot know. Not asked about what nobody changed. */
  issuesOf: (typed: string) => Issue[]
}

/** One field of a record: `draw` gets the form, and whether the record is being made. */
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
 * A record as data: `newRecordPanel` and `recordPanel` draw it. Refusals stand at their fields, leaving asks about what is typed, a name that
 * exists is told while it is typed.
 */
export type RecordDeclaration<Row extends RecordRow, Values extends Record<string, unknown>> = {
  noun: Noun
  calls: RecordCalls
  /** Who may change it. */
  needs: Permission
  nameOf: (row: Row) => string
  /** The field that holds the name: a name that exists is told there. */
  nameField: keyof Values & string
  /** What a new one begins with; `text`: what was searched for, `values`: what the address of the list says. */
  initial: (text: string, values: AddressValues) => Values
  valuesOf: (row: Row) => Values
  /** The body of the calls, where it is not what stands in the fields. */
  bodyOf?: (values: Values, how: { isNew: boolean }) => unknown
  fields: readonly RecordField<Values>[]
  /** Which rows share the namespace of what is typed; undefined: all of them. */
  isOfSameKind?: (row: Row, values: Values) => boolean
  /** A new one is opened once it is made: there is more to say of it. */
  opensWhenMade?: boolean
  /** Under the title of its panel. */
  subtitle?: (row: Row) => ReactNode
  /** It is put away rather than deleted; `note` says what becomes of what named it. */
  archive?: { note?: string }
  /** Below the form: what only this record has. */
  Below?: ComponentType<{ row: Row; onClose: () => void }>
}

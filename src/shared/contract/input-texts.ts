import type * as z from 'zod'
import { multilineTexts } from '#shared/contract/values.ts'
import { isPlainText, plainText } from '#shared/domain/plain-text.ts'

type Schema = z.core.$ZodType
type Issue = { path: string; message: string }

/**
 * Issues for texts of a request with control or format characters, also where the schema knows no field. Line feeds are
 * allowed in fields declared `multiline`. The schemas themselves do not check this, because replies share them: a row
 * stored before this rule must stay readable.
 */
export function textIssues(schema: Schema | undefined, input: unknown, path: string): Issue[] {
  const issues: Issue[] = []
  mapTexts(schema ? [schema] : [], input, path, (text, kind, at) => {
    if (!isPlainText(text, kind)) issues.push({ path: at, message: 'control characters' })
    return text
  })
  return issues
}

/** The same input with these characters removed. Returns the input itself when there are none. */
export function withPlainTexts<Input>(schema: Schema | undefined, input: Input): Input {
  return mapTexts(schema ? [schema] : [], input, '', plainText) as Input
}

/** The paths of all text fields of a schema; `*` stands for each item of a list and each key of a record. */
export function textFields(schema: Schema, path = ''): string[] {
  const fields = bareSchemas(schema).flatMap((one) => {
    const { def } = (one as z.core.$ZodTypes)._zod
    switch (def.type) {
      case 'string':
        return [path]
      case 'object':
        return Object.entries(def.shape).flatMap(([key, field]) => textFields(field, `${path}.${key}`))
      case 'array':
        return textFields(def.element, `${path}.*`)
      case 'record':
        return textFields(def.valueType, `${path}.*`)
      default:
        return []
    }
  })
  return [...new Set(fields)]
}

type Change = (text: string, kind: { multiline: boolean }, path: string) => string

/** Whether no text or name of a field has such a character. Fast: a file of members has 260,000 cells. */
function isPlain(input: unknown): boolean {
  if (typeof input === 'string') return isPlainText(input)
  // The bytes of a file are no text.
  if (typeof input !== 'object' || input === null || input instanceof File) return true
  if (Array.isArray(input)) return input.every(isPlain)
  for (const key in input) if (!isPlainText(key) || !isPlain((input as Record<string, unknown>)[key])) return false
  return true
}

/**
 * Copies an input only where a text is not plain. `schemas`: those that the input may have to fit. The name of a field
 * is a text too: that of a record comes from the sender.
 */
function mapTexts(schemas: readonly Schema[], input: unknown, path: string, change: Change): unknown {
  if (isPlain(input)) return input
  const open = schemas.flatMap(bareSchemas)
  if (typeof input === 'string') return change(input, { multiline: open.some(isMultiline) }, path)
  const inside = (key: string, value: unknown) =>
    mapTexts(
      open.flatMap((schema) => below(schema, key)),
      value,
      `${path}.${key}`,
      change,
    )
  if (Array.isArray(input)) return input.map((item, index) => inside(String(index), item))
  return Object.fromEntries(
    Object.entries(input as object).map(([key, value]) => [
      change(key, { multiline: false }, `${path}.${key}`),
      inside(key, value),
    ]),
  )
}

function isMultiline(schema: Schema): boolean {
  return multilineTexts.has(schema)
}

/** The schemas behind the wrappers of one: its options, without « may be null », defaults and transforms. */
export function bareSchemas(schema: Schema): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return bareSchemas(def.innerType)
    case 'pipe':
      return bareSchemas(def.in)
    case 'union':
      return def.options.flatMap(bareSchemas)
    case 'intersection':
      return [...bareSchemas(def.left), ...bareSchemas(def.right)]
    case 'lazy':
      return bareSchemas(def.getter())
    default:
      return [schema]
  }
}

/** The schemas of the fields of a bare one, by their names; `*`: of each item of a list, of each key of a record. */
export function schemasBelow(schema: Schema): Record<string, Schema> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return def.shape
    case 'array':
      return { '*': def.element }
    case 'record':
      return { '*': def.valueType }
    default:
      return {}
  }
}

function below(schema: Schema, key: string): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.hasOwn(def.shape, key) ? [def.shape[key]!] : []
    case 'array':
      return [def.element]
    case 'record':
      return [def.valueType]
    default:
      return []
  }
}

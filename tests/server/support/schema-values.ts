import fc from 'fast-check'

/** A JSON Schema as the OpenAPI document writes it: the keywords that a request of ours uses. */
export type JsonSchema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

const mostItems = 4
const longestText = 60

/**
 * Values that a schema describes, with ids out of `anyId`. A pattern that is also said as a format is left to the format.
 * Throws for a keyword or type that it cannot follow, so that a new one in the contract is seen.
 */
export function valueOf(schema: JsonSchema, anyId: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, anyId)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return textOf(schema, anyId)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -2_147_483_648) + 1, Number.MIN_SAFE_INTEGER),
        max: Math.min(schema.maximum ?? 2_147_483_647, Number.MAX_SAFE_INTEGER),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, anyId), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? mostItems, mostItems)),
      })
    case 'object':
      return objectOf(schema, anyId)
    case undefined:
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`)
  }
}

function objectOf(schema: JsonSchema, anyId: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (!schema.properties && typeof schema.additionalProperties === 'object')
    return fc.dictionary(
      valueOf(schema.propertyNames ?? { type: 'string' }, anyId).map(String),
      valueOf(schema.additionalProperties, anyId),
      { maxKeys: mostItems },
    )
  const values = Object.entries(schema.properties ?? {}).map(([name, child]) => [name, valueOf(child, anyId)] as const)
  return fc.record(Object.fromEntries(values), { requiredKeys: schema.required ?? [] })
}

function textOf({ format, pattern, minLength = 0, maxLength }: JsonSchema, anyId: fc.Arbitrary<string>) {
  const moment = fc.date({ min: new Date('2019-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  switch (format) {
    case 'uuid':
      return anyId
    case 'date':
      return moment.map((date) => date.toISOString().slice(0, 10))
    case 'date-time':
      return moment.map((date) => date.toISOString())
    case 'email':
      return fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.bj$/)
    case 'base64':
      return fc.base64String({ maxLength: longestText })
    case 'binary':
      return fc.string({ unit: 'binary', maxLength: 300 })
    case undefined:
      return pattern
        ? fc.stringMatching(new RegExp(pattern, 'u'))
        : fc.string({
            unit: 'grapheme',
            minLength,
            maxLength: Math.max(minLength, Math.min(maxLength ?? longestText, longestText)),
          })
    default:
      throw new Error(`no texts of format ${format}`)
  }
}

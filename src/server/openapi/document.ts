import type { OpenAPIV3_1 } from 'openapi-types'
import * as z from 'zod'
import { allCalls, type NamedEndpoint } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { ErrorBody } from '#shared/contract/values.ts'
import { ownMessages, specifiedMessages } from '#shared/domain/errors.ts'

/**
 * The types of OpenAPI 3.1 extend those of 3.0 and contradict them: parts are plain objects, only the whole document is
 * typed.
 */
type Part = Record<string, unknown>
type Schema = Part & { properties?: Record<string, Part>; required?: string[] }

/** The API as OpenAPI 3.1, generated from the contract alone: it needs no running server. Made once in a process. */
export function openApiDocument(): OpenAPIV3_1.Document {
  return (made ??= makeDocument())
}

let made: OpenAPIV3_1.Document | undefined

function makeDocument(): OpenAPIV3_1.Document {
  const paths: Record<string, Part> = {}
  for (const call of allCalls) {
    const path = (paths[call.endpoint.path] ??= {})
    path[call.endpoint.method.toLowerCase()] = operationOf(call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Officine',
      version: '0.1.0',
      description:
        'Pharmacy software: counter and back-office. Amounts are whole numbers of the currency’s minor unit; moments are UTC.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(allCalls.map(({ family }) => family))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        identity: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Identity token of the sign-in service.',
        },
      },
      schemas: { Error: errorSchema() },
    },
  } as OpenAPIV3_1.Document
}

function operationOf({ family, name, endpoint }: NamedEndpoint): Part {
  const isPublic = endpoint.permission === 'public'
  const parameters = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')]
  return {
    operationId: `${family}.${name}`,
    tags: [family],
    summary: endpoint.summary,
    description: accessOf(endpoint),
    ...(isPublic ? {} : { security: [{ identity: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              [endpoint.multipart ? 'multipart/form-data' : 'application/json']: {
                schema: schemaOf(endpoint.body, 'input'),
              },
            },
          },
        }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: { [mediaTypeOf(endpoint)]: { schema: schemaOf(endpoint.reply, 'output') } },
      },
      '4XX': {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function mediaTypeOf({ stream, file, csv }: Endpoint): string {
  if (stream) return 'text/event-stream'
  if (file) return 'application/octet-stream'
  return csv ? 'text/csv' : 'application/json'
}

function accessOf({ permission, deferred }: Endpoint): string {
  const who = {
    public: 'Anyone.',
    terminal: 'Any signed-in account.',
    member: 'A member who unlocked with a PIN, or the admin.',
  }
  const access = permission in who ? who[permission as keyof typeof who] : `Needs the right \`${permission}\`.`
  return deferred ? `${access} Sent later, it also takes the terminal’s token: the payload names who acted.` : access
}

function parametersOf(shape: z.ZodObject | undefined, place: 'path' | 'query'): Part[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

/** OpenAPI 3.1 uses JSON Schema 2020-12, which zod writes; the `$schema` line belongs only in whole documents. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json as Schema
}

function errorSchema(): Schema {
  const schema = schemaOf(ErrorBody, 'output')
  return {
    ...schema,
    properties: { ...schema.properties, message: { type: 'string', examples: [...ownMessages, ...specifiedMessages] } },
  }
}

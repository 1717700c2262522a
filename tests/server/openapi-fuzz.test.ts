import fc from 'fast-check'
import { expect, test } from 'vitest'
import { permissions } from '#shared/domain/permissions.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { hostileValue, inAddress } from '#tests/server/support/hostile-values.ts'
import { aMember } from '#tests/server/support/members.ts'
import { partOf } from '#tests/support/extent.ts'
import { placesOf, replaced } from '#tests/server/support/request-places.ts'
import { valueOf, type JsonSchema } from '#tests/server/support/schema-values.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { idsOfRows } from '#tests/server/support/tenant-rows.ts'
import { testApp } from '#tests/server/support/test-app.ts'

/**
 * Requests made from what the server says of itself at /openapi.json, by somebody who knows no more: half as described,
 * half with one value out of place. `npm test` makes a few of a fixed seed for a part of the calls, `npm run test:deep`
 * thousands of a new one for all of them; it prints the seed.
 */
const runs = Number(process.env.OFFICINE_FUZZ ?? 2)
const seed = Number(process.env.OFFICINE_SEED ?? 1)

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema }>
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Call = Operation & { method: string; path: string }
type Input = { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

const { app, database, openShop, rowCounts } = await testApp()
const shop = await openShop('fuzzed')
await aFullShop(database, shop)
const admin = await openAdmin(database)
const anyId = fc.oneof(fc.constantFrom(...(await idsOfRows(database, shop.id))), fc.uuid())
const document = (await app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
const calls: Call[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
)
const withoutStreams = partOf(calls.filter(({ responses }) => !JSON.stringify(responses).includes('text/event-stream')))

const answered = new Map<number, number>()
/** The rows of each table before the next request; unknown after one that was served. */
let counts: Record<string, number> | undefined
/** What a refused call may leave: a wrong PIN that counts, and the answer that a repeated parcel gets again. */
const keptOfRefusals = ['pin_guesses', 'inbox']

test.each(withoutStreams.map((call, index) => [call.operationId, call, index] as const))(
  `%s: a documented answer, and no change by a refusal, in ${runs} requests of seed ${seed}`,
  { timeout: 60_000 + runs * 5000 },
  async (_, call, index) => {
    const faults: string[] = []
    // an account of the platform and a member of the shop, fresh: a request may have taken rights away
    const bearers = [admin, (await aMember(database, shop, permissions)).token]
    counts = undefined
    for (const input of fc.sample(inputOf(call), { numRuns: runs, seed: seed + index }))
      for (const token of bearers)
        faults.push(...(await faultsOf(call, input, token)).map((fault) => `${fault} ← ${shown(input)}`))
    expect(faults).toEqual([])
  },
)

test('many of the requests are good enough to be served, or refused for what they ask', () => {
  const count = (...statuses: number[]) => statuses.reduce((sum, status) => sum + (answered.get(status) ?? 0), 0)
  // A part may have few calls that serve anything: the share holds for the whole walk.
  const many = process.env.OFFICINE_PART ? 0 : withoutStreams.length / 2
  expect(count(200, 201)).toBeGreaterThan(many)
  expect(count(404, 409, 422)).toBeGreaterThan(many)
})

function inputOf({ parameters = [], requestBody }: Call): fc.Arbitrary<Input> {
  const of = (where: Parameter['in']) => {
    const those = parameters.filter((one) => one.in === where)
    return fc.record(Object.fromEntries(those.map(({ name, schema }) => [name, valueOf(schema, anyId)])), {
      requiredKeys: those.filter(({ required }) => required).map(({ name }) => name),
    })
  }
  const content = Object.values(requestBody?.content ?? {})[0]
  const asDescribed = fc.record({
    path: of('path'),
    query: of('query'),
    body: content ? valueOf(content.schema, anyId) : fc.constant(undefined),
  })
  return fc.oneof(asDescribed, outOfPlace(asDescribed))
}

/** The same with one value that does not fit. */
function outOfPlace(inputs: fc.Arbitrary<Input>): fc.Arbitrary<Input> {
  return fc.tuple(inputs, fc.nat(), hostileValue(anyId)).map(([input, nth, value]) => {
    const places = placesOf(input)
    const place = places[nth % places.length]!
    // the three parts of a request stay objects
    return places.length === 3 || ['.path', '.query', '.body'].includes(place)
      ? input
      : (replaced(input, place.split('.').slice(1), value) as Input)
  })
}

async function faultsOf(call: Call, input: Input, token: string): Promise<string[]> {
  const before = counts ?? (await rowCounts())
  const { status, text } = await send(call, input, token)
  answered.set(status, (answered.get(status) ?? 0) + 1)
  const faults = isDocumented(call, status) || isPrinterAway(text) ? [] : [`answers ${status} ${text.slice(0, 150)}`]
  counts = status < 400 ? undefined : await rowCounts()
  const changed = Object.entries(counts ?? {}).filter(
    ([table, count]) => before[table] !== count && !keptOfRefusals.includes(table),
  )
  return changed.length === 0 ? faults : [...faults, `refuses with ${status} and changes ${JSON.stringify(changed)}`]
}

function isDocumented({ responses }: Call, status: number): boolean {
  return String(status) in responses || (status >= 400 && status < 500 && '4XX' in responses)
}

/** Nothing listens where a generated printer would be. */
function isPrinterAway(text: string): boolean {
  return text.includes('"printers:unreachable"')
}

async function send({ method, path, requestBody }: Call, input: Input, token: string) {
  const search = Object.entries(input.query).map(([name, value]) => `${name}=${inAddress(value)}`)
  const isForm = requestBody !== undefined && 'multipart/form-data' in requestBody.content
  const body = input.body === undefined ? undefined : isForm ? await formOf(input.body) : jsonOf(input.body)
  const reply = await app.inject({
    method: method as 'GET',
    url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inAddress(input.path[name]))}?${search.join('&')}`,
    headers: { authorization: `Bearer ${token}`, ...body?.headers },
    ...(body ? { payload: body.payload } : {}),
  })
  return { status: reply.statusCode, text: reply.body }
}

function jsonOf(body: unknown) {
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
}

async function formOf(body: unknown) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as object))
    form.append(name, name === 'file' ? new Blob([String(value)]) : String(value))
  const request = new Response(form)
  return {
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}

function shown(input: Input): string {
  return JSON.stringify(input).slice(0, 300)
}

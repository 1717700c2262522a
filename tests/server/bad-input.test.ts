import { describe, expect, test } from 'vitest'
import { allCalls, type NamedEndpoint } from '#shared/contract/contract.ts'
import { textIssues, withPlainTexts } from '#shared/contract/input-texts.ts'
import { ErrorBody } from '#shared/contract/values.ts'
import { ownMessages, specifiedMessages } from '#shared/domain/errors.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { callFixtures, type CallFixture } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { onlyOutcome } from '#tests/server/support/only-outcome.ts'
import { partOf } from '#tests/support/extent.ts'
import { placesOf, replaced } from '#tests/server/support/request-places.ts'
import { idOf, openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'

const { app, database, openShop, rowCounts } = await testApp()
const shop = await openShop('fuzzed')
const stranger = await openShop('stranger')
const fixtures = callFixtures(shop, await aFullShop(database, shop))
const { token } = await aMember(database, shop, permissions)
const admin = await openAdmin(database)
const calls = partOf(allCalls.filter(({ endpoint }) => !endpoint.stream && endpoint.permission !== 'public'))
const messages: readonly string[] = [...ownMessages, ...specifiedMessages]

/** Never right, whatever stands in its place. */
const wrong: [string, string | number | boolean | null | undefined | string[] | Record<string, number>][] = [
  ['nothing', undefined],
  ['a list', ['x']],
  ['an object', { x: 1 }],
  ['text with NUL', 'a\u0000b'],
  ['a number beyond numbers', 1e308],
  ['a number beyond bigint', 9_223_372_036_854_775_808],
  ['the largest negative number', -9_007_199_254_740_991],
  ['a fraction', 0.5],
  ['less than nothing', -1],
  ['text', 'nonsense'],
  ['a statement', "'; drop table sales; --"],
  ['markup in other scripts', '<script>alert("é 漢字 🙈 ‮")</script>'],
  ['very long text', 'x'.repeat(10_000)],
  ['true', true],
  ['null', null],
  ['a day that is none', '2026-02-30'],
  ['a moment that is none', '2026-13-45T25:61:61.000Z'],
  ['an id that nobody has', idOf('nobody')],
  ['an id of another pharmacy', stranger.lots[0]],
  ['the lot of another, for a list', [stranger.lots[0]]],
]

type Reply = { status: number; message: string; text: string }
/** What the walk found wrong, one line each. */
type Faults = string[]

describe.each(calls.map((call) => [`${call.family}.${call.name}`, call] as const))('%s', (name, call) => {
  const fixture = fixtures[name]!

  test('survives a body that is no JSON', async () => {
    const before = await counted()
    for (const payload of ['{"a":', '', 'nonsense', '[1,', '{"__proto__":{"x":1}}', '\u0000']) {
      for (const type of [
        'application/json',
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
      ]) {
        if (!call.endpoint.body) continue
        const reply = await send(call, fixture(), { payload, type })
        expect([`${type} ${JSON.stringify(payload)}`, reply.status, reply.message]).toEqual([
          `${type} ${JSON.stringify(payload)}`,
          400,
          'requests:invalid',
        ])
      }
    }
    expect(await counted()).toEqual(before)
  })

  test('answers every wrong value with a refusal that it names, and changes nothing', async () => {
    const faults: Faults = []
    let [before, refused] = [await counted(), [] as string[]]
    const look = async () => {
      const after = await counted()
      if (refused.length > 0 && JSON.stringify(after) !== JSON.stringify(before))
        faults.push(`${refused.join(', ')}: refused, and rows have changed`)
      before = after
      refused = []
    }
    for (const [label, request] of mutations(call, fixture)) {
      // Most are turned away by the schema: what they left untouched is looked at together, before the next one that may change something.
      const fits = fitsContract(call, request)
      if (fits && refused.length > 0) await look()
      const reply = await send(call, request)
      faults.push(...faultsOf(label, fits, reply))
      if (reply.status >= 400) refused.push(label)
      if (fits) await look()
    }
    await look()
    expect(faults).toEqual([])
  })
})

test('a body that is too large is not read', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/sales',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: `{"x":"${'x'.repeat(2_000_000)}"}`,
  })
  expect([reply.statusCode, reply.json()]).toEqual([413, { message: 'requests:tooLarge' }])
})

test('a path that is none is not there', async () => {
  for (const url of ['/api/nothing', '/api/%', '/api/users/%00', '/api/../etc/passwd', '/nothing']) {
    const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([url, [400, 404].includes(reply.statusCode), ErrorBody.safeParse(reply.json()).success]).toEqual([
      url,
      true,
      true,
    ])
  }
})

/** Never a 5xx, except for a printer that an earlier change of this walk put out of reach; what the schema refuses is a 400; what it takes may be right, or refused by a rule of the catalogue. */
function faultsOf(label: string, fits: boolean, reply: Reply): Faults {
  if (reply.status >= 500 && reply.message !== 'printers:unreachable')
    return [`${label}: ${reply.status} ${reply.text}`]
  if (!fits)
    return reply.status === 400 && reply.message === 'requests:invalid'
      ? []
      : [`${label}: does not fit the contract, and is answered ${reply.status} ${reply.message}`]
  if (reply.status < 400) return []
  return messages.includes(reply.message) && reply.message !== 'internal'
    ? []
    : [`${label}: ${reply.status} with an unknown message ${reply.message}`]
}

function fitsContract({ endpoint }: NamedEndpoint, request: CallFixture): boolean {
  return (['params', 'query', 'body'] as const).every((part) => {
    const schema = endpoint[part]
    const cleans = endpoint.deferred || endpoint.cleansTexts
    const given = cleans ? withPlainTexts(schema, request[part]) : request[part]
    return !schema || (schema.safeParse(given ?? {}).success && textIssues(schema, given, part).length === 0)
  })
}

/** The good request with one place made wrong: each leaf of the body, each filter of the query, the id in the path. */
function* mutations({ endpoint }: NamedEndpoint, fixture: () => CallFixture): Generator<[string, CallFixture]> {
  for (const path of endpoint.body ? ['', ...placesOf(fixture().body)] : []) {
    for (const [what, value] of wrong)
      yield [
        `body${path} ← ${what}`,
        { ...fixture(), body: replaced(fixture().body, path.split('.').slice(1), value) as Record<string, unknown> },
      ]
  }
  for (const key of Object.keys(endpoint.query?.shape ?? {})) {
    for (const [what, value] of wrong)
      if (value !== undefined)
        yield [
          `query.${key} ← ${what}`,
          {
            ...fixture(),
            query: { ...fixture().query, [key]: typeof value === 'object' ? JSON.stringify(value) : String(value) },
          },
        ]
  }
  for (const value of endpoint.params
    ? ['x', '0', "';--", '\u0000', idOf('nobody'), stranger.vendeur.id, stranger.products[0], `${idOf('nobody')}x`]
    : []) {
    yield [`id ← ${JSON.stringify(value)}`, { ...fixture(), params: { id: value } }]
  }
}

async function send(
  { endpoint }: NamedEndpoint,
  { params = {}, query = {}, body }: CallFixture,
  raw?: { payload: string; type: string },
): Promise<Reply> {
  const reply = await app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`,
    query: query as Record<string, string>,
    headers: {
      authorization: `Bearer ${isOfPlatform(endpoint.permission) ? admin : token}`,
      ...(endpoint.body ? { 'content-type': raw?.type ?? 'application/json' } : {}),
    },
    ...(endpoint.body ? { payload: raw?.payload ?? JSON.stringify(body ?? null) } : {}),
  })
  const answer = { status: reply.statusCode, text: reply.body }
  if (reply.statusCode >= 400) return { ...answer, message: reply.json<{ message: string }>().message }
  return { ...answer, message: '', ...onlyOutcome(reply.body) }
}

/**
 * A refused sale leaves its answer in the inbox, so that the same attempt gets the same refusal. Wrong PINs are counted,
 * and many of them alert.
 */
async function counted(): Promise<Record<string, number>> {
  const { inbox: _, pin_guesses: __, pin_alerts: ___, ...counts } = await rowCounts()
  return counts
}

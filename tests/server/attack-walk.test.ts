import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allCalls, type NamedEndpoint } from '#shared/contract/contract.ts'
import { ErrorBody } from '#shared/contract/values.ts'
import { ownMessages, specifiedMessages } from '#shared/domain/errors.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { callFixtures, type CallFixture } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { hostileValue, inAddress } from '#tests/server/support/hostile-values.ts'
import { partOf } from '#tests/support/extent.ts'
import { placesOf, replaced } from '#tests/server/support/request-places.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { fingerprintOf, idsOfRows } from '#tests/server/support/tenant-rows.ts'
import { testApp } from '#tests/server/support/test-app.ts'

/**
 * Random attacks on every call of the contract, with tokens of two pharmacies. `npm test` makes one round of a fixed
 * seed on a part of the calls, `npm run test:deep` many rounds of a new seed on all of them; it prints the seed.
 */
const rounds = Number(process.env.OFFICINE_ATTACKS ?? 1)
const seed = Number(process.env.OFFICINE_SEED ?? 1)

const { app, database, openShop } = await testApp()
const [ours, theirs] = [await openShop('attacked'), await openShop('attacking')]
const fixturesOf = new Map([
  [ours, callFixtures(ours, await aFullShop(database, ours))],
  [theirs, callFixtures(theirs, await aFullShop(database, theirs))],
])
const idsOf = new Map([
  [ours, await idsOfRows(database, ours.id)],
  [theirs, await idsOfRows(database, theirs.id)],
])
const admin = await openAdmin(database)
const secretOf = (shop: Shop): string => (shop === ours ? 'Atakpamé-Secret' : 'Bohicon-Secret')
for (const shop of [ours, theirs]) await writeSecrets(shop)
const messages: readonly string[] = [...ownMessages, ...specifiedMessages]
const calls = partOf(allCalls.filter(({ endpoint }) => !endpoint.stream))

/** What the server accepted so far, of anybody. */
const taken: string[] = []

type Attack = { fixture: CallFixture; raw: Buffer | null; type: string; what: string }

const anyId = fc.constantFrom(...idsOf.get(ours)!, ...idsOf.get(theirs)!)
const hostile = hostileValue(anyId)

/** A good request with a few places made hostile, or a body of any bytes. */
function anAttack({ endpoint, family, name }: NamedEndpoint, shop: Shop): fc.Arbitrary<Attack> {
  const fixture = fixturesOf.get(shop)![`${family}.${name}`]!()
  const places = {
    body: endpoint.body ? ['', ...placesOf(fixture.body)] : [],
    query: Object.keys(endpoint.query?.shape ?? {}).map((key) => `.${key}`),
    params: Object.keys(endpoint.params?.shape ?? {}).map((key) => `.${key}`),
  }
  const all = Object.entries(places).flatMap(([part, paths]) => paths.map((path) => ({ part, path }) as const))
  const changes: fc.Arbitrary<[(typeof all)[number], unknown][]> =
    all.length === 0 ? fc.constant([]) : fc.array(fc.tuple(fc.constantFrom(...all), hostile), { maxLength: 3 })
  const raw = fc.oneof(
    { arbitrary: fc.constant(null), weight: 9 },
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  const type = fc.oneof(
    { arbitrary: fc.constant('application/json'), weight: 9 },
    fc.constantFrom('text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', '*'),
  )
  return fc.record({ changes, raw, type }).map(({ changes, raw, type }) => ({
    fixture: changes.reduce<CallFixture>(
      (request, [{ part, path }, value]) => ({
        ...request,
        [part]: replaced(request[part as keyof CallFixture] ?? {}, path.split('.').slice(1), value),
      }),
      fixture,
    ),
    raw: endpoint.body ? raw : null,
    type,
    what: JSON.stringify(changes.map(([{ part, path }, value]) => [`${part}${path}`, value])).slice(0, 200),
  }))
}

test.each(calls.map((call, index) => [`${call.family}.${call.name}`, call, index] as const))(
  `%s: no failure of ours and nothing of another pharmacy, in ${rounds} rounds of seed ${seed}`,
  { timeout: 60_000 + rounds * 30_000 },
  async (_, call, index) => {
    const faults: string[] = []
    for (const [shop, other] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      const before = rounds > 1 ? await fingerprintOf(database, other.id) : ''
      for (const [who, token] of Object.entries(await bearersOf(shop))) {
        // half of the attacks name what the other pharmacy has; its secrets are not known
        for (const [whose, count] of [
          [other, call.endpoint.bySecret ? 0 : rounds],
          [shop, rounds],
        ] as const)
          for (const attack of fc.sample(anAttack(call, whose), { numRuns: count, seed: seed + index }))
            faults.push(
              ...(await faultsOf(call, attack, token, other)).map((fault) => `${who}: ${fault} ← ${attack.what}`),
            )
      }
      if (rounds > 1 && (await fingerprintOf(database, other.id)) !== before)
        faults.push(`tokens of ${shop === ours ? 'ours' : 'theirs'} changed rows of the other pharmacy`)
    }
    expect(faults).toEqual([])
  },
)

test('what the walk looks for is in the answers that the right pharmacy gets', async () => {
  const all = allCalls.find(({ family, name }) => family === 'persons' && name === 'list')!
  const { text } = await send(all, { fixture: {}, raw: null, type: '', what: '' }, ours.titulaire.token)
  expect([text.includes(secretOf(ours)), text.includes(secretOf(theirs))]).toEqual([true, false])
  expect(idsOf.get(ours)!.some((id) => text.includes(id))).toBe(true)
})

/** A text that no attack contains, in rows of many kinds. */
async function writeSecrets(shop: Shop): Promise<void> {
  const places = {
    persons: ['last_name', 'address', 'note'],
    organizations: ['name'],
    companies: ['name'],
    contracts: ['label'],
    tags: ['label'],
    banks: ['name'],
    disbursement_reasons: ['label'],
    users: ['last_name'],
    sale_records: ['label'],
    missed_sales: ['label'],
    stock_items: ['lot'],
    product_health_insurances: ['label'],
  }
  for (const [table, columns] of Object.entries(places))
    for (const column of columns) {
      const { numAffectedRows } = await database.platform((tx) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${`${secretOf(shop)} `} || ctid where pharmacy_id = ${shop.id}`.execute(
          tx,
        ),
      )
      if (!numAffectedRows) throw new Error(`${table} has no row to hide a text in`)
    }
}

/** Fresh for each call: an attack may have taken the rights or the session of those before. */
async function bearersOf(shop: Shop): Promise<Record<string, string>> {
  return {
    terminal: shop.terminal.token,
    'every right': (await aMember(database, shop, permissions)).token,
    'no right': (await aMember(database, shop, [])).token,
    'a seller': shop.vendeur.token,
    admin,
    nobody: '',
    forged: Buffer.from(`${seed} ${shop.id}`).toString('base64url'),
  }
}

async function faultsOf(call: NamedEndpoint, attack: Attack, token: string, other: Shop): Promise<string[]> {
  const { status, text } = await send(call, attack, token)
  const faults: string[] = []
  if (status >= 400) {
    const body = ErrorBody.safeParse(parsed(text))
    if (!body.success || !messages.includes(body.data.message) || body.data.message === 'internal')
      faults.push(`answers ${status} ${text.slice(0, 150)}`)
    else if (status >= 500 && body.data.message !== 'printers:unreachable') faults.push(`answers ${status} ${text}`)
    if (/node_modules|\.ts:\d|select .* from |pg_|SQLSTATE/i.test(text))
      faults.push(`tells how it works: ${text.slice(0, 150)}`)
  }
  const sent = JSON.stringify(attack.fixture)
  if (status < 400) taken.push(sent)
  if (token === admin) return faults
  if (text.includes(secretOf(other))) faults.push(`shows a text of the other pharmacy: ${text.slice(0, 150)}`)
  // An id that was sent is no secret: it may be the label of a tag by now, or of a form, which all pharmacies share.
  const seen = idsOf
    .get(other)!
    .filter((id) => text.includes(id) && ![sent, ...taken].some((known) => known.includes(id)))
  if (seen.length > 0) faults.push(`shows ids of the other pharmacy: ${seen.slice(0, 3).join(', ')}`)
  return faults
}

async function send({ endpoint }: NamedEndpoint, { fixture, raw, type }: Attack, token: string) {
  const { params = {}, query = {}, body } = fixture
  const search = Object.entries(query ?? {}).map(([key, value]) => `${key}=${inAddress(value)}`)
  const reply = await app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => inAddress((params as Record<string, unknown>)[key]))}?${search.join('&')}`,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(endpoint.body ? { 'content-type': type } : {}),
    },
    ...(endpoint.body ? { payload: raw ?? JSON.stringify(body) ?? '' } : {}),
  })
  return { status: reply.statusCode, text: reply.body }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

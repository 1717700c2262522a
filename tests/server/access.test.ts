import { createLocalJWKSet, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { allCalls, type NamedEndpoint } from '#shared/contract/contract.ts'
import { endpoint, type Access, type Endpoint } from '#shared/contract/endpoint.ts'
import { countries } from '#shared/contract/countries.ts'
import { users } from '#shared/contract/users.ts'
import { defaultRoles, permissions, type Permission } from '#shared/domain/permissions.ts'
import { register, route, type App } from '#server/http/route.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { signedTokens } from '#server/identity/read-token.ts'
import { callFixtures, type CallFixture } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { onlyOutcome } from '#tests/server/support/only-outcome.ts'
import { always, openAdmin, tokenOf, type TestMember } from '#tests/server/support/shop.ts'
import { fingerprintOf, idsOfRows } from '#tests/server/support/tenant-rows.ts'
import { pinSecret, testApp } from '#tests/server/support/test-app.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'

const { app, database, openShop } = await testApp()
const shop = await openShop('mine')
const stranger = await openShop('theirs')
const past = await aFullShop(database, shop)
await aFullShop(database, stranger)
const fixtures = callFixtures(shop, past)
const allRights = await aMember(database, shop, permissions)
const strangersAllRights = await aMember(database, stranger, permissions)
const admin = await openAdmin(database)
const base = await app.listen({ host: '127.0.0.1', port: 0 })
const idsOfShop = await idsOfRows(database, shop.id)

/** The server of a real project: it takes what that project signed, and knows the same people. */
const keys = await generateKeyPair('RS256')
const readToken = signedTokens('officine-bj', createLocalJWKSet({ keys: [await exportJWK(keys.publicKey)] }))
const identity = openIdentity({ database, projectId: 'officine-bj', emulatorHost: undefined, pinSecret, readToken })
const { app: production } = await testApp({ identity })

const dismissed = await aMember(database, shop, permissions)
await database.platform((tx) => tx.updateTable('users').set({ active: false }).where('id', '=', dismissed.id).execute())
const claims = { sub: allRights.id, pharmacyId: shop.id, pin: allRights.sessionId }
/** Tokens that let nobody in, and where they were shown. */
const badTokens: Record<string, { token: string; at?: App }> = {
  'an expired token': { token: tokenOf(claims, { now: always.now, validSeconds: 3600 }) },
  'the token of another project': { token: tokenOf(claims, always).replace(/\.[^.]+\./, (it) => forged(it)) },
  'a token of nobody': { token: tokenOf({ ...claims, sub: '0f9de1a0-0000-4000-8000-000000000000' }, always) },
  'another member’s session': { token: tokenOf({ ...claims, sub: shop.vendeur.id }, always) },
  'no token at all': { token: 'Zm9v.YmFy.' },
  'an unsigned token, in production': { token: tokenOf(claims, always), at: production },
  'a dismissed member': { token: dismissed.token },
}
/** The same claims, said by somebody else. */
function forged(payload: string): string {
  const read = JSON.parse(Buffer.from(payload.slice(1, -1), 'base64url').toString()) as object
  return `.${Buffer.from(JSON.stringify({ ...read, aud: 'demo-elsewhere' })).toString('base64url')}.`
}

const known: readonly string[] = ['public', 'terminal', 'member', ...permissions]
type Ask = (token?: string, actor?: TestMember, at?: App) => Promise<Answer>
type Answer = { status: number; message: string | undefined; text: string }

/** Everything that is wrong with who may make a call; nothing when all is well. */
async function accessFaults(call: NamedEndpoint): Promise<string[]> {
  const { permission } = call.endpoint
  const fixture = fixtures[`${call.family}.${call.name}`]
  if (!known.includes(permission)) return [`needs « ${permission} », which is no right`]
  if (!fixture) return ['has no fixture in call-fixtures.ts']
  const ask: Ask = (token, actor, at) => send(call.endpoint, fixture(actor), token, at)
  return [
    ...(await withoutToken(permission, ask)),
    ...(await withABadToken(permission, ask)),
    ...(await withoutTheRight(call.endpoint, ask)),
    ...(await fromAnotherPharmacy(call.endpoint, fixture)),
    ...(await withTheRight(permission, ask)),
  ]
}

async function withoutToken(permission: Access, ask: Ask): Promise<string[]> {
  const { status, message } = await ask()
  if (permission === 'public') return status < 400 ? [] : [`public, and refuses with ${status}`]
  return status === 401 && message === 'auth:missingToken' ? [] : [`without a token: ${status} ${message}`]
}

/** What is public asks nobody who they are. */
async function withABadToken(permission: Access, ask: Ask): Promise<string[]> {
  if (permission === 'public') return []
  const faults: string[] = []
  for (const [what, { token, at }] of Object.entries(badTokens)) {
    const { status, message } = await ask(token, undefined, at)
    if (status !== 401 || message !== 'auth:invalidToken') faults.push(`with ${what}: ${status} ${message}`)
  }
  return faults
}

/**
 * A till where a PIN is asked for; a member who has every right but this one; the admin, whom a pharmacy's right does not reach.
 * A deferred call is judged on the member that its body names, whoever sends it.
 */
async function withoutTheRight({ permission, deferred, csv }: Endpoint, ask: Ask): Promise<string[]> {
  if (permission === 'public' || permission === 'terminal') return []
  const right = permission === 'member' ? undefined : permission
  const member =
    right &&
    (await aMember(
      database,
      shop,
      permissions.filter((one) => one !== right),
    ))
  const answers = {
    ...(right && !deferred ? await ofDefaultRoles(right, ask) : {}),
    ...(member ? { 'every other right': await ask(member.token, member) } : {}),
    ...(member && deferred
      ? { 'the till, for who has every other right': await ask(shop.terminal.token, member) }
      : {}),
    ...(deferred ? {} : { 'the till': await ask(shop.terminal.token) }),
    ...(right && !isOfPlatform(right) && !deferred ? { 'the admin': await ask(admin) } : {}),
  }
  if (csv) {
    const reader = await aMember(
      database,
      shop,
      permissions.filter((one) => one !== 'data.export'),
    )
    Object.assign(answers, { 'every right but to export': await ask(reader.token, reader) })
  }
  return Object.entries(answers).flatMap(([who, { status, message }]) =>
    status === 403 && message === 'auth:forbidden' ? [] : [`with ${who}: ${status} ${message}`],
  )
}

/** The answers to those whose role, as a new pharmacy has it, does not give the right. */
async function ofDefaultRoles(right: Permission, ask: Ask): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {}
  for (const [role, rights] of Object.entries(defaultRoles)) {
    if (rights.includes(right)) continue
    // fresh: a call before this one may have changed the members and roles of the shop
    const member = await aMember(database, shop, rights)
    answers[`the role ${role}`] = await ask(member.token, member)
  }
  return answers
}

/** Refused or not there; or a list without a trace of the first pharmacy. And whatever was answered, the first pharmacy is as it was. */
async function fromAnotherPharmacy(call: Endpoint, fixture: () => CallFixture): Promise<string[]> {
  if (call.bySecret) return []
  const before = await fingerprintOf(database, shop.id)
  const faults: string[] = []
  for (const token of [stranger.terminal.token, strangersAllRights.token]) {
    const request = fixture()
    const { status, text } = await send(call, request, token)
    if (status >= 500) faults.push(`from another pharmacy: ${status}`)
    if (status >= 400) continue
    if (request.params && !isShared(call) && !tellsNothing(call))
      faults.push(`from another pharmacy the id of ours answers ${status}`)
    const sent = JSON.stringify(request)
    const seen = idsOfShop.filter((id) => text.includes(id) && !sent.includes(id))
    if (seen.length > 0) faults.push(`another pharmacy sees ${seen.join(', ')}`)
  }
  if ((await fingerprintOf(database, shop.id)) !== before) faults.push('another pharmacy changed rows of ours')
  return faults
}

/** Otherwise a call that refuses everybody would pass. Last, for it may use up what the request names. */
async function withTheRight(permission: Access, ask: Ask): Promise<string[]> {
  const { status, message } = await ask(isOfPlatform(permission) ? admin : allRights.token, allRights)
  return [401, 403, 404].includes(status) || status >= 500 ? [`with every right: ${status} ${message}`] : []
}

/** The referential belongs to everybody: its ids are no pharmacy's. */
function isShared({ path }: Endpoint): boolean {
  const shared = [
    'countries',
    'products',
    'product-categories',
    'atcs',
    'inns',
    'brands',
    'forms',
    'units',
    'packagings',
    'wholesalers',
  ]
  return shared.some((family) => path.startsWith(`/${family}/`))
}

/** What is gone and what never was get one answer, so that a repeated confirmation is none: it says nothing of ours, and the rows are compared all the same. */
function tellsNothing({ path }: Endpoint): boolean {
  return path === '/parked-sales/{id}/taken'
}

test.each(allCalls.map((call) => [`${call.family}.${call.name}`, call] as const))(
  '%s: no token, another pharmacy, a role without the right',
  async (_, call) => {
    expect(await accessFaults(call)).toEqual([])
  },
)

test('every right that a call names can be given or is the platform’s', () => {
  const named = new Set(allCalls.map(({ endpoint }) => endpoint.permission))
  expect([...named].filter((permission) => !known.includes(permission))).toEqual([])
})

test('the walk fails for a call without a right, with a mistyped one, and without a fixture', async () => {
  const call = (permission: string | undefined) =>
    endpoint({
      method: 'GET',
      path: '/planted',
      summary: 'Planted',
      permission: permission as Permission,
      reply: z.object({}),
    })
  expect(await accessFaults({ family: 'sales', name: 'list', endpoint: call(undefined) })).not.toEqual([])
  expect(await accessFaults({ family: 'sales', name: 'list', endpoint: call('sale.sel') })).not.toEqual([])
  expect(await accessFaults({ family: 'planted', name: 'new', endpoint: call('sale.sell') })).toEqual([
    'has no fixture in call-fixtures.ts',
  ])
})

test('the walk fails for a server that lets in more than the contract says', async () => {
  const claim = (permission: Access) => ({ family: 'users', name: 'all', endpoint: { ...users.all, permission } })
  expect(await accessFaults(claim('member'))).toEqual([])
  expect(await accessFaults(claim('user.manage'))).toContain('with every other right: 200 undefined')
  expect(
    await accessFaults({ family: 'countries', name: 'list', endpoint: { ...countries.list, permission: 'member' } }),
  ).toEqual(['with the till: 200 undefined'])
})

test('what the walk looks for in an answer is there when the right pharmacy asks', async () => {
  const { text } = await send(users.all, {}, shop.vendeur.token)
  expect(idsOfShop.some((id) => text.includes(id))).toBe(true)
})

test('a call has one route, and a contract with a call more does not build', async () => {
  const call = endpoint({ method: 'GET', path: '/twice', summary: 'Twice', permission: 'public', reply: z.object({}) })
  expect(() => {
    register(app, call)
    route(app, call, () => ({}))
  }).toThrow('GET /twice has two routes')
  app.services.calls.delete(call)
})

async function send(
  { method, path, stream }: Endpoint,
  { params = {}, query = {}, body }: CallFixture,
  token?: string,
  at: App = app,
): Promise<Answer> {
  const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  if (stream && at === app) return statusOfStream(url, headers)
  const reply = await at.inject({
    method,
    url,
    headers,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...(body ? { payload: body } : {}),
  })
  const answer = { status: reply.statusCode, text: reply.body }
  if (reply.statusCode >= 400) return { ...answer, message: reply.json<{ message?: string }>().message }
  return { ...answer, message: undefined, ...onlyOutcome(reply.body) }
}

/** A stream never ends by itself: its head is what is asked for. */
async function statusOfStream(url: string, headers: Record<string, string>): Promise<Answer> {
  const abort = new AbortController()
  const reply = await fetch(base + url, { headers, signal: abort.signal })
  const text = reply.ok ? '' : await reply.text()
  abort.abort()
  return { status: reply.status, message: text ? (JSON.parse(text) as { message: string }).message : undefined, text }
}

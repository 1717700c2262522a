import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { banks } from '#shared/contract/banks.ts'
import { allCalls, type NamedEndpoint } from '#shared/contract/contract.ts'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { endpoint, type CallInput } from '#shared/contract/endpoint.ts'
import { isSyncedList, syncedLists, type SyncedList } from '#shared/contract/freshness.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { changing } from '#server/lists/changing.ts'
import { listTables } from '#server/lists/revision.repo.ts'
import { route } from '#server/http/route.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { makeCopy } from '#tests/server/support/a-copy.ts'
import { callFixtures } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'

const { app, as, database, hints, openShop } = await testApp()

const planted = (path: string) =>
  endpoint({
    method: 'POST',
    path,
    summary: 'Planted',
    permission: 'member',
    touches: ['users', 'companies'],
    reply: z.object({}),
  })
const [silent, late] = [planted('/planted/silent'), planted('/planted/late')]
route(app, silent, (_, context) => changing(context, async (_tx, id, touch) => (touch('persons', [id]), {})))
route(app, late, (_, { changes }) => {
  changes.made = true
  throw new Error('after the commit')
})

/** Planted routes stand beside the API, not under its prefix. */
async function statusOf(url: string, shop: Shop): Promise<number> {
  const headers = { authorization: `Bearer ${shop.titulaire.token}` }
  return (await app.inject({ method: 'POST', url, headers })).statusCode
}

async function heardBy(shop: Shop, work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (resource) => heard.push(resource))
  await work().finally(stop)
  return heard
}

/** Calls whose good request changes nothing: a first wrong PIN is no alert, this confirmation comes from a terminal that took nothing, a closed sale is never edited, that client owes, where there is no platform no token can be asked about, and no second computer follows. */
const withoutChange = [
  'tokens.createToken',
  'tokens.createGrant',
  'mecef.testToken',
  'pharmacies.forgetStandby',
  'parkedSales.confirm',
  'sales.patch',
  'persons.remove',
]

/** The synced lists of which rows take revisions while something is done. */
async function revisedBy(shop: Shop, work: () => Promise<unknown>): Promise<SyncedList[]> {
  const before = await lastRevisions(shop)
  await work()
  const after = await lastRevisions(shop)
  return syncedLists.filter((list) => before[list] !== after[list])
}

async function lastRevisions(shop: Shop): Promise<Record<string, number>> {
  const last = (list: SyncedList) =>
    sql`select ${list} as list, max(rev) as rev from ${sql.table(listTables[list])} where pharmacy_id = ${shop.id}`
  const { rows } = await database.read(shop.id, (tx) =>
    sql<{ list: string; rev: number }>`${sql.join(syncedLists.map(last), sql` union all `)}`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ list, rev }) => [list, rev]))
}

/** What is heard of a call that is made in a shop of its own, by a member who may do everything, and which lists it revises. */
async function effectsOf({ family, name, endpoint: call }: NamedEndpoint) {
  const shop = await openShop(`${family} ${name}`)
  const fixture = callFixtures(shop, await aFullShop(database, shop))[`${family}.${name}`]!
  const member = await aMember(database, shop, permissions)
  const token = isOfPlatform(call.permission) ? await openAdmin(database) : member.token
  const work = () => as(token).call(call, fixture(member) as CallInput<typeof call>)
  if (call === pharmacies.confirmCopy) await makeCopy(database, shop.id)
  const isRefused = withoutChange.includes(`${family}.${name}`)
  let heard: string[] = []
  const revised = await revisedBy(shop, async () => {
    heard = await heardBy(shop, () => (isRefused ? work().catch(() => undefined) : work()))
  })
  return { heard, revised }
}

test.each(
  // What the platform changes is told to the pharmacies that it changed (platform.test).
  allCalls
    .filter(({ endpoint: call }) => call.touches && call.permission !== 'platform.manage')
    .map((call) => [`${call.family}.${call.name}`, call] as const),
)(
  '%s is told once of each thing that it touches; of the lists that tills keep, where rows changed',
  async (name, call) => {
    const { heard, revised } = await effectsOf(call)
    const { touches = [] } = call.endpoint
    expect(heard).toEqual(touches.filter((resource) => heard.includes(resource)))
    const due = withoutChange.includes(name) ? [] : touches.filter((each) => !isSyncedList(each))
    expect(heard).toEqual(expect.arrayContaining([...due, ...revised]))
    if (withoutChange.includes(name)) expect(heard).toEqual([])
  },
)

test('banks and reasons: each change is told, a refusal is not', async () => {
  const shop = await openShop('banks and reasons')
  const titulaire = as(shop.titulaire.token)
  const heard = await heardBy(shop, async () => {
    const { id } = await titulaire.call(banks.create, { body: { name: 'BOA' } })
    await titulaire.call(banks.patch, { params: { id }, body: { name: 'Bank of Africa' } })
    await titulaire.call(banks.remove, { params: { id } })
    await expect(titulaire.call(banks.create, { body: { name: 'bank of africa' } })).rejects.toThrow()
    const reason = await titulaire.call(disbursementReasons.create, { body: { label: 'Entretien' } })
    await titulaire.call(disbursementReasons.patch, { params: { id: reason.id }, body: { label: 'Ménage' } })
    await titulaire.call(disbursementReasons.remove, { params: { id: reason.id } })
  })
  expect(heard).toEqual([
    'banks',
    'banks',
    'banks',
    'disbursement-reasons',
    'disbursement-reasons',
    'disbursement-reasons',
  ])
})

test('rows of a list that the contract does not name are a fault of ours', async () => {
  const shop = await openShop('silent')
  const heard = await heardBy(shop, () => expect(statusOf(silent.path, shop)).resolves.toBe(500))
  expect(heard).toEqual(['users'])
})

test('what was committed is told although a later step breaks: asked again, the call would find nothing to do', async () => {
  const shop = await openShop('late')
  const heard = await heardBy(shop, () => expect(statusOf(late.path, shop)).resolves.toBe(500))
  expect(heard).toEqual(['users'])
})

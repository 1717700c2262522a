import { expect, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { bills } from '#shared/contract/bills.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { demoAccounts, demoPharmacies } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { aMember } from '#tests/server/support/members.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { testApp } from '#tests/server/support/test-app.ts'

/** A Saturday, 20:14 in Cotonou. */
const now = new Date('2026-11-21T19:14:00Z')
const { app, as, clock, database } = await testApp()
clock.now = now
await seedDemo(database, { now, pinSecret: 'a secret of the tests', pinCost: cheapPins })
const admin = await openAdmin(database)
const terminalOf = (pharmacyId: string) =>
  demoAccounts.find(({ kind, claims }) => kind === 'terminal' && claims.pharmacyId === pharmacyId)!.userId

/** Lists that a pharmacy opens empty, each with its reason. */
const empty: Readonly<Record<string, string>> = {
  'accounting.list': 'a month is closed for ever: by who tries it',
  'pinAlerts.list': 'nobody guessed a PIN',
  'assistants.list': 'the token of an assistant is shown once, to who makes it',
  'lentRights.list': 'a right is lent at a till',
  'users.weakPins': 'no PIN of the demo is trivial',
  'fiscalDocuments.list': 'the demo is connected to the simulator of a platform as the server starts',
  'fiscalDocuments.journal': 'as above',
  'fiscalReports.list': 'as above',
  'pharmacyProductStorages.moves': 'products are moved at a till',
  'stockItems.incomplete': 'each lot has its expiry',
  'persons.distinctPairs': 'no two clients are alike',
  'schemeImports.history': 'the scheme came with the pharmacy',
  'registerImports.list': 'the registers came with the pharmacy',
  'listLayouts.mine': 'of the member who asks',
  'productViews.list': 'of the member who asks',
  'parkedSales.list': 'parked at a till',
  'stockExports.list': 'a file that the server makes on demand',
  'unprovenParcels.list': 'of the terminal that asks',
}

/** Lists that are asked with nothing but the session; the others belong to a record. */
const lists = allCalls.filter(
  ({ endpoint: { method, path, query, stream } }) =>
    method === 'GET' && !stream && !path.includes('{') && (query === undefined || query.safeParse({}).success),
)

test.each(demoPharmacies.map((pharmacy) => [pharmacy.name, pharmacy] as const))(
  '%s has something in every list',
  { timeout: 60_000 },
  async (_, { id }) => {
    const { token } = await aMember(database, { id, terminal: { id: terminalOf(id) } } as Shop, permissions)
    const found: string[] = []
    for (const { family, name, endpoint } of lists) {
      const headers = { authorization: `Bearer ${isOfPlatform(endpoint.permission) ? admin : token}` }
      const reply = await app.inject({ method: 'GET', url: `/api${endpoint.path}`, headers })
      expect([family, name, reply.statusCode]).toEqual([family, name, 200])
      if (!String(reply.headers['content-type']).includes('json')) continue
      const answer = reply.json<unknown>()
      const items = Array.isArray(answer) ? answer : (answer as { items?: unknown[] } | null)?.items
      if (items?.length === 0) found.push(`${family}.${name}`)
    }
    expect(found.toSorted()).toEqual(Object.keys(empty).toSorted())
  },
)

test.each(demoPharmacies.map((pharmacy) => [pharmacy.name, pharmacy] as const))(
  '%s has bills of insurers that wait, are sent, paid in part, paid and overdue, and a refusal',
  async (_, { id }) => {
    const { token } = await aMember(database, { id, terminal: { id: terminalOf(id) } } as Shop, permissions)
    const { items } = await as(token).call(bills.list, { query: { payerKind: 'company', size: 100 } })
    const states = new Set(items.map(({ state, dueOn }) => (dueOn < '2026-11-21' ? `${state}, due` : state)))
    expect([...states].toSorted()).toMatchInlineSnapshot(`
      [
        "closed, due",
        "open",
        "partly-paid, due",
        "sent",
        "sent, due",
      ]
    `)
    const details = await Promise.all(items.map((bill) => as(token).call(bills.read, { params: { id: bill.id } })))
    expect(JSON.stringify(details)).toContain('Bon illisible')
  },
)

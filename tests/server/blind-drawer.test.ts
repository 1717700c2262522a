import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { allCalls, type NamedEndpoint } from '#shared/contract/contract.ts'
import { moneyStatements } from '#shared/contract/money-statements.ts'
import { movements } from '#shared/contract/movements.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { callFixtures, type CallFixture } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aCounting, aHandOver, anOpening, aSaleOpening } from '#tests/server/support/registering.ts'
import { aSale, cash, lineOf, type Line } from '#tests/server/support/selling.ts'
import type { TestMember } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, hints, openShop } = await testApp()
const shop = await openShop('blind drawer')
const fixtures = callFixtures(shop, await aFullShop(database, shop))
const cashier = await aMember(database, shop, defaultRoles.caissier)
const seller = await aMember(database, shop, defaultRoles.vendeur)
/** Sells a little into the drawer of the cashier, and has every right. */
const owner = await aMember(database, shop, defaultRoles.titulaire)
/** The same rights, and nothing to do with the drawer. */
const outsider = shop.titulaire
const members = { cashier, seller, owner }

const drawer = randomUUID()
const float = 48_613
/** The prices of the shelf, so that no amount of these sales stands there. */
const prices = [7_919, 10_433, 3_607] as const
const first = aSale(shop, {
  seller: cashier,
  registerId: drawer,
  patientId: shop.patientId,
  lines: [priced(0, 3), priced(1, 2)],
  payments: [
    cash(31_340, 41_350),
    {
      id: randomUUID(),
      type: 'MOBILE_MONEY',
      amount: 13_283,
      phoneOperator: 'MTN',
      transactionReference: 'MP70041552',
    },
  ],
})
const second = aSale(shop, { seller: owner, registerId: drawer, identifier: 'K1-2', lines: [priced(2, 7)] })
const totals = [first, second].map(({ total }) => total)
/** The operator says of the mobile money that it received less. */
const statement = randomUUID()
const inCash = [first, second].flatMap(({ payments }) => payments.filter(({ type }) => type === 'CASH'))
const cashOf = inCash.map(({ amount }) => amount)
const figures = [
  ...totals,
  ...cashOf,
  sum(totals),
  sum(cashOf),
  float + sum(cashOf),
  float + cashOf[0]!,
  // mobile money, what was handed over, the change, and the expected sum of all means
  13_283,
  41_350,
  41_350 - 31_340,
  float + sum(cashOf) + 13_283,
]

beforeAll(async () => {
  await database.platform(async (tx) => {
    for (const [index, price] of prices.entries())
      await tx
        .updateTable('stock_items')
        .set({ sale_price: price })
        .where('pharmacy_id', '=', shop.id)
        .where('id', '=', shop.lots[index]!)
        .execute()
  })
  await as(outsider.token).call(pharmacies.changeSettings, { body: { blindCount: true } })
  await as(cashier.token).call(cashRegisters.open, {
    body: anOpening(shop, { seller: cashier, id: drawer, float, openedAt: new Date().toISOString() }),
  })
  await as(cashier.token).call(sales.close, { body: first })
  await as(owner.token).call(sales.close, { body: second })
  const line = { day: first.soldAt.slice(0, 10), reference: 'MP70041552', amount: 13_000 }
  await as(outsider.token).call(moneyStatements.create, {
    body: { id: statement, kind: 'mobile-money', account: 'MTN', lines: [line] },
  })
})

function priced(index: 0 | 1 | 2, quantity: number): Line {
  return { ...lineOf(shop, index, quantity), price: prices[index] }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

/** The figures that stand in an answer as numbers of their own, also negative or written as amounts. */
function found(text: string): number[] {
  const digits = text.replaceAll(/(?<=\d)[\s\u00a0\u202f](?=\d{3})/g, '')
  return [...new Set(figures)].filter((figure) => new RegExp(`(?<![\\d-])-?${figure}(?![\\d-])`).test(digits))
}

async function answerOf({ endpoint }: NamedEndpoint, { params = {}, query = {}, body }: CallFixture, by: TestMember) {
  const reply = await app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`,
    headers: { authorization: `Bearer ${by.token}` },
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...(body ? { payload: body } : {}),
  })
  return reply.body
}

const today = new Date().toISOString().slice(0, 10)
/** What a query may ask of this drawer, by the name of its field. */
const asked: Record<string, readonly string[]> = {
  from: [today],
  to: [today],
  day: [today],
  registerId: [drawer],
  saleId: [first.id, second.id],
  patientId: [shop.patientId],
  clientId: [shop.patientId],
  userId: [cashier.id, owner.id],
  sellerId: [cashier.id, owner.id],
  productId: shop.products,
  search: ['K1-1', 'Zinsou'],
  size: ['500'],
}
const things = [drawer, first.id, second.id, shop.patientId, ...shop.products, ...shop.lots, statement]
const ids = [...things, cashier.id, owner.id]

/** The fixture, and the same question about each record of this drawer, and by each filter that the call has. */
function questions(call: NamedEndpoint, by: TestMember): CallFixture[] {
  const fixture = fixtures[`${call.family}.${call.name}`]!(by)
  const fields = Object.keys((call.endpoint.query as z.ZodObject | undefined)?.shape ?? {})
  const whole = Object.fromEntries(
    fields.filter((field) => ['from', 'to', 'day', 'size'].includes(field)).map((field) => [field, asked[field]![0]!]),
  )
  const withQuery = [
    ...(fields.length > 0 ? [{ ...fixture, query: whole }] : []),
    ...fields.flatMap((field) =>
      (asked[field] ?? []).map((value) => ({ ...fixture, query: { ...whole, [field]: value } })),
    ),
  ]
  const withId = Object.hasOwn(fixture.params ?? {}, 'id')
    ? ids.map((id) => ({ ...fixture, params: { ...fixture.params, id }, query: { ...fixture.query, ...whole } }))
    : []
  return [fixture, ...withQuery, ...withId]
}

describe.each(Object.entries(members))('while the drawer is open and not counted, the %s', (_, member) => {
  test('finds no payment, tendered cash, change or expected sum in any answer of the contract', async () => {
    const told: string[] = []
    for (const call of allCalls.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.stream))
      for (const question of questions(call, member)) {
        const seen = found(await answerOf(call, question, member))
        if (seen.length > 0) told.push(`${call.family}.${call.name} ${JSON.stringify(question)}: ${seen.join(' ')}`)
      }
    expect(told).toEqual([])
  })

  test('finds no sale by its amount, and none in the place of its total', async () => {
    for (const figure of [...totals, ...cashOf])
      expect(
        (await as(member.token).call(sales.list, { query: { search: String(figure), registerId: drawer } })).items,
      ).toEqual([])
    const { items } = await as(member.token).call(sales.list, { query: { sort: 'total', registerId: drawer } })
    const other = await as(member.token).call(sales.list, { query: { sort: '-total', registerId: drawer } })
    expect(other.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  })
})

test('the walk would find them: a member of no drawer with the right to reports sees every figure', async () => {
  const seen = new Set<number>()
  for (const call of allCalls.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.stream))
    for (const question of questions(call, outsider))
      for (const figure of found(await answerOf(call, question, outsider))) seen.add(figure)
  for (const figure of [...totals, ...cashOf, sum(totals), float + sum(cashOf), 13_283, 41_350])
    expect(seen).toContain(figure)
})

test('the sums that a member of the drawer sees say that they are without it', async () => {
  expect(await as(owner.token).call(usage.turnoverStatistics, { query: {} })).toMatchObject({
    withheld: true,
    today: { turnover: 0 },
  })
  expect(await as(owner.token).call(movements.report, { query: { registerId: drawer } })).toMatchObject({
    withheld: true,
    count: 0,
  })
  expect(await as(outsider.token).call(usage.turnoverStatistics, { query: {} })).not.toHaveProperty('withheld')
})

test('a line that is matched with money of the drawer tells neither it nor the difference', async () => {
  const lineFor = async (by: TestMember) =>
    (await as(by.token).call(moneyStatements.read, { params: { id: statement } })).lines[0]
  expect(await lineFor(outsider)).toMatchObject({ state: 'differs', records: [{ amount: 13_283 }] })
  expect(await lineFor(owner)).toMatchObject({ state: 'matched', records: [], withheld: true })
  const [record] = (await lineFor(outsider))!.records
  await expect(
    as(owner.token).call(moneyStatements.decide, {
      params: { id: statement },
      body: { decision: 'match', position: 1, records: [{ kind: 'movement', id: record!.id }], commission: 100 },
    }),
  ).rejects.toMatchObject({ details: { issues: [{ path: 'body.records.0.id', message: 'unknown' }] } })
})

test('a change of date answers without amounts, also when it changes nothing', async () => {
  const text = JSON.stringify(
    await as(owner.token).call(sales.setDate, {
      params: { id: first.id },
      body: { soldAt: first.soldAt, reason: 'Heure fausse' },
    }),
  )
  expect(found(text)).toEqual([])
})

test('a hint names a list and nothing else', async () => {
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (list) => heard.push(JSON.stringify(list)))
  const body = aSaleOpening(shop, { seller: cashier, registerId: drawer, openedAt: new Date().toISOString() })
  await as(cashier.token).call(sales.open, { params: { id: first.id }, body })
  stop()
  expect(heard.length).toBeGreaterThan(0)
  expect(found(heard.join())).toEqual([])
})

test('a sale is opened for its ticket, exactly once, and its history and the report of the drawer say so', async () => {
  const openedAt = new Date().toISOString()
  const body = aSaleOpening(shop, { seller: cashier, registerId: drawer, purpose: 'return', openedAt })
  for (const _ of ['sent', 'sent again'])
    expect(await as(cashier.token).call(sales.open, { params: { id: second.id }, body })).toMatchObject({
      total: second.total,
      payments: [{ type: 'CASH' }],
    })
  const { events } = await as(outsider.token).call(sales.history, { params: { id: second.id } })
  expect(events.filter(({ kind }) => kind === 'opened')).toMatchObject([{ purpose: 'return', byName: 'MEMBER Test' }])
  const report = await as(outsider.token).call(cashRegisters.report, { query: { registerId: drawer } })
  expect(report.events.filter(({ kind }) => kind === 'sale-opened').map(({ details }) => details)).toContainEqual({
    purpose: 'return',
    number: expect.any(Number),
  })
  await expect(
    as(cashier.token).call(sales.open, {
      params: { id: first.id },
      body: aSaleOpening(shop, { seller: cashier, registerId: randomUUID() }),
    }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})

/** They end the withholding of the drawer, or open or cancel one sale and note it. */
const shows = ['cashRegisters.count', 'cashRegisters.handOver', 'cashRegisters.close', 'sales.open', 'sales.cancel']

/** The fixture, and the same about each record of this drawer. */
function writings(call: NamedEndpoint, by: TestMember): CallFixture[] {
  const fixture = () => fixtures[`${call.family}.${call.name}`]!(by)
  if (shows.includes(`${call.family}.${call.name}`)) return [fixture()]
  const { params, body } = fixture()
  const named = Object.entries({ registerId: drawer, saleId: first.id }).filter(([field]) => body && field in body)
  return [
    fixture(),
    ...(named.length > 0 ? [{ ...fixture(), body: { ...fixture().body, ...Object.fromEntries(named) } }] : []),
    ...(Object.hasOwn(params ?? {}, 'id')
      ? things.map((id) => {
          const given = fixture()
          const of = given.body && 'registerId' in given.body ? { registerId: drawer } : {}
          return { ...given, params: { ...given.params, id }, ...(given.body && { body: { ...given.body, ...of } }) }
        })
      : []),
  ]
}

test.each(Object.entries({ cashier, owner }))(
  'no answer of a writing call tells the %s a figure of the drawer',
  async (_, member) => {
    const told: string[] = []
    for (const call of allCalls.filter(({ endpoint }) => endpoint.method !== 'GET'))
      for (const writing of writings(call, member)) {
        const seen = found(await answerOf(call, writing, member))
        if (seen.length > 0)
          told.push(`${call.family}.${call.name} ${JSON.stringify(writing.params ?? {})}: ${seen.join(' ')}`)
      }
    expect(told).toEqual([])
    // The drawer was withheld to the end.
    expect(await as(member.token).call(cashRegisters.report, { query: { registerId: drawer } })).toMatchObject({
      expected: null,
      totals: [],
    })
  },
)

test('a count shows the drawer to who may see it, and a hand-over hides it again', async () => {
  const seesIt = async (by: TestMember) =>
    (await as(by.token).call(cashRegisters.report, { query: { registerId: drawer } })).expected !== null
  const later = () => (clock.now = new Date(clock.now.getTime() + 60_000)).toISOString()
  const counted = { seller: cashier, cash: float }
  await as(cashier.token).call(cashRegisters.count, {
    params: { id: drawer },
    body: aCounting(shop, { ...counted, countedAt: later() }),
  })
  expect([await seesIt(cashier), await seesIt(owner)]).toEqual([true, true])
  expect(await as(cashier.token).call(sales.read, { params: { id: first.id } })).toMatchObject({ total: first.total })
  await as(cashier.token).call(cashRegisters.handOver, {
    params: { id: drawer },
    // Made without the network: nobody asks for the code of the receiver any more.
    body: aHandOver(shop, {
      ...counted,
      countedAt: new Date(Date.parse(later()) - 20 * 60_000).toISOString(),
      receivedBy: owner.id,
    }),
  })
  expect([await seesIt(cashier), await seesIt(owner), await seesIt(outsider)]).toEqual([false, false, true])
})

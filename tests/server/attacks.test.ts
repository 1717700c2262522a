import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { invitations } from '#shared/contract/invitations.ts'
import { sales } from '#shared/contract/sales.ts'
import { roles, users } from '#shared/contract/users.ts'
import { caps } from '#shared/domain/caps.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { callFixtures } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { tokenOf } from '#tests/server/support/shop.ts'
import { aClosing } from '#tests/server/support/registering.ts'
import { aSale, cash, lineOf, salesCount } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'

const { app, as, database, openShop } = await testApp()
const shop = await openShop('attacked')

describe('the doors', () => {
  const answerOf = async (path: string, payload: object, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
    return `${statusCode} ${body}`
  }

  test('a secret that opens nothing is answered as one that never was', async () => {
    const { secret } = await as(shop.titulaire.token).call(invitations.invite, { params: { id: await anUninvited() } })
    const { secret: next } = await as(shop.titulaire.token).call(invitations.invite, {
      params: { id: await anUninvited() },
    })
    await database.platform((tx) =>
      sql`update invitations set withdrawn_at = now() where pharmacy_id = ${shop.id} and withdrawn_at is null
        and created_at = (select min(created_at) from invitations where pharmacy_id = ${shop.id})`.execute(tx),
    )
    await database.platform((tx) =>
      sql`update invitations set expires_at = now() - interval '1 day' where pharmacy_id = ${shop.id}`.execute(tx),
    )
    const accountToken = tokenOf({ sub: 'a stranger', email: 'stranger@example.org' })
    const never = 'x'.repeat(32)
    for (const one of [secret, next]) {
      expect(await answerOf('/invitations/look', { secret: one })).toBe(
        await answerOf('/invitations/look', { secret: never }),
      )
      expect(await answerOf('/invitations/accept', { secret: one, accountToken, pin: '5826' })).toBe(
        await answerOf('/invitations/accept', { secret: never, accountToken, pin: '5826' }),
      )
    }
  })

  test('a terminal learns of nobody who does not open it: dismissed, of another pharmacy, or made up', async () => {
    const gone = await aMember(database, shop, [])
    await as(shop.titulaire.token).call(users.remove, { params: { id: gone.id } })
    const others = [gone.id, (await openShop('not attacked')).vendeur.id]
    const asked = (userId: string) => ({ userId, pin: '5826', terminalId: randomUUID() })
    const gesture = { permission: 'sale.discount', subjectId: randomUUID(), amount: 10 }
    for (const id of others) {
      expect(await answerOf('/tokens', asked(id), shop.terminal.token)).toBe(
        await answerOf('/tokens', asked(randomUUID()), shop.terminal.token),
      )
      expect(await answerOf('/grants', { ...asked(id), ...gesture }, shop.terminal.token)).toBe(
        await answerOf('/grants', { ...asked(randomUUID()), ...gesture }, shop.terminal.token),
      )
    }
  })

  test('without a token nobody learns whether a record, a call or a pharmacy is there', async () => {
    const urls = ['persons', 'users', 'sales', 'pharmacies', 'organizations'].flatMap((family) =>
      [shop.patientId, shop.vendeur.id, shop.id, randomUUID()].map((id) => `/api/${family}/${id}`),
    )
    const answers = await Promise.all(urls.map((url) => app.inject({ url })))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['401 {"message":"auth:missingToken"}']),
    )
  })

  async function anUninvited(): Promise<string> {
    const [role] = (await as(shop.titulaire.token).call(roles.list, { query: { search: 'vendeur' } })).items
    const { id } = await as(shop.titulaire.token).call(users.create, {
      body: {
        firstName: 'Invité',
        lastName: 'Étranger',
        email: `${randomUUID()}@example.org`,
        roleIds: [role!.id],
      },
    })
    return id
  }
})

describe('sums that break reports', () => {
  const line = { id: randomUUID(), label: 'Or', quantity: 1, price: 1 }

  test.each([
    ['a price', { vouchers: [{ ...line, price: caps.unitPrice + 1 }] }, 'body.vouchers.0.price', caps.unitPrice],
    ['a quantity', { vouchers: [{ ...line, quantity: caps.quantity + 1 }] }, 'body.vouchers.0.quantity', caps.quantity],
    ['a quantity of a lot', { lines: [lineOf(shop, 0, caps.quantity + 1)] }, 'body.records.0.quantity', caps.quantity],
    [
      'a total',
      { vouchers: [{ ...line, quantity: 10_001, price: caps.unitPrice }], payments: [] },
      'body.total',
      caps.saleTotal,
    ],
    ['cash handed over', { payments: [cash(1000, caps.saleTotal + 1)] }, 'body.payments.0.tendered', caps.saleTotal],
  ])(
    '%s over the cap is refused with its field and the cap; the till keeps the refused sale',
    async (_, content, path, cap) => {
      const before = await salesCount(database, shop)
      const sale = aSale(shop, content)
      const refusal = {
        message: 'requests:invalid',
        status: 400,
        details: { issues: [{ path, message: `at most ${cap}` }] },
      }
      await expect(as(shop.vendeur.token).call(sales.close, { body: sale })).rejects.toMatchObject(refusal)
      // stored, so that a closing of the register does not wait for it for ever
      const { rows } = await database.platform((tx) =>
        sql`select accepted from inbox where id = ${sale.id}`.execute(tx),
      )
      expect(rows).toEqual([{ accepted: false }])
      expect(await salesCount(database, shop)).toBe(before)
    },
  )

  test('a refused sale holds back none of its batch', async () => {
    const good = aSale(shop)
    const { outcomes } = await as(shop.vendeur.token).call(sales.closeSeveral, {
      body: { sales: [aSale(shop, { vouchers: [{ ...line, price: caps.unitPrice + 1 }] }), good] },
    })
    expect(outcomes).toMatchObject([
      { kind: 'refused', status: 400, refusal: { message: 'requests:invalid' } },
      { kind: 'closed', sale: { id: good.id } },
    ])
  })

  test('a sale that leaves a lot beyond the cap of stock is refused', async () => {
    const sunk = await openShop('sunk')
    await database.platform((tx) =>
      tx
        .updateTable('stock_items')
        .set({ quantity: 1 - caps.stock })
        .where('id', '=', sunk.lots[0])
        .execute(),
    )
    await expect(
      as(sunk.vendeur.token).call(sales.close, { body: aSale(sunk, { lines: [lineOf(sunk, 0, 2)] }) }),
    ).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.records.0.quantity', message: `stock beyond ${caps.stock}` }] },
    })
  })

  describe('of what is agreed and set', () => {
    const printer = { id: randomUUID(), name: 'Caisse 1', host: '127.0.0.1', port: 9100 }
    const at = (call: string) => callFixtures(shop, { saleId: randomUUID(), printer, saleNumber: 1 })[call]!()
    const [dear, most] = [caps.unitPrice + 1, caps.saleTotal + 1]
    const onlyPerDay = (perDay: number) => ({ perSale: null, perDay, perMonth: null })

    test.each([
      ['contracts.create', { ceilings: onlyPerDay(most) }, 'ceilings.perDay'],
      [
        'contracts.create',
        { products: [{ pharmacyProductId: randomUUID(), referencePrice: dear }] },
        'products.0.referencePrice',
      ],
      ['contracts.patch', { ceilings: onlyPerDay(most) }, 'ceilings.perDay'],
      [
        'contracts.patch',
        { products: [{ pharmacyProductId: randomUUID(), referencePrice: dear }] },
        'products.0.referencePrice',
      ],
      ['contractPolicies.create', { ceilings: onlyPerDay(most) }, 'ceilings.perDay'],
      ['contractPolicies.patch', { ceilings: onlyPerDay(most) }, 'ceilings.perDay'],
      ['productHealthInsurance.create', { basePrice: dear }, 'basePrice'],
      ['productHealthInsurance.patch', { basePrice: dear }, 'basePrice'],
      [
        'productHealthInsurance.importList',
        { lines: [{ code: 'S-9', label: 'OR', basePrice: dear, rate: 70 }] },
        'lines.0.basePrice',
      ],
      [
        'pharmacies.changeSettings',
        { services: [{ id: randomUUID(), label: 'Tension', price: dear }] },
        'services.0.price',
      ],
    ])('%s with %j is refused with its field', async (call, content, path) => {
      const { endpoint } = allCalls.find(({ family, name }) => `${family}.${name}` === call)!
      const { body, ...input } = at(call)
      await expect(
        as(shop.titulaire.token).call(endpoint, { ...input, body: { ...(body as object), ...content } } as never),
      ).rejects.toMatchObject({
        message: 'requests:invalid',
        status: 400,
        details: { issues: [{ path: `body.${path}` }] },
      })
    })
  })

  test('rows stored before the caps, beyond safe integers in sum, make no report fail', async () => {
    const hoard = await openShop('hoard')
    const { saleId, printer } = await aFullShop(database, hoard)
    for (let count = 0; count < 3; count++)
      await as(hoard.vendeur.token).call(sales.close, {
        body: aSale(hoard, { lines: [lineOf(hoard, 0)], patientId: hoard.patientId }),
      })
    await makeHuge()
    const { token } = await aMember(database, hoard, permissions)
    const fixtures = callFixtures(hoard, { saleId, printer, saleNumber: 1 })
    const today = localDayOf(new Date(), 'Africa/Porto-Novo')
    const reads = allCalls.filter(
      ({ endpoint }) =>
        endpoint.method === 'GET' &&
        !endpoint.stream &&
        endpoint.permission !== 'public' &&
        !isOfPlatform(endpoint.permission),
    )
    const faults: string[] = []
    for (const { family, name, endpoint } of reads) {
      const { params = {}, query = {} } = fixtures[`${family}.${name}`]!()
      for (const asked of [query, {}, { from: today, to: today }, { registerId: hoard.registerId }]) {
        const reply = await app.inject({
          url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!)}`,
          query: Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, String(value)])),
          headers: { authorization: `Bearer ${token}` },
        })
        // a value that PostgreSQL cannot compute is a failure too, although it is answered as a bad request
        const refusal = reply.statusCode < 400 ? null : reply.json<{ message: string; details?: unknown }>()
        if (refusal && !refusal.details && refusal.message !== 'requests:notFound')
          faults.push(`${family}.${name} ${JSON.stringify(asked)}: ${reply.statusCode} ${reply.body}`)
      }
    }
    expect(faults).toEqual([])
    await expect(
      as(hoard.titulaire.token).call(sales.list, { query: { from: today, to: today } }),
    ).resolves.toMatchObject({ turnover: Number.MAX_SAFE_INTEGER })
    const counted = await app.inject({
      method: 'POST',
      url: `/api/cash-registers/${hoard.registerId}/close`,
      headers: { authorization: `Bearer ${token}` },
      payload: aClosing(hoard, { cash: 2500 }),
    })
    expect(counted.statusCode).toBeLessThan(500)
  })

  /** Writes amounts into the stored rows as large as the schemas let through before the caps. */
  async function makeHuge(): Promise<void> {
    const huge = 8_000_000_000_000_000
    await database.platform(async (tx) => {
      for (const statement of [
        sql`update sales set total = ${huge}, units = 600000000`,
        sql`update sale_records set price = 1000000000, quantity = 1000000, purchase_price = 1000000000`,
        sql`update sale_payments set amount = ${huge}, client_id = person.id from (select id from persons limit 1) person`,
        sql`update register_movements set amount = ${huge}`,
        sql`update sale_returns set total = ${huge}`,
        sql`update sale_return_lines set amount = ${huge}`,
        sql`update sale_refunds set amount = ${huge}`,
        sql`update disbursements set amount = 1000000000000`,
        sql`update missed_sales set price = ${huge}, quantity = 1000`,
        sql`update stock_items set quantity = 2000000000, sale_price = ${huge}, purchase_price = ${huge} where not archived`,
        sql`update register_counts set gap = ${huge}`,
        sql`update bills set amount = ${huge}`,
        sql`update contracts set ceiling_per_day = ${huge}, ceiling_per_month = ${huge}`,
        sql`update contract_policies set ceiling_per_sale = ${huge}, ceiling_per_month = ${huge}`,
        sql`update contract_products set reference_price = ${huge}`,
        sql`update product_health_insurances set base_price = ${huge}`,
        sql`update pharmacies set settings = settings || jsonb_build_object('services',
          json_build_array(json_build_object('id', gen_random_uuid(), 'label', 'Or', 'price', ${huge}::bigint)))`,
      ]) {
        await statement.execute(tx)
      }
    })
  }
})

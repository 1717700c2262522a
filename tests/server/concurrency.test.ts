import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { untouched, type NewSale, type Sale } from '#shared/contract/sales.ts'
import type { Database } from '#server/db/database.ts'
import { keepAnswer } from '#server/inbox/inbox.repo.ts'
import { readShop, recordSale } from '#server/sales/closing.repo.ts'
import { taxesOf } from '#server/sales/taxes-of-sale.ts'
import { touchedClients } from '#server/sales/coverage-of-sale.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash, lineOf, quantityOf, salesCount } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { times, twoServers, type Answer, type Server } from '#tests/server/support/two-servers.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

test('the same sale sent at once by many windows to two servers exists once, and all hear the same', async () => {
  const servers = await twoServers()
  const shop = await openShop(servers[0].database, 'once')
  for (let round = 0; round < 5; round++) {
    const sale = aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] })
    const answers = await Promise.all(
      times(12, (index) =>
        servers[index % 2]!.post('/sales', sale, index % 3 ? shop.vendeur.token : shop.terminal.token),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(times(12, () => 201))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  }
  expect([
    await salesCount(servers[0].database, shop),
    await quantityOf(servers[0].database, shop, shop.lots[0]),
  ]).toEqual([5, 95])
  expect(await brokenLedgers(servers[0].database, shop.id)).toEqual([])
})

test('of two contents that race under one id, one is the sale and the other refused', async () => {
  const servers = await twoServers()
  const shop = await openShop(servers[0].database, 'race')
  for (let round = 0; round < 5; round++) {
    const one = aSale(shop)
    const other = { ...one, payments: [cash(1000, 2000)] }
    const answers = await Promise.all(
      times(8, (index) => servers[index % 2]!.post('/sales', index % 4 < 2 ? one : other, shop.vendeur.token)),
    )
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([201, 201, 201, 201, 409, 409, 409, 409])
  }
  expect(await salesCount(servers[0].database, shop)).toBe(5)
  expect(await brokenLedgers(servers[0].database, shop.id)).toEqual([])
})

test('tills that sell the last boxes of one lot at once lose no box and no number', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shop = await openShop(database, 'rush')
  const answers = await Promise.all(
    times(60, (index) =>
      servers[index % 2]!.post<Sale>(
        '/sales',
        aSale(shop, { lines: [lineOf(shop, 0, 2), lineOf(shop, index % 2 ? 1 : 2)], registerId: randomUUID() }),
        shop.vendeur.token,
      ),
    ),
  )

  expect(answers.every(({ status }) => status === 201)).toBe(true)
  const numbers = answers.map(({ body }) => body.number).sort((a, b) => a - b)
  expect(numbers).toEqual(times(60, (index) => index + 1))
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(100 - 120)
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('a credit limit holds when its last francs are asked for twice at once', async () => {
  const servers = await twoServers()
  const shop = await openShop(servers[0].database, 'limit')
  const onCredit = (): NewSale =>
    aSale(shop, {
      lines: [lineOf(shop, 0, 3)],
      payments: [{ id: randomUUID(), type: 'CREDIT', amount: 3000, creditMetadata: { person: shop.debtorId } }],
    })
  const answers = await Promise.all(
    times(6, (index) => servers[index % 2]!.post('/sales', onCredit(), shop.vendeur.token)),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422, 422, 422, 422, 422])
})

test('the last of a ceiling given twice at once is kept twice and flagged the second time', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shop = await openShop(database, 'ceiling')
  for (let round = 0; round < 5; round++) {
    const { policyId } = await aPolicy(database, shop, { contract: { ceiling_per_month: 800 } })
    const insured = (): NewSale =>
      aSale(shop, { payments: [insurance(800, policyId), cash(200)], patientId: shop.patientId })
    const answers = await Promise.all(
      times(2, (index) => servers[index]!.post<Sale>('/sales', insured(), shop.vendeur.token)),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const flags = answers
      .map(({ body }) => body)
      .sort((a, b) => a.number - b.number)
      .map((sale) => sale.flags)
    expect(flags).toEqual([[], ['coverage:overrun']])
  }
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

/** A sale, and what many ask of it at once; answers the messages that they got, sorted. */
async function contest(
  asks: (shop: Shop, sale: NewSale, servers: [Server, Server]) => Promise<Answer>[],
  check: (messages: string[], shop: Shop, database: Database) => Promise<void> | void,
): Promise<void> {
  const servers = await twoServers()
  const shop = await openShop(servers[0].database, 'contest')
  for (let round = 0; round < 4; round++) {
    const sale = aSale(shop)
    await servers[0].post('/sales', sale, shop.vendeur.token)
    const answers = await Promise.all(asks(shop, sale, servers))
    await check(
      answers.map(({ status, body }) => (status < 300 ? 'done' : body.message!)).sort(),
      shop,
      servers[0].database,
    )
  }
  expect(await brokenLedgers(servers[0].database, shop.id)).toEqual([])
}

const tooLate = 'sales:cannotEditCanceledSale'

test('of versions that replace one sale at once, one is the version', async () => {
  let round = 0
  await contest(
    (shop, sale, servers) =>
      times(4, (index) => servers[index % 2]!.post('/sales', aVersionOf(shop, sale), shop.pharmacien.token)),
    async (messages, shop, database) => {
      expect(messages).toEqual(['done', tooLate, tooLate, tooLate])
      expect(await quantityOf(database, shop, shop.lots[0])).toBe(100 - ++round)
    },
  )
})

test('a sale canceled by two at once is canceled once; the same cancellation sent by two windows is one', async () => {
  await contest(
    (shop, sale, servers) =>
      times(4, (index) =>
        servers[index % 2]!.post(`/sales/${sale.id}/cancel`, aCancellation(shop), shop.pharmacien.token),
      ),
    async (messages, shop, database) => {
      expect(messages).toEqual(['done', tooLate, tooLate, tooLate])
      expect(await quantityOf(database, shop, shop.lots[0])).toBe(100)
    },
  )
  await contest(
    (shop, sale, servers) => {
      const asked = aCancellation(shop)
      return times(4, (index) => servers[index % 2]!.post(`/sales/${sale.id}/cancel`, asked, shop.pharmacien.token))
    },
    (messages) => expect(messages).toEqual(['done', 'done', 'done', 'done']),
  )
})

test('of a version and a cancellation that race for one sale, one comes through', async () => {
  await contest(
    (shop, sale, servers) => [
      servers[0].post('/sales', aVersionOf(shop, sale), shop.pharmacien.token),
      servers[1].post(`/sales/${sale.id}/cancel`, aCancellation(shop), shop.pharmacien.token),
    ],
    (messages) => expect(messages).toEqual(['done', tooLate]),
  )
})

test('pharmacies sell side by side', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shops: Shop[] = []
  for (const name of ['a', 'b', 'c']) shops.push(await openShop(database, `side ${name}`))
  await Promise.all(
    times(30, (index) => servers[index % 2]!.post('/sales', aSale(shops[index % 3]!), shops[index % 3]!.vendeur.token)),
  )
  for (const shop of shops) {
    expect(await salesCount(database, shop)).toBe(10)
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  }
})

test('below all locks, the database’s own keys let a sale, a number and an attempt exist once', async () => {
  const [{ database }] = await twoServers()
  const shop = await openShop(database, 'keys')
  const sale = aSale(shop)
  const record = (payload: NewSale, number: number): Promise<void> =>
    database.read(shop.id, async (tx) => {
      const known = await readShop(tx, shop.id, payload, {
        sender: { userId: shop.terminal.id, unlockId: null },
        now: new Date(),
      })
      const { sellerRoles: _, ...kept } = payload
      await recordSale(tx, {
        pharmacyId: shop.id,
        payload,
        movedAt: payload.soldAt,
        rev: known.lastRev + 1,
        touched: touchedClients(payload, known),
        taxes: taxesOf(payload, known),
        listed: [],
        answer: {
          ...kept,
          ...untouched,
          number,
          status: 'CLOSED',
          receivedAt: payload.soldAt,
          sellerName: 'DOSSOU Afi',
          patientName: null,
          flags: [],
        },
      })
    })
  await record(sale, 1)
  await expect(record(sale, 2)).rejects.toMatchObject({ code: '23505' })
  await expect(record(aSale(shop), 1)).rejects.toMatchObject({ code: '23505' })
  const attempt = {
    pharmacyId: shop.id,
    id: sale.id,
    kind: 'sale',
    revision: 1,
    hash: 'x',
    accepted: false,
    answer: {},
    at: new Date(),
    sentBy: shop.terminal.id,
    content: null,
    cash: null,
  }
  await database.read(shop.id, (tx) => keepAnswer(tx, attempt))
  await expect(database.read(shop.id, (tx) => keepAnswer(tx, attempt))).rejects.toMatchObject({ code: '23505' })
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

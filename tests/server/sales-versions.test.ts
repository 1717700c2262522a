import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aSale, cash, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aBillFor, aCancellation, aVersionOf, drawerOf } from '#tests/server/support/undoing.ts'

const { as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`versions ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const close = (body: NewSale) => as(shop.terminal.token).call(sales.close, { body })
const read = (sale: { id: string }) => as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } })
const credit = (amount: number): Payment => ({
  id: randomUUID(),
  type: 'CREDIT',
  amount,
  creditMetadata: { person: shop.debtorId },
})

async function sold(wanted: Parameters<typeof aSale>[1] = {}): Promise<NewSale> {
  const sale = aSale(shop, wanted)
  await close(sale)
  return sale
}

describe('a new version', () => {
  test('has its own number and takes the place of the old one, which is canceled by it', async () => {
    const old = await sold()
    const version = aVersionOf(shop, old, { lines: [lineOf(shop, 1)] })
    const answer = await close(version)
    expect(answer).toMatchObject({ number: 2, version: 2, replaces: old.id, status: 'CLOSED', flags: [] })
    expect(await read(version)).toEqual(answer)
    expect(await read(old)).toMatchObject({
      number: 1,
      version: 1,
      status: 'CANCELED',
      replacedBy: version.id,
      cancellation: { at: clock.now.toISOString(), byName: 'AGBO Kossi', reason: 'Remplacée' },
    })
    expect(await close(aVersionOf(shop, version))).toMatchObject({ number: 3, version: 3, replaces: version.id })
  })

  test('is told apart from what was canceled by hand in the list', async () => {
    const [old, other] = [await sold(), await sold()]
    await close(aVersionOf(shop, old))
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: other.id }, body: aCancellation(shop) })
    const found = async (status: 'CANCELED' | 'REPLACED') =>
      (await as(shop.vendeur.token).call(sales.list, { query: { status } })).items.map(({ id }) => id).sort()
    expect([await found('REPLACED'), await found('CANCELED')]).toEqual([[old.id], [old.id, other.id].sort()])
  })

  test('moves stock and money as if the old one had never been, out of the drawer of who makes it', async () => {
    const [morning, evening] = [randomUUID(), randomUUID()]
    const old = await sold({ lines: [lineOf(shop, 0, 4)], registerId: morning })
    await close(aVersionOf(shop, old, { lines: [lineOf(shop, 0), lineOf(shop, 1)], registerId: evening }))
    expect([await quantityOf(database, shop, shop.lots[0]), await quantityOf(database, shop, shop.lots[1])]).toEqual([
      99, 99,
    ])
    expect([await drawerOf(database, shop, morning), await drawerOf(database, shop, evening)]).toEqual([
      { CASH: 4000 },
      { CASH: -1500 },
    ])
  })

  test('is judged as if the old one had never been: credit, ceilings, the last boxes', async () => {
    const onCredit = await sold({ lines: [lineOf(shop, 0, 5)], payments: [credit(5000)] })
    expect(
      await close(aVersionOf(shop, onCredit, { lines: [lineOf(shop, 0, 4)], payments: [credit(4000)] })),
    ).toMatchObject({ version: 2, flags: [] })

    const { policyId } = await aPolicy(database, shop, { contract: { ceiling_per_month: 800 } })
    const insured = await sold({ patientId: shop.patientId, payments: [insurance(800, policyId), cash(200)] })
    expect(
      await close(
        aVersionOf(shop, insured, { patientId: shop.patientId, payments: [insurance(700, policyId), cash(300)] }),
      ),
    ).toMatchObject({ flags: [] })

    const { id: lot } = await aLot(database, shop, { quantity: 3 })
    const last = await sold({ lines: [{ lot, price: 1000, quantity: 3 }] })
    expect(await close(aVersionOf(shop, last, { lines: [{ lot, price: 1000, quantity: 2 }] }))).toMatchObject({
      flags: [],
    })
    expect(await quantityOf(database, shop, lot)).toBe(1)
  })

  test('that is refused leaves the old one as it was, and may be tried again', async () => {
    const old = await sold({ lines: [lineOf(shop, 0, 3)], payments: [credit(3000)] })
    const before = await rowCounts()
    const refused = aVersionOf(shop, old, {
      lines: [lineOf(shop, 0, 6)],
      payments: [credit(6000)],
      registerId: randomUUID(),
    })
    await expect(close(refused)).rejects.toMatchObject({
      message: 'sales:cannotCloseSaleWithCreditLimitExceeded',
      details: { current: 0, excess: 1000 },
    })
    await expect(close(refused)).rejects.toMatchObject({ message: 'sales:cannotCloseSaleWithCreditLimitExceeded' })
    expect({ ...(await rowCounts()), inbox: 0 }).toEqual({ ...before, inbox: 0 })
    expect([await read(old), await quantityOf(database, shop, shop.lots[0])]).toMatchObject([
      { status: 'CLOSED', replacedBy: null },
      97,
    ])
    expect(await close({ ...aVersionOf(shop, old), id: refused.id, revision: 2 })).toMatchObject({ version: 2 })
  })

  test('enters listed medicines anew after those of the old one went back', async () => {
    const { id: lot } = await aLot(database, shop, { list: 'list-2' })
    const old = await sold({ lines: [{ lot, price: 1000, quantity: 2 }] })
    await close(aVersionOf(shop, old, { lines: [{ lot, price: 1000 }] }))
    const entries = await database.read(shop.id, (tx) =>
      tx.selectFrom('prescription_entries').select(['number', 'quantity']).orderBy('number').execute(),
    )
    expect(entries).toEqual([
      { number: 1, quantity: 2 },
      { number: 2, quantity: -2 },
      { number: 3, quantity: 1 },
    ])
  })

  test('sent twice is one', async () => {
    const old = await sold()
    const version = aVersionOf(shop, old)
    const answers = [await close(version), await close(version), await close({ ...version, revision: 2 })]
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(99)
  })

  test('uses the right to cancel that was revoked while it waited, and is flagged', async () => {
    const version = aVersionOf(shop, await sold())
    await database.write(shop.id, (tx) =>
      tx.deleteFrom('user_roles').where('user_id', '=', shop.pharmacien.id).execute(),
    )
    expect(await close(version)).toMatchObject({ version: 2, flags: ['right:revoked'] })
  })
})

describe('is refused:', () => {
  test('of a sale that nobody knows, or that is another pharmacy’s', async () => {
    const other = await openShop(`versions elsewhere ${count}`)
    const foreign = aSale(other)
    await as(other.terminal.token).call(sales.close, { body: foreign })
    for (const replaced of [{ id: randomUUID() }, foreign]) {
      await expect(close(aVersionOf(shop, replaced))).rejects.toMatchObject({
        message: 'sales:replacedUnknown',
        status: 422,
        details: { replaces: replaced.id },
      })
    }
  })

  test('of itself', async () => {
    const id = randomUUID()
    await expect(close({ ...aVersionOf(shop, { id }), id })).rejects.toMatchObject({ message: 'sales:replacedUnknown' })
  })

  test('of a sale that is canceled or replaced', async () => {
    const [canceled, replaced] = [await sold(), await sold()]
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(shop) })
    await close(aVersionOf(shop, replaced))
    for (const old of [canceled, replaced])
      await expect(close(aVersionOf(shop, old))).rejects.toMatchObject({
        message: 'sales:cannotEditCanceledSale',
        status: 409,
      })
  })

  test('of a sale of which something came back', async () => {
    const old = await sold({ lines: [lineOf(shop, 0, 2)] })
    const lines = [{ lineId: old.records[0]!.id, quantity: 1, toStock: true }]
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: old.id },
      body: { ...aCancellation(shop), returnedAt: clock.now.toISOString(), lines, inCash: false },
    })
    await expect(close(aVersionOf(shop, old))).rejects.toMatchObject({ message: 'sales:hasReturns', status: 409 })
  })

  test('of a sale that a paid bill asks for', async () => {
    const old = await sold({ payments: [credit(1000)] })
    await aBillFor(database, shop, old, 'closed')
    await expect(close(aVersionOf(shop, old))).rejects.toMatchObject({
      message: 'sales:cannotCreateNewVersionOfSaleWithPaidBills',
      status: 409,
    })
  })

  test('by a seller who may not cancel', async () => {
    const old = await sold()
    await expect(close(aVersionOf(shop, old, { seller: shop.vendeur }))).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'sale.cancel' },
    })
    await expect(close(aVersionOf(shop, old, { sellerId: shop.terminal.id }))).rejects.toMatchObject({
      message: 'sales:unknownSeller',
    })
  })

  test('into a register that is closed', async () => {
    const [old, registerId] = [await sold(), randomUUID()]
    await database.write(shop.id, (tx) =>
      tx
        .insertInto('cash_registers')
        .values({
          pharmacy_id: shop.id,
          id: registerId,
          opened_by: shop.pharmacien.id,
          opened_at: clock.now,
          closed_at: clock.now,
          closed_by: shop.pharmacien.id,
        })
        .execute(),
    )
    await expect(close(aVersionOf(shop, old, { registerId }))).rejects.toMatchObject({
      message: 'sales:registerClosed',
    })
    expect(await drawerOf(database, shop, registerId)).toEqual({})
    expect(await read(old)).toMatchObject({ status: 'CLOSED' })
  })
})

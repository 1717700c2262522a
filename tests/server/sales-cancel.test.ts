import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { persons } from '#shared/contract/persons.ts'
import type { SaleCancellation } from '#shared/contract/sale-cancellation.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aPrescription, aSale, cash, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aBillFor, aCancellation, drawerOf } from '#tests/server/support/undoing.ts'

const { as, clock, database, hints, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`cancellations ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const cancel = (sale: { id: string }, body: SaleCancellation = aCancellation(shop)) =>
  as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body })

async function sold(wanted: Parameters<typeof aSale>[1] = {}): Promise<NewSale> {
  const sale = aSale(shop, wanted)
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  return sale
}

describe('a canceled sale', () => {
  test('is answered as it stands, with who canceled it, when and why', async () => {
    const sale = await sold()
    const answer = await cancel(sale, aCancellation(shop, { reason: 'Le client a changé d’avis' }))
    expect(answer).toMatchObject({
      id: sale.id,
      status: 'CANCELED',
      version: 1,
      replacedBy: null,
      cancellation: { at: clock.now.toISOString(), byName: 'AGBO Kossi', reason: 'Le client a changé d’avis' },
    })
    expect(await as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } })).toEqual(answer)
  })

  test('gives its boxes back to the lots they came from', async () => {
    const sale = await sold({ lines: [lineOf(shop, 0, 2), lineOf(shop, 0, 3), lineOf(shop, 1)] })
    await cancel(sale)
    expect([await quantityOf(database, shop, shop.lots[0]), await quantityOf(database, shop, shop.lots[1])]).toEqual([
      100, 100,
    ])
    const movements = await database.read(shop.id, (tx) =>
      tx.selectFrom('stock_movements').selectAll().where('cause', '=', 'sale-canceled').orderBy('quantity').execute(),
    )
    expect(movements).toMatchObject([
      {
        stock_item_id: shop.lots[1],
        quantity: 1,
        before: 99,
        after: 100,
        user_id: shop.pharmacien.id,
        sale_id: sale.id,
      },
      { quantity: 5, before: 95, after: 100 },
    ])
  })

  test('gives its money back from the drawer of who cancels, a closed register stays as it was', async () => {
    const [morning, evening] = [randomUUID(), randomUUID()]
    // 2003 F in coins of 5
    const sale = await sold({ lines: [lineOf(shop, 2)], payments: [cash(2005, 5000)], registerId: morning })
    await database.write(shop.id, (tx) =>
      tx
        .updateTable('cash_registers')
        .set({ closed_at: clock.now, closed_by: shop.vendeur.id })
        .where('id', '=', morning)
        .execute(),
    )
    await cancel(sale, aCancellation(shop, { registerId: evening }))
    expect([await drawerOf(database, shop, morning), await drawerOf(database, shop, evening)]).toEqual([
      { CASH: 2005 },
      { CASH: -2005 },
    ])
    const opened = await database.read(shop.id, (tx) =>
      tx.selectFrom('cash_registers').select('opened_by').where('id', '=', evening).execute(),
    )
    expect(opened).toEqual([{ opened_by: shop.pharmacien.id }])
  })

  test('is owed by nobody and used no policy any more; tills hear of it', async () => {
    const { policyId, contractId } = await aPolicy(database, shop, { policy: { ceiling_per_month: 10_000 } })
    const sale = await sold({
      patientId: shop.patientId,
      payments: [
        insurance(600, policyId),
        { id: randomUUID(), type: 'CREDIT', amount: 400, creditMetadata: { person: shop.debtorId } },
      ],
    })
    const titulaire = as(shop.titulaire.token)
    const standing = async () => ({
      debt: (await titulaire.call(persons.read, { params: { id: shop.debtorId } })).outgoing,
      used: (await titulaire.call(contractPolicies.list, { query: { contractId } })).items[0]!.uses?.usedInMonth ?? 0,
    })
    expect(await standing()).toEqual({ debt: 400, used: 600 })
    const { cursor } = await titulaire.call(persons.list, { query: { cursor: '', size: 100 } })
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (list) => heard.push(list))
    await cancel(sale)
    stop()
    const changed = await titulaire.call(persons.list, { query: { cursor: cursor!, size: 100 } })
    expect(changed.items.map(({ id }) => id).sort()).toEqual([shop.patientId, shop.debtorId].sort())
    expect(heard).toEqual(expect.arrayContaining(['sales', 'pharmacy-products', 'cash-registers', 'persons']))
    expect(await standing()).toEqual({ debt: 0, used: 0 })
  })

  test('goes back in the register of listed medicines as lines below zero', async () => {
    const { id: lot } = await aLot(database, shop, { list: 'list-1' })
    const sale = await sold({
      lines: [{ lot, price: 1000, quantity: 3 }],
      patientId: shop.patientId,
      prescription: aPrescription,
    })
    await cancel(sale)
    const entries = await database.read(shop.id, (tx) =>
      tx.selectFrom('prescription_entries').selectAll().orderBy('number').execute(),
    )
    expect(entries).toMatchObject([
      { number: 1, quantity: 3, dispensed_by: shop.vendeur.id },
      {
        number: 2,
        quantity: -3,
        dispensed_by: shop.pharmacien.id,
        line_id: sale.records[0]!.id,
        lot: 'L7',
        patient_name: 'ZINSOU Aurèle',
      },
    ])
  })

  test('is canceled once, however often it is asked', async () => {
    const [sale, asked] = [await sold(), aCancellation(shop)]
    const answers = await Promise.all([
      cancel(sale, asked),
      cancel(sale, asked),
      cancel(sale, { ...asked, revision: 2 }),
    ])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await expect(cancel(sale, { ...asked, reason: 'Autre' })).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
      status: 409,
    })
    await expect(cancel(await sold(), asked)).rejects.toMatchObject({ message: 'sales:payloadMismatch' })
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(99)
  })
})

describe('is refused, and nothing moves:', () => {
  const refused = async (sale: { id: string }, body?: SaleCancellation): Promise<unknown> => {
    const before = await rowCounts()
    const answer = await cancel(sale, body).then(
      () => 'canceled',
      (error: unknown) => error,
    )
    expect({ ...(await rowCounts()), inbox: 0 }).toEqual({ ...before, inbox: 0 })
    return answer
  }

  test('a sale that was canceled before', async () => {
    const sale = await sold()
    await cancel(sale)
    expect(await refused(sale)).toMatchObject({ message: 'sales:cannotEditCanceledSale', status: 409 })
  })

  test('a sale of which something came back', async () => {
    const sale = await sold({ lines: [lineOf(shop, 0, 2)] })
    const lines = [{ lineId: sale.records[0]!.id, quantity: 1, toStock: true }]
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: { ...aCancellation(shop), returnedAt: clock.now.toISOString(), lines, inCash: false },
    })
    expect(await refused(sale)).toMatchObject({ message: 'sales:hasReturns', status: 409 })
  })

  test('a sale that a paid bill asks for; an open one does not keep it', async () => {
    const credit = (): NewSale['payments'] => [
      { id: randomUUID(), type: 'CREDIT', amount: 1000, creditMetadata: { person: shop.debtorId } },
    ]
    const [paid, open] = [await sold({ payments: credit() }), await sold({ payments: credit() })]
    await aBillFor(database, shop, paid, 'closed')
    await aBillFor(database, shop, open, 'open')
    expect(await refused(paid)).toMatchObject({
      message: 'sales:cannotCreateNewVersionOfSaleWithPaidBills',
      status: 409,
    })
    expect(await cancel(open)).toMatchObject({ status: 'CANCELED' })
  })

  test('out of a drawer that is closed', async () => {
    const [sale, registerId] = [await sold(), randomUUID()]
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
    expect(await refused(sale, aCancellation(shop, { registerId }))).toMatchObject({
      message: 'sales:registerClosed',
      details: { registerId },
    })
  })

  test('by who may not', async () => {
    const sale = await sold()
    await expect(
      as(shop.vendeur.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) }),
    ).rejects.toMatchObject({ message: 'auth:forbidden', status: 403 })
  })

  test('a sale of another pharmacy, or of nobody', async () => {
    const other = await openShop(`cancellations elsewhere ${count}`)
    const sale = aSale(other)
    await as(other.vendeur.token).call(sales.close, { body: sale })
    expect(await refused(sale)).toMatchObject({ message: 'requests:notFound', status: 404 })
    expect(await refused({ id: randomUUID() })).toMatchObject({ message: 'requests:notFound' })
  })

  test('without a reason', async () => {
    expect(await refused(await sold(), aCancellation(shop, { reason: ' ' }))).toMatchObject({
      message: 'requests:invalid',
      status: 400,
    })
  })
})

import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales, untouched } from '#shared/contract/sales.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash, lineOf, quantityOf, salesCount } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const { as, clock, database, hints, openShop } = await testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop('closing')
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

describe('a closed sale', () => {
  test('has its number, its seller and its lines, and reads back as it was answered', async () => {
    const sale = aSale(shop, {
      lines: [lineOf(shop, 0, 2), lineOf(shop, 1)],
      patientId: shop.patientId,
      vouchers: [{ id: randomUUID(), label: 'Livraison', quantity: 1, price: 500 }],
    })
    const { sellerRoles: _, ...sent } = { ...sale, sessionId: sale.id }

    const answer = await as(shop.vendeur.token).call(sales.close, { body: sale })

    expect(answer).toEqual({
      ...sent,
      ...untouched,
      number: await salesCount(database, shop),
      status: 'CLOSED',
      receivedAt: clock.now.toISOString(),
      sellerName: 'DOSSOU Afi',
      patientName: 'ZINSOU Aurèle',
      flags: [],
      // Products and services of no section: their tax is not known.
      taxes: [...sale.records, ...sale.vouchers].map(({ id, price, quantity }) => ({
        lineId: id,
        group: null,
        rate: null,
        total: price * quantity,
        tax: null,
      })),
    })
    expect(await as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } })).toEqual(answer)
  })

  test('takes its boxes from the lots it names, and writes what each stood at before and after', async () => {
    const before = await quantityOf(database, shop, shop.lots[1])
    const sale = aSale(shop, { lines: [lineOf(shop, 1, 2), lineOf(shop, 1, 3)] })
    await as(shop.vendeur.token).call(sales.close, { body: sale })

    expect(await quantityOf(database, shop, shop.lots[1])).toBe(before - 5)
    const movements = await database.read(shop.id, (tx) =>
      tx.selectFrom('stock_movements').selectAll().where('sale_id', '=', sale.id).execute(),
    )
    expect(movements).toMatchObject([
      { cause: 'sale', stock_item_id: shop.lots[1], quantity: -5, before, after: before - 5, user_id: shop.vendeur.id },
    ])
  })

  test('keeps what its lines had cost', async () => {
    const sale = aSale(shop)
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    const records = await database.read(shop.id, (tx) =>
      tx.selectFrom('sale_records').selectAll().where('sale_id', '=', sale.id).execute(),
    )
    expect(records).toMatchObject([{ purchase_price: 600, price: 1000, stock_item_id: shop.lots[0] }])
  })

  test('brings the register what was applied, never the change, and the rounding on its own line', async () => {
    const sale = aSale(shop, { lines: [lineOf(shop, 2)], payments: [cash(2005, 10_000)] })
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    const movements = await database.read(shop.id, (tx) =>
      tx
        .selectFrom('register_movements')
        .selectAll()
        .where('sale_id', '=', sale.id)
        .orderBy('amount', 'desc')
        .execute(),
    )
    expect(movements).toMatchObject([
      { kind: 'sale', type: 'CASH', amount: 2005, register_id: shop.registerId, user_id: shop.vendeur.id },
      { kind: 'rounding', type: 'CASH', amount: -2 },
    ])
  })

  test('takes cash of nothing for the last odd francs, which no coin pays: they are rounding', async () => {
    const payments = [{ id: randomUUID(), type: 'CREDIT_CARD' as const, amount: 2001 }, cash(0)]
    const sale = aSale(shop, { lines: [lineOf(shop, 2)], payments })
    expect(await as(shop.vendeur.token).call(sales.close, { body: sale })).toMatchObject({
      total: 2003,
      rounding: 2,
      payments: [{ amount: 2001 }, { type: 'CASH', amount: 0, tendered: 0 }],
    })
    await expect(
      as(shop.vendeur.token).call(sales.close, {
        body: aSale(shop, { lines: [lineOf(shop, 2)], payments: [payments[0]!] }),
      }),
    ).rejects.toMatchObject({ message: 'sales:cannotCloseSaleWithNotEnoughPaid' })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('keeps every payment whole', async () => {
    const { policyId } = await aPolicy(database, shop)
    const payments = [
      insurance(400, policyId),
      {
        id: randomUUID(),
        type: 'MOBILE_MONEY' as const,
        amount: 300,
        phoneOperator: 'MTN',
        transactionReference: 'T1',
      },
      { id: randomUUID(), type: 'CHEQUE' as const, amount: 100, chequeNumber: '77', bank: 'BOA' },
      cash(200, 500),
    ]
    const sale = aSale(shop, { payments, patientId: shop.patientId })
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    expect(await as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } })).toMatchObject({ payments })
  })

  test('is accepted from the terminal alone, when the member’s token is gone', async () => {
    const answer = await as(shop.terminal.token).call(sales.close, { body: aSale(shop) })
    expect(answer).toMatchObject({ sellerId: shop.vendeur.id, flags: [] })
  })

  test('tells who listens once it is there', async () => {
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (list) => heard.push(list))
    await as(shop.vendeur.token).call(sales.close, { body: aSale(shop) })
    stop()
    expect(heard).toEqual(expect.arrayContaining(['sales', 'pharmacy-products']))
  })
})

describe('its register', () => {
  test('opens with the first sale that names it, for the seller, with nothing in it', async () => {
    const registerId = randomUUID()
    const sale = aSale(shop, { seller: shop.pharmacien, registerId, soldAt: clock.now.toISOString() })
    await as(shop.pharmacien.token).call(sales.close, { body: sale })
    await as(shop.pharmacien.token).call(sales.close, { body: aSale(shop, { seller: shop.pharmacien, registerId }) })

    const { cashRegister } = await as(shop.pharmacien.token).call(cashRegisters.current, {
      query: { userId: shop.pharmacien.id },
    })
    expect(cashRegister).toMatchObject({
      id: registerId,
      openedBy: shop.pharmacien.id,
      openedAt: sale.soldAt,
      float: 0,
      closedAt: null,
      sales: 2,
    })
  })
})

describe('what is accepted and wants a look', () => {
  test('a lot that goes below zero', async () => {
    const other = await openShop('closing below zero')
    const answer = await as(other.vendeur.token).call(sales.close, {
      body: aSale(other, { lines: [lineOf(other, 0, 101)] }),
    })
    expect(answer.flags).toEqual(['stock:negative'])
    expect(await quantityOf(database, other, other.lots[0])).toBe(-1)
    expect(await brokenLedgers(database, other.id)).toEqual([])
  })

  test('a sale from the future: its terminal’s clock is ahead', async () => {
    const soldAt = new Date(clock.now.getTime() + 3_600_000).toISOString()
    const answer = await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { soldAt }) })
    // The difference is not known; it was sold before it came.
    expect(answer).toMatchObject({ soldAt: clock.now.toISOString(), saidAt: soldAt, flags: ['clock:ahead'] })
  })

  test.each(['0001-01-01T00:00:00.000Z', '1970-01-01T00:00:12.000Z'])(
    'a sale of %s: its terminal’s clock was never set; it, its stock and its money are of today',
    async (soldAt) => {
      const other = await openShop(`unset clock ${soldAt}`)
      const answer = await as(other.vendeur.token).call(sales.close, { body: aSale(other, { soldAt }) })
      expect(answer).toMatchObject({ soldAt: clock.now.toISOString(), saidAt: soldAt, flags: ['clock:unset'] })
      const { items } = await as(other.titulaire.token).call(movements.movementReportData, { query: {} })
      expect(items.map(({ occurredAt }) => occurredAt)).toEqual(items.map(() => clock.now.toISOString()))
    },
  )

  test('an unlock that the server never gave', async () => {
    const answer = await as(shop.terminal.token).call(sales.close, { body: aSale(shop, { sessionId: randomUUID() }) })
    expect(answer.flags).toEqual(['session:unknown'])
  })

  test('somebody else’s unlock', async () => {
    const answer = await as(shop.terminal.token).call(sales.close, {
      body: aSale(shop, { sessionId: shop.pharmacien.sessionId }),
    })
    expect(answer.flags).toEqual(['session:unknown'])
  })
})

test('a closed or cancelled sale is not edited, an unknown one not found', async () => {
  const sale = aSale(shop)
  const vendeur = as(shop.vendeur.token)
  await vendeur.call(sales.close, { body: sale })
  const edit = { params: { id: sale.id }, body: { patientId: shop.patientId } }
  await expect(vendeur.call(sales.patch, edit)).rejects.toMatchObject({
    message: 'sales:cannotEditClosedSale',
    status: 409,
  })

  await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
  await expect(vendeur.call(sales.patch, edit)).rejects.toMatchObject({
    message: 'sales:cannotEditCanceledSale',
    status: 409,
  })
  await expect(vendeur.call(sales.patch, { params: { id: randomUUID() }, body: {} })).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
})

test('a terminal learns which of its sales the server does not have', async () => {
  const [held, lost] = [aSale(shop), randomUUID()]
  await as(shop.vendeur.token).call(sales.close, { body: held })
  const other = await openShop('closing reconcile')
  expect(await as(shop.terminal.token).call(sales.reconcile, { body: { ids: [held.id, lost, lost] } })).toEqual({
    missing: [lost],
  })
  expect(await as(other.terminal.token).call(sales.reconcile, { body: { ids: [held.id] } })).toEqual({
    missing: [held.id],
  })
})

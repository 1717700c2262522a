import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#shared/contract/clients.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale, type Sale } from '#shared/contract/sales.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { writeBill } from '#tests/server/support/bills.ts'
import { aPolicy, employer, insurance } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf, quantityOf, whole } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aBillFor, aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

const { as, clock, database, hints, openShop } = await testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop('returns')
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const close = (sale: NewSale): Promise<Sale> => as(shop.vendeur.token).call(sales.close, { body: sale })
const giveBack = (sale: { id: string }, body: ReturnType<typeof aReturn>, token = shop.pharmacien.token) =>
  as(token).call(sales.giveBack, { params: { id: sale.id }, body })
const read = async (sale: { id: string }): Promise<Sale> =>
  whole(await as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } }))
const moved = (saleId: string) =>
  database.read(shop.id, (tx) =>
    tx
      .selectFrom('register_movements')
      .select(['kind', 'type', 'amount', 'register_id'])
      .where('sale_id', '=', saleId)
      .where('amount', '<', 0)
      .orderBy('amount')
      .execute(),
  )
const told = (
  amount: number,
  sale: NewSale,
  of: readonly number[],
): Pick<Extract<Payment, { type: 'INSURANCE' }>, 'amount' | 'shares'> => ({
  amount,
  shares: sale.records.map(({ id }, place) => ({ lineId: id, amount: of[place]! })),
})

describe('lines brought back', () => {
  test('have a credit note with its number, and the sale reads back with it', async () => {
    const sale = await close(aSale(shop, { lines: [lineOf(shop, 0, 2), lineOf(shop, 1)] }))
    const sent = aReturn(shop, sale, [{ line: 0, quantity: 1 }], { returnedAt: clock.now.toISOString() })

    const made = await giveBack(sale, sent)

    expect(made).toEqual({
      id: sent.id,
      number: 1,
      returnedAt: sent.returnedAt,
      byName: 'AGBO Kossi',
      reason: 'Erreur de dosage',
      total: 1000,
      rounding: 0,
      lines: [{ lineId: sale.records[0]!.id, quantity: 1, amount: 1000, toStock: true }],
      refunds: [{ paymentId: sale.payments[0]!.id, type: 'CASH', amount: 1000 }],
    })
    expect(await read(sale)).toEqual({ ...sale, returns: [made] })
  })

  test('go back to the lot they came from, except what is broken, and a voucher has none', async () => {
    const before = await quantityOf(database, shop, shop.lots[0])
    const sale = await close(
      aSale(shop, {
        lines: [lineOf(shop, 0, 3)],
        vouchers: [{ id: randomUUID(), label: 'Livraison', quantity: 1, price: 500 }],
      }),
    )
    await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1, toStock: false }]))
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(before - 3)
    await giveBack(
      sale,
      aReturn(shop, sale, [
        { line: 0, quantity: 2 },
        { line: 1, quantity: 1 },
      ]),
    )
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(before - 1)
    const movements = await database.read(shop.id, (tx) =>
      tx
        .selectFrom('stock_movements')
        .selectAll()
        .where('sale_id', '=', sale.id)
        .where('cause', '=', 'return')
        .execute(),
    )
    expect(movements).toMatchObject([
      { quantity: 2, before: before - 3, after: before - 1, user_id: shop.pharmacien.id },
    ])
  })

  test('are paid from the register of who takes them back, opened if nobody knew it', async () => {
    const registerId = randomUUID()
    const sale = await close(aSale(shop, { lines: [lineOf(shop, 0, 2)] }))
    await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }], { registerId }))
    expect(await moved(sale.id)).toEqual([{ kind: 'refund', type: 'CASH', amount: -1000, register_id: registerId }])
    const register = await database.read(shop.id, (tx) =>
      tx.selectFrom('cash_registers').selectAll().where('id', '=', registerId).executeTakeFirst(),
    )
    expect(register).toMatchObject({ opened_by: shop.pharmacien.id, float: 0, closed_at: null })
  })

  test('that were paid with the odd francs rounded leave the drawer in coins, with the rounding on its own line', async () => {
    const sale = await close(aSale(shop, { lines: [lineOf(shop, 2)], payments: [cash(2005)] }))
    expect(await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }]))).toMatchObject({
      total: 2003,
      rounding: -2,
      refunds: [{ amount: 2005 }],
    })
    const rows = await database.read(shop.id, (tx) =>
      tx
        .selectFrom('register_movements')
        .select(['kind', 'amount'])
        .where('sale_id', '=', sale.id)
        .orderBy('amount')
        .execute(),
    )
    expect(rows).toEqual([
      { kind: 'refund', amount: -2005 },
      { kind: 'rounding', amount: -2 },
      { kind: 'rounding', amount: 2 },
      { kind: 'sale', amount: 2005 },
    ])
  })

  test('by card come back in notes when they are asked for: coins that exist, the card given back whole', async () => {
    const sale = await close(
      aSale(shop, { lines: [lineOf(shop, 2)], payments: [{ id: randomUUID(), type: 'CREDIT_CARD', amount: 2003 }] }),
    )
    expect(await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }], { inCash: true }))).toMatchObject({
      rounding: -2,
      refunds: [{ type: 'CASH', amount: 2003 }],
    })
    expect(await moved(sale.id)).toMatchObject([{ kind: 'refund', type: 'CASH', amount: -2005 }])
  })

  test('give the insurer what it took of them, as the customer was told', async () => {
    const { policyId } = await aPolicy(database, shop)
    const draft = aSale(shop, { lines: [lineOf(shop, 0, 2), lineOf(shop, 1)], patientId: shop.patientId })
    const payment: Payment = {
      ...(insurance(0, policyId) as Extract<Payment, { type: 'INSURANCE' }>),
      ...told(2200, draft, [1000, 1200]),
    }
    const sale = await close({ ...draft, payments: [payment, cash(1300)] })
    expect(
      (await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }]))).refunds.map(({ type, amount }) => [
        type,
        amount,
      ]),
    ).toEqual([
      ['INSURANCE', 500],
      ['CASH', 500],
    ])
    expect(
      (await giveBack(sale, aReturn(shop, sale, [{ line: 1, quantity: 1 }]))).refunds.map(({ type, amount }) => [
        type,
        amount,
      ]),
    ).toEqual([
      ['INSURANCE', 1200],
      ['CASH', 300],
    ])
  })

  test('tell who listens, and the tills read product and debtor again', async () => {
    const person = shop.debtorId
    const sale = await close(
      aSale(shop, { payments: [{ id: randomUUID(), type: 'CREDIT', amount: 1000, creditMetadata: { person } }] }),
    )
    const { cursor } = await as(shop.vendeur.token).call(persons.list, { query: { cursor: '', size: 2000 } })
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (list) => heard.push(list))
    await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }]))
    stop()
    expect(heard).toEqual(expect.arrayContaining(['sales', 'pharmacy-products', 'cash-registers', 'persons']))
    const { items } = await as(shop.vendeur.token).call(persons.list, { query: { cursor: cursor!, size: 2000 } })
    expect(items).toMatchObject([{ id: person, outgoing: 0 }])
  })

  test('of a terminal whose clock is ahead are of now', async () => {
    const sale = await close(aSale(shop))
    const made = await giveBack(
      sale,
      aReturn(shop, sale, [{ line: 0, quantity: 1 }], {
        returnedAt: new Date(clock.now.getTime() + 86_400_000).toISOString(),
      }),
    )
    expect(made.returnedAt).toBe(clock.now.toISOString())
  })
})

describe('the numbers of credit notes', () => {
  test('follow each other without gaps, whatever is refused between', async () => {
    const other = await openShop('return numbers')
    const sale = await as(other.vendeur.token).call(sales.close, {
      body: aSale(other, { lines: [lineOf(other, 0, 5)] }),
    })
    const numbers: number[] = []
    for (let place = 0; place < 3; place++) {
      const back = aReturn(other, sale, [{ line: 0, quantity: 1 }])
      numbers.push(
        (await as(other.pharmacien.token).call(sales.giveBack, { params: { id: sale.id }, body: back })).number,
      )
      await expect(
        as(other.pharmacien.token).call(sales.giveBack, {
          params: { id: sale.id },
          body: aReturn(other, sale, [{ line: 0, quantity: 5 }]),
        }),
      ).rejects.toMatchObject({ message: 'sales:returnBeyondSold' })
    }
    expect(numbers).toEqual([1, 2, 3])
    expect(await brokenLedgers(database, other.id)).toEqual([])
  })
})

describe('asked twice', () => {
  test('the same return is made once, and both hear the same', async () => {
    const sale = await close(aSale(shop, { lines: [lineOf(shop, 0, 2)] }))
    const sent = aReturn(shop, sale, [{ line: 0, quantity: 1 }])
    const first = await giveBack(sale, sent)
    expect(await giveBack(sale, sent)).toEqual(first)
    expect(await giveBack(sale, { ...sent, revision: 2 })).toEqual(first)
    expect((await read(sale)).returns).toEqual([first])
  })

  test('other lines under its id are refused, and so is another sale', async () => {
    const sale = await close(aSale(shop, { lines: [lineOf(shop, 0, 2)] }))
    const sent = aReturn(shop, sale, [{ line: 0, quantity: 1 }])
    await giveBack(sale, sent)
    await expect(giveBack(sale, { ...sent, lines: [{ ...sent.lines[0]!, quantity: 2 }] })).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
    })
    await expect(giveBack(await close(aSale(shop)), sent)).rejects.toMatchObject({ message: 'sales:payloadMismatch' })
  })
})

describe('refused, and nothing changes', () => {
  const refusing = async (
    sale: Sale,
    sent: ReturnType<typeof aReturn>,
    refusal: object,
    token?: string,
  ): Promise<void> => {
    const before = await read(sale)
    const onShelf = await quantityOf(database, shop, shop.lots[0])
    await expect(giveBack(sale, sent, token)).rejects.toMatchObject(refusal)
    expect([await read(sale), await quantityOf(database, shop, shop.lots[0])]).toEqual([before, onShelf])
  }

  test('more than is left of a line', async () => {
    const sale = await close(aSale(shop, { lines: [lineOf(shop, 0, 2)] }))
    await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }]))
    await refusing(sale, aReturn(shop, sale, [{ line: 0, quantity: 2 }]), {
      message: 'sales:returnBeyondSold',
      status: 422,
      details: { items: [{ label: 'Doliprane 1 g', asked: 2, left: 1 }] },
    })
  })

  test.each(['Produit rappelé', 'Boîte abîmée', 'Produit périmé'])(
    'boxes back on sale for the reason « %s »: they come back, off the shelf',
    async (reason) => {
      const sale = await close(aSale(shop, { lines: [lineOf(shop, 0, 2)] }))
      const before = await quantityOf(database, shop, shop.lots[0])
      await refusing(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }], { reason }), {
        message: 'sales:reasonForbidsRestock',
        status: 422,
        details: { items: [{ lineId: sale.records[0]!.id, label: 'Doliprane 1 g' }] },
      })
      await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1, toStock: false }], { reason }))
      expect(await quantityOf(database, shop, shop.lots[0])).toBe(before)
    },
  )

  test('a sale that was canceled', async () => {
    const sale = await close(aSale(shop))
    await database.write(shop.id, (tx) =>
      tx.updateTable('sales').set({ status: 'CANCELED' }).where('id', '=', sale.id).execute(),
    )
    await refusing(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }]), {
      message: 'sales:cannotEditCanceledSale',
      status: 409,
    })
    await database.write(shop.id, (tx) =>
      tx.updateTable('sales').set({ status: 'CLOSED' }).where('id', '=', sale.id).execute(),
    )
  })

  test('a register that is closed', async () => {
    const registerId = randomUUID()
    await database.write(shop.id, (tx) =>
      tx
        .insertInto('cash_registers')
        .values({
          pharmacy_id: shop.id,
          id: registerId,
          opened_by: shop.vendeur.id,
          opened_at: clock.now,
          closed_at: clock.now,
        })
        .execute(),
    )
    const sale = await close(aSale(shop))
    await refusing(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }], { registerId }), {
      message: 'sales:registerClosed',
      status: 422,
      details: { registerId },
    })
  })

  test('a payment that its payer has settled; a line that it did not pay for still comes back', async () => {
    const { policyId, payerId } = await aPolicy(database, shop)
    const draft = aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)], patientId: shop.patientId })
    const payment: Payment = {
      ...(insurance(0, policyId) as Extract<Payment, { type: 'INSURANCE' }>),
      ...told(1200, draft, [0, 1200]),
    }
    const sale = await close({ ...draft, payments: [payment, cash(1300)] })
    await database.platform((tx) =>
      writeBill(tx, {
        pharmacyId: shop.id,
        payer: { company_id: payerId },
        status: 'closed',
        lines: [{ saleId: sale.id, paymentId: payment.id, amount: 1200 }],
      }),
    )
    await refusing(sale, aReturn(shop, sale, [{ line: 1, quantity: 1 }]), {
      message: 'sales:cannotCreateNewVersionOfSaleWithPaidBills',
      details: { paymentIds: [payment.id] },
    })
    expect(await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }]))).toMatchObject({
      refunds: [{ type: 'CASH', amount: 1000 }],
    })
  })

  test('a line that the sale does not have, and one that is named twice', async () => {
    const sale = await close(aSale(shop, { lines: [lineOf(shop, 0, 2)] }))
    const sent = aReturn(shop, sale, [{ line: 0, quantity: 1 }])
    await refusing(
      sale,
      { ...sent, lines: [{ ...sent.lines[0]!, lineId: randomUUID() }] },
      { message: 'requests:invalid', details: { issues: [{ path: 'body.lines.0.lineId' }] } },
    )
    await refusing(
      sale,
      { ...sent, lines: [sent.lines[0]!, sent.lines[0]!] },
      { message: 'requests:invalid', details: { issues: [{ path: 'body.lines.1.lineId' }] } },
    )
  })

  test('who may not cancel', async () => {
    const sale = await close(aSale(shop))
    await refusing(
      sale,
      aReturn(shop, sale, [{ line: 0, quantity: 1 }]),
      { message: 'auth:forbidden' },
      shop.vendeur.token,
    )
  })

  test('a sale that this pharmacy does not have', async () => {
    const sale = await close(aSale(shop))
    await expect(giveBack({ id: randomUUID() }, aReturn(shop, sale, [{ line: 0, quantity: 1 }]))).rejects.toMatchObject(
      { message: 'requests:notFound', status: 404 },
    )
  })
})

test('a bill that is still to be paid keeps nothing from coming back', async () => {
  const owed: Payment = { id: randomUUID(), type: 'CREDIT', amount: 1000, creditMetadata: { person: shop.debtorId } }
  const sent = aSale(shop, { payments: [owed] })
  const sale = await close(sent)
  await aBillFor(database, shop, sent, 'open')
  expect(await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }]))).toMatchObject({
    refunds: [{ type: 'CREDIT', amount: 1000 }],
  })
})

describe('what is owed and used', () => {
  test('a debt shrinks by what came back, billed or not', async () => {
    const other = await openShop('return debts')
    const owing = (amount: number): Payment => ({
      id: randomUUID(),
      type: 'CREDIT',
      amount,
      creditMetadata: { person: other.debtorId },
    })
    const sale = await as(other.vendeur.token).call(sales.close, {
      body: aSale(other, { lines: [lineOf(other, 0, 3)], payments: [owing(2000), cash(1000)] }),
    })
    const outgoing = () => as(other.vendeur.token).call(persons.outgoing, { params: { id: other.debtorId } })
    expect(await outgoing()).toMatchObject({ unbilled: 2000 })
    await as(other.pharmacien.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(other, sale, [{ line: 0, quantity: 1 }], { inCash: true }),
    })
    expect(await outgoing()).toMatchObject({ unbilled: 1000, total: 1000 })
    const { items } = await as(other.vendeur.token).call(clients.list, { query: { search: 'tossa' } })
    expect(items.map((client) => client.outgoing)).toEqual([1000])
    await as(other.pharmacien.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(other, sale, [{ line: 0, quantity: 2 }], { inCash: true }),
    })
    expect(await outgoing()).toMatchObject({ billed: 0, unbilled: 0 })
  })

  test('an employer owes less, and the ceiling of the month is free again', async () => {
    const { policyId } = await aPolicy(database, shop, {
      payer: 'organization',
      policy: { ceiling_per_month: 5_000, ceiling_per_day: 4_000 },
    })
    const draft = aSale(shop, { lines: [lineOf(shop, 0, 2)], patientId: shop.patientId })
    const payment = {
      ...employer(shop, 1600, policyId),
      shares: [{ lineId: draft.records[0]!.id, amount: 1600 }],
    } as Payment
    const sale = await close({ ...draft, payments: [payment, cash(400)] })
    const standing = async () => {
      const { total } = await as(shop.vendeur.token).call(organizations.outgoing, {
        params: { id: shop.organizationId },
      })
      const policies = await as(shop.vendeur.token).call(persons.contractPolicies, { params: { id: shop.patientId } })
      return [total, policies.find(({ id }) => id === policyId)?.uses]
    }
    expect(await standing()).toMatchObject([1600, { usedOnDay: 1600, usedInMonth: 1600 }])
    await giveBack(sale, aReturn(shop, sale, [{ line: 0, quantity: 1 }]))
    expect(await standing()).toMatchObject([800, { usedOnDay: 800, usedInMonth: 800 }])
  })

  test('the list of sales counts what is left of them, shows what came back, and finds them', async () => {
    const other = await openShop('return list')
    const [kept, brought] = [aSale(other), aSale(other, { lines: [lineOf(other, 1, 2)] })]
    for (const body of [kept, brought]) await as(other.vendeur.token).call(sales.close, { body })
    await as(other.pharmacien.token).call(sales.giveBack, {
      params: { id: brought.id },
      body: aReturn(other, brought, [{ line: 0, quantity: 1 }]),
    })
    const list = await as(other.titulaire.token).call(sales.list, { query: {} })
    expect(list).toMatchObject({ total: 2, turnover: 1000 + 1500, returned: 1500, paid: null })
    expect(list.items.map(({ id, returned }) => [id, returned])).toEqual(
      expect.arrayContaining([
        [kept.id, 0],
        [brought.id, 1500],
      ]),
    )
    const found = async (status: 'CLOSED' | 'CANCELED' | 'RETURNED') =>
      (await as(other.vendeur.token).call(sales.list, { query: { status } })).items.map(({ id }) => id)
    expect([await found('RETURNED'), (await found('CLOSED')).length, await found('CANCELED')]).toEqual([
      [brought.id],
      2,
      [],
    ])
  })
})

test('listed medicines that come back stand in the register below zero, under the next numbers', async () => {
  const other = await openShop('return listed')
  const { id: lot } = await aLot(database, other, { list: 'list-1' })
  const prescription = {
    prescriber: 'Dr Kpadé',
    prescriberAddress: 'CNHU',
    prescribedOn: '2026-10-31',
    patientName: 'SOSSA Ida',
    patientAddress: null,
  }
  const body = aSale(other, { lines: [lineOf(other, 0, 2), { lot, price: 1000, quantity: 3 }], prescription })
  const sale = await as(other.vendeur.token).call(sales.close, { body })
  await as(other.pharmacien.token).call(sales.giveBack, {
    params: { id: sale.id },
    body: aReturn(other, sale, [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 1 },
    ]),
  })
  await as(other.pharmacien.token).call(sales.giveBack, {
    params: { id: sale.id },
    body: aReturn(other, sale, [{ line: 1, quantity: 1, toStock: false }]),
  })
  const entries = await database.read(other.id, (tx) =>
    tx
      .selectFrom('prescription_entries')
      .select(['number', 'line_id', 'quantity', 'prescriber', 'patient_name', 'lot', 'list', 'dispensed_by'])
      .orderBy('number')
      .execute(),
  )
  const entry = {
    line_id: sale.records[1]!.id,
    prescriber: 'Dr Kpadé',
    patient_name: 'SOSSA Ida',
    lot: 'L7',
    list: 'list-1',
  }
  expect(entries).toEqual([
    { ...entry, number: 1, quantity: 3, dispensed_by: other.vendeur.id },
    { ...entry, number: 2, quantity: -1, dispensed_by: other.pharmacien.id },
    { ...entry, number: 3, quantity: -1, dispensed_by: other.pharmacien.id },
  ])
  expect(await brokenLedgers(database, other.id)).toEqual([])
  // and the next sale goes on from there
  const next = await as(other.vendeur.token).call(sales.close, {
    body: aSale(other, { lines: [{ lot, price: 1000 }], prescription }),
  })
  const last = await database.read(other.id, (tx) =>
    tx.selectFrom('prescription_entries').select(['number', 'sale_id']).orderBy('number', 'desc').executeTakeFirst(),
  )
  expect(last).toEqual({ number: 4, sale_id: next.id })
})

test('units of an opened box come back as units', async () => {
  const other = await openShop('return units')
  const box = await aLot(database, other, { units: 30, price: 1000, quantity: 4, form: 'comprimé' })
  const units = unitItemIdOf(box.id)
  const draft = aSale(other, { lines: [{ lot: units, price: 35, quantity: 3 }] })
  const sale = await as(other.vendeur.token).call(sales.close, {
    body: {
      ...draft,
      records: draft.records.map((record) => ({ ...record, opens: { stockItemId: box.id, boxes: 1 } })),
    },
  })
  expect(
    await as(other.pharmacien.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(other, sale, [{ line: 0, quantity: 2 }]),
    }),
  ).toMatchObject({ total: 70 })
  expect([await quantityOf(database, other, box.id), await quantityOf(database, other, units)]).toEqual([3, 29])
  expect(await brokenLedgers(database, other.id)).toEqual([])
})

test('what was returned is neither canceled nor replaced any more, and what was canceled is not returned', async () => {
  const [returned, canceled] = [await close(aSale(shop, { lines: [lineOf(shop, 0, 2)] })), await close(aSale(shop))]
  await giveBack(returned, aReturn(shop, returned, [{ line: 0, quantity: 1 }]))
  await expect(
    as(shop.pharmacien.token).call(sales.cancel, { params: { id: returned.id }, body: aCancellation(shop) }),
  ).rejects.toMatchObject({ message: 'sales:hasReturns' })
  await expect(as(shop.pharmacien.token).call(sales.close, { body: aVersionOf(shop, returned) })).rejects.toMatchObject(
    { message: 'sales:hasReturns' },
  )
  await as(shop.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(shop) })
  await expect(giveBack(canceled, aReturn(shop, canceled, [{ line: 0, quantity: 1 }]))).rejects.toMatchObject({
    message: 'sales:cannotEditCanceledSale',
  })
})

test('a new version is returned by itself, and its history tells of both', async () => {
  const first = await close(aSale(shop, { soldAt: new Date(clock.now.getTime() - 60_000).toISOString() }))
  const second = await as(shop.pharmacien.token).call(sales.close, {
    body: aVersionOf(shop, first, { lines: [lineOf(shop, 0, 2)], soldAt: clock.now.toISOString() }),
  })
  await giveBack(second, aReturn(shop, second, [{ line: 0, quantity: 1 }]))
  const { versions, events } = await as(shop.vendeur.token).call(sales.history, { params: { id: first.id } })
  expect(versions.map(({ id, version, status }) => [id, version, status])).toEqual([
    [first.id, 1, 'CANCELED'],
    [second.id, 2, 'CLOSED'],
  ])
  expect(events.map(({ kind, saleId }) => [kind, saleId])).toEqual([
    ['closed', first.id],
    ['canceled', first.id],
    ['closed', second.id],
    ['returned', second.id],
  ])
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { deliveries } from '#shared/contract/deliveries.ts'
import { sales } from '#shared/contract/sales.ts'
import { supplierPayments } from '#shared/contract/supplier-payments.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { thirdCode } from '#shared/domain/accounting/booked.ts'
import { sumsOfDelivery } from '#shared/domain/deliveries/delivery-sums.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { sum } from '#shared/domain/money.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { booked, closeMonth, closeRegisters, withOwnAccounts } from '#tests/server/support/booking.ts'
import { aDeliveryAct } from '#tests/server/support/delivering.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aPolicy, employer } from '#tests/server/support/insured.ts'
import { anyMoneyHistory, historyEnd, makeHistory } from '#tests/server/support/money-history.ts'
import { aClosing } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server

/** What the registers' own ledger says: money by kind and type, and what counts found by means. */
async function registerLedger(shop: Shop) {
  const { moved, found } = await database.read(shop.id, async (tx) => ({
    moved: (
      await sql<{ kind: string; type: string; amount: number }>`select kind, type, sum(amount)::bigint as amount
        from register_movements where pharmacy_id = ${shop.id} group by 1, 2`.execute(tx)
    ).rows,
    found: (
      await sql<{ type: string; gap: number }>`select g.type, sum(g.gap)::bigint as gap from register_counts c
        cross join lateral jsonb_to_recordset(c.report -> 'differences') as g (type text, gap bigint)
        where c.pharmacy_id = ${shop.id} group by 1`.execute(tx)
    ).rows,
  }))
  return (kinds: readonly string[], types: readonly string[]) =>
    moved
      .filter(({ kind, type }) => kinds.includes(kind) && types.includes(type))
      .reduce((sum, { amount }) => sum + amount, 0) +
    (kinds.includes('found')
      ? found.filter(({ type }) => types.includes(type)).reduce((sum, { gap }) => sum + gap, 0)
      : 0)
}

const taken = ['sale', 'refund', 'collection', 'found']

test(
  'whatever a pharmacy sells, undoes, pays out and counts, each account is the ledger that it comes from',
  { timeout: 300_000 },
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(anyMoneyHistory, async (acts) => {
        clock.now = historyEnd
        const shop = await openShop(`books ${run++}`)
        const { policyId } = await aPolicy(database, shop)
        await withOwnAccounts(server, shop)
        const before = await stockValue(shop)
        const history = await makeHistory(server, { shop, policyId }, acts)
        for (const { id } of history.registers.filter(({ isOpen }) => isOpen))
          await as(shop.titulaire.token).call(cashRegisters.close, {
            params: { id },
            body: aClosing(shop, { cash: 10_000, countedAt: '2026-11-18T19:00:00.000Z' }),
          })
        clock.now = new Date('2026-12-05T08:00:00Z')
        await closeMonth(server, shop, '2026-11-01')
        const balance = await booked(database, shop)
        const ledger = await registerLedger(shop)
        const { turnover } = await as(shop.titulaire.token).call(sales.list, { query: {} })
        expect({
          cash: balance('cash'),
          cards: balance('cards'),
          cheques: balance('cheques'),
          mobile: balance('mobile-money'),
          bank: balance('bank'),
          transfers: balance('transfers'),
          insurers: balance('insurers'),
          clients: balance('clients'),
          discounts: balance('discounts'),
          stamps: balance('stamp-duty'),
          turnover:
            0 - balance([...taxGroups.flatMap((group) => [`sales.${group}`, `vat.${group}`] as const), 'sales']),
          stock: balance('stock'),
          // The reason of these disbursements has no account of its own.
          unexplained: balance('unexplained'),
        }).toEqual({
          cash: ledger([...taken, 'stamp-duty', 'deposit', 'disbursement'], ['CASH', 'DISBURSEMENT']),
          cards: ledger(taken, ['CREDIT_CARD']),
          cheques: ledger(taken, ['CHEQUE']),
          mobile: ledger(taken, ['MOBILE_MONEY']),
          bank: ledger(taken, ['TRANSFER']) - ledger(['deposit'], ['CASH']),
          transfers: 0,
          insurers: ledger(['sale', 'refund'], ['INSURANCE', 'SOCIAL_SECURITY']),
          clients:
            ledger(['sale', 'refund'], ['CREDIT', 'CREDIT_ORG']) -
            ledger(['collection'], ['CASH', 'MOBILE_MONEY', 'CREDIT_CARD', 'CHEQUE', 'TRANSFER']),
          discounts: ledger(['sale', 'refund'], ['DISCOUNT']),
          stamps: 0 - ledger(['stamp-duty'], ['CASH']),
          turnover,
          stock: (await stockValue(shop)) - before,
          unexplained: 0 - ledger(['disbursement'], ['DISBURSEMENT']),
        })
      }),
      { numRuns: runs(15) },
    )
  },
)

test('each payer has in the books what is owed for it, less what it has ahead', async () => {
  clock.now = new Date('2026-03-31T12:00:00Z')
  const shop = await openShop('books of payers')
  await withOwnAccounts(server, shop)
  const policy = await aPolicy(database, shop)
  const { sold, make, pay, refuse, writeOff, owner } = billingActs(server, () => ({ shop, policy }))
  const [charged, given, returned] = [await sold(), await sold(), await sold()]
  for (let more = 0; more < 2; more++) await sold()
  await sold(employer(shop, 500, null))
  await as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: returned.id },
    body: aReturn(shop, returned, [{ line: 0, quantity: 1 }]),
  })
  const [bill] = await make([policy.payerId, shop.organizationId])
  clock.now = new Date('2026-04-27T12:00:00Z')
  await refuse(bill!.id, charged, 'charge')
  await writeOff(bill!.id, given)
  await pay(1000)
  const ahead = await pay(9000, { paidOn: '2026-04-22', means: 'CHEQUE' })
  const back = { amount: 700, means: 'MOBILE_MONEY' as const, returnedOn: '2026-04-25', reason: 'Trop payé' }
  await owner().call(billPayments.giveBack, { params: { id: ahead.id }, body: { id: randomUUID(), ...back } })
  await closeRegisters(database, shop)
  clock.now = new Date('2026-06-02T12:00:00Z')
  for (const month of ['2026-03-01', '2026-04-01', '2026-05-01']) await closeMonth(server, shop, month)
  const balance = await booked(database, shop)
  const aged = await owner().call(bills.aged, {})
  const owedBy = (payerId: string) => {
    const row = aged.find((each) => each.payerId === payerId)
    return (row?.owed ?? 0) - (row?.ahead ?? 0)
  }
  expect({
    insurer: balance('insurers', thirdCode(policy.payerId)),
    employer: balance('clients', thirdCode(shop.organizationId)),
    patient: balance('clients', thirdCode(shop.patientId)),
    badDebts: balance('bad-debts'),
    unexplained: balance('unexplained'),
  }).toEqual({
    insurer: owedBy(policy.payerId),
    employer: owedBy(shop.organizationId),
    patient: owedBy(shop.patientId),
    badDebts: 800,
    unexplained: 0,
  })
  expect([owedBy(policy.payerId), owedBy(shop.patientId)]).toEqual([5 * 800 - 800 - 800 - 800 - 1000 - 9000 + 700, 800])
})

test('each supplier has in the books what its account says, and the stock is its movements at cost', async () => {
  clock.now = new Date('2026-03-02T10:00:00Z')
  const shop = await openShop('books of suppliers')
  await aFullShop(database, shop)
  await withOwnAccounts(server, shop)
  await database.platform(async (tx) => {
    await sql`delete from accounting_pieces where pharmacy_id = ${shop.id}`.execute(tx)
    await sql`delete from accounting_exports where pharmacy_id = ${shop.id}`.execute(tx)
  })
  await closeRegisters(database, shop)
  clock.now = new Date('2027-01-05T10:00:00Z')
  for (let month = 0; month < 24; month++)
    await closeMonth(server, shop, new Date(Date.UTC(2025, month, 1)).toISOString().slice(0, 10))
  const balance = await booked(database, shop)
  const supplierId = idOf(shop.id, 'delivering supplier')
  const { balance: owed } = await as(shop.titulaire.token).call(supplierPayments.account, {
    params: { id: supplierId },
    query: { from: '2025-01-01', to: '2026-12-31' },
  })
  const { rows } = await database.read(shop.id, (tx) =>
    sql<{ value: number }>`select sum(m.quantity * i.purchase_price::numeric)::bigint as value from stock_movements m
      join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id where m.pharmacy_id = ${shop.id}`.execute(
      tx,
    ),
  )
  expect(owed).not.toBe(0)
  expect(rows[0]!.value).not.toBe(0)
  expect({ suppliers: 0 - balance('suppliers', thirdCode(supplierId)), stock: balance('stock') }).toEqual({
    suppliers: owed,
    stock: rows[0]!.value,
  })
})

const anyAib = fc.option(fc.nat(900))
/** A delivery with what its invoice adds as AIB; `aibLater`: as it is corrected when the month is closed. */
const anyDelivery = fc.record({
  received: fc.integer({ min: 1, max: 20 }),
  price: fc.integer({ min: 1, max: 2000 }),
  vat: fc.constantFrom(0, 1800),
  aib: anyAib,
  aibLater: fc.option(anyAib, { nil: undefined }),
  fate: fc.constantFrom('open' as const, 'closed' as const, 'billed' as const, 'canceled' as const),
})
type AnyDelivery = typeof anyDelivery extends fc.Arbitrary<infer Delivery> ? Delivery : never

test(
  'whatever is delivered, billed and corrected: purchases, VAT, AIB suffered and what suppliers are owed are the deliveries',
  { timeout: 300_000 },
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyDelivery, { minLength: 1, maxLength: 5 }), async (made) => {
        clock.now = new Date('2026-11-20T12:00:00Z')
        const shop = await openShop(`books of purchases ${run++}`)
        await withOwnAccounts(server, shop)
        const { supplierId, receive, statementOf } = await purchasing(shop)
        const received: (Awaited<ReturnType<typeof receive>> & { delivery: (typeof made)[number] })[] = []
        for (const [place, delivery] of made.entries())
          received.push({ delivery, ...(await receive(`BL ${place}`, delivery)) })
        clock.now = new Date('2026-12-05T08:00:00Z')
        await closeMonth(server, shop, '2026-11-01')
        for (const each of received) {
          const { aibLater, fate } = each.delivery
          if (aibLater === undefined || fate === 'canceled') continue
          await as(shop.stocks.token).call(deliveries.patch, { params: { id: each.id }, body: { aib: aibLater } })
          each.aib = aibLater ?? 0
        }
        const billed = received.filter(({ delivery }) => delivery.fate === 'billed')
        // The AIB of a note that is billed in one amount is no difference to claim.
        if (billed.length > 0) expect(await statementOf(billed)).toMatchObject({ sums: { claimed: 0, open: 0 } })
        clock.now = new Date('2027-01-05T08:00:00Z')
        await closeMonth(server, shop, '2026-12-01')
        const balance = await booked(database, shop)
        const closed = received.filter(({ delivery: { fate } }) => fate === 'closed' || fate === 'billed')
        const owedFor = (some: typeof received) => sum(some.map(({ net, vat, aib }) => net + vat + aib))
        expect({
          purchases: balance('purchases'),
          vat: balance('purchase-vat'),
          aib: balance('aib-suffered'),
          notInvoiced: 0 - balance('goods-not-invoiced', thirdCode(supplierId)),
          suppliers: 0 - balance('suppliers', thirdCode(supplierId)),
        }).toEqual({
          purchases: sum(closed.map(({ net }) => net)),
          vat: sum(closed.map(({ vat }) => vat)),
          aib: sum(closed.map(({ aib }) => aib)),
          notInvoiced: owedFor(closed.filter(({ delivery }) => delivery.fate === 'closed')),
          suppliers: owedFor(billed),
        })
      }),
      { numRuns: runs(10) },
    )
  },
)

/** Deliveries of a supplier, and the statement that bills some, each in one amount. */
async function purchasing(shop: Shop) {
  const clerk = as(shop.stocks.token)
  const { id: supplierId } = await clerk.call(suppliers.create, { body: { name: 'Ubipharm' } })
  const { rows } = await database.platform((tx) =>
    sql<{ id: string }>`select packaging_id as id from stock_items where id = ${shop.lots[0]}`.execute(tx),
  )
  const receive = async (bl: string, { received, price, vat, aib, fate }: Omit<AnyDelivery, 'aibLater'>) => {
    const id = randomUUID()
    await clerk.call(deliveries.create, { body: { id, supplierId, bl, receivedOn: '2026-11-10', aib } })
    const set = { isChecked: true, received, purchasePrice: String(price), vat, lot: bl, expiresOn: '2028-06-30' }
    await clerk.call(deliveries.act, {
      body: aDeliveryAct(shop, {
        deliveryId: id,
        lineId: randomUUID(),
        line: { code: '2000017', label: 'Doliprane', productId: shop.products[0], packagingId: rows[0]!.id },
        set,
      }),
    })
    const call = { params: { id } }
    if (fate !== 'open') await clerk.call(deliveries.close, { ...call, body: { acceptsBelowCost: true } })
    if (fate === 'canceled') await clerk.call(deliveries.cancel, { ...call, body: { reason: 'Erreur' } })
    const sums = sumsOfDelivery((await clerk.call(deliveries.read, call)).lines)
    return { id, bl, net: sums.net, vat: sums.vat, aib: aib ?? 0 }
  }
  const statementOf = async (notes: readonly Awaited<ReturnType<typeof receive>>[]) => {
    const id = randomUUID()
    const lines = notes.map(({ bl, net, vat, aib }) => ({
      kind: 'note' as const,
      noteNumber: bl,
      day: '2026-11-10',
      code: null,
      label: bl,
      productId: null,
      quantity: 0,
      free: 0,
      price: '0',
      rebate: 0,
      vat: 0,
      amount: net + vat + aib,
    }))
    const total = sum(lines.map(({ amount }) => amount))
    const head = { supplierId, reference: `R ${id}`, from: '2026-11-01', to: '2026-12-04', total }
    await clerk.call(billStatements.create, { body: { id, ...head, lines } })
    const said = await clerk.call(billStatements.read, { params: { id } })
    await clerk.call(billStatements.validate, { params: { id } })
    return said
  }
  return { supplierId, receive, statementOf }
}

async function stockValue(shop: Shop): Promise<number> {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<{ value: number }>`select coalesce(sum(quantity * purchase_price::numeric), 0)::bigint as value
      from stock_items where pharmacy_id = ${shop.id}`.execute(tx),
  )
  return rows[0]!.value
}

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { movements } from '#shared/contract/movements.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { supplierPayments } from '#shared/contract/supplier-payments.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { waitingWork } from '#shared/contract/waiting-work.ts'
import { receivablesOf } from '#shared/domain/billing/receivables.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, employer, insurance, type TestPolicy } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aDisbursement, aMovement } from '#tests/server/support/registering.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
let count = 0

beforeEach(async () => {
  shop = await openShop(`money ahead ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  policy = await aPolicy(database, shop)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})
const { owner, sold, make, makeOne, proposals, read, refuse, pay, writeOff, vouchers, owes } = billingActs(
  server,
  () => ({ shop, policy }),
)
const aheadOf = async (id = policy.payerId) => (await owner().call(billFollowUps.collection, { params: { id } })).ahead
const allocate = (rest: object = {}) =>
  owner().call(billPayments.allocate, { body: { id: randomUUID(), payerId: policy.payerId, ...rest } })
const giveBack = (id: string, amount: number, rest: object = {}) =>
  owner().call(billPayments.giveBack, {
    params: { id },
    body: { id: randomUUID(), amount, means: 'TRANSFER', returnedOn: '2026-04-25', reason: 'Payé deux fois', ...rest },
  })
const undo = (id: string, reason = 'Mal saisi') =>
  owner().call(billPayments.undoReturn, { params: { id }, body: { reason } })
const collect = (amount: number) => {
  const gesture = { kind: 'collection' as const, type: 'CASH' as const, operator: null, clientId: shop.organizationId }
  return owner().call(movements.create, { body: aMovement(shop, { amount, gesture }) })
}
const aged = () => owner().call(bills.aged, {})

test('what a payment leaves ahead stands in the follow-up, in the balance, in the list and on the next bill', async () => {
  await sold()
  await makeOne()
  const payment = await pay(1000)
  expect(payment).toMatchObject({ allocated: 800, ahead: 200, givenBack: 0 })
  expect(await aheadOf()).toBe(200)
  expect(await aged()).toMatchObject([{ payerId: policy.payerId, owed: 0, ahead: 200 }])
  const found = await owner().call(billPayments.list, { query: { ahead: 'only' } })
  expect(found).toMatchObject({ total: 1, ahead: 200, items: [{ id: payment.id }] })
  await sold()
  expect(await proposals()).toMatchObject([{ ahead: 200 }])
  const [next] = await make()
  expect(await read(next!.id)).toMatchObject({ ahead: 200, left: 800 })
})

test('a run pays its bills with it, when it is wanted', async () => {
  await sold()
  await makeOne()
  await pay(1000)
  await sold()
  const [bill] = await make(undefined, { withAhead: true })
  expect(await read(bill!.id)).toMatchObject({ ahead: 0, paid: 200, left: 600, state: 'partly-paid' })
})

test('it is allocated once by the id of the call, to one bill or to the oldest of all', async () => {
  const lasting = await pay(500)
  await pay(600)
  await sold()
  await makeOne()
  await sold()
  const [second] = await make()
  const id = randomUUID()
  expect(await allocate({ id, billId: second!.id })).toEqual({ ahead: 300 })
  expect(await allocate({ id, billId: second!.id })).toEqual({ ahead: 300 })
  expect(await read(second!.id)).toMatchObject({ paid: 800, state: 'closed' })
  expect(await owner().call(billPayments.read, { params: { id: lasting.id } })).toMatchObject({ ahead: 0 })
  expect(await allocate()).toEqual({ ahead: 0 })
  await expect(allocate()).rejects.toMatchObject({ message: 'billPayments:nothingToAllocate', status: 422 })
  await expect(allocate({ payerId: shop.organizationId, billId: second!.id })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})

test('it is given back once, never more than is ahead, and the payment is canceled no more', async () => {
  const { id } = await pay(1000)
  await expect(giveBack(id, 1001)).rejects.toMatchObject({ message: 'billPayments:beyondAhead', status: 422 })
  const back = { id: randomUUID(), reference: 'VIR 99' }
  await giveBack(id, 400, back)
  expect(await giveBack(id, 400, back)).toMatchObject({
    ahead: 600,
    givenBack: 400,
    returns: [{ amount: 400, reference: 'VIR 99', reason: 'Payé deux fois', returnedOn: '2026-04-25' }],
  })
  await expect(giveBack(id, 300, back)).rejects.toMatchObject({ message: 'requests:conflict' })
  await expect(giveBack(id, 601)).rejects.toMatchObject({ message: 'billPayments:beyondAhead' })
  await expect(owner().call(billPayments.cancel, { params: { id }, body: { reason: 'Rejeté' } })).rejects.toMatchObject(
    { message: 'billPayments:givenBack', status: 409 },
  )
  const { items } = await owner().call(audit.list, { query: { recordId: id } })
  expect(items[0]).toMatchObject({ thing: 'bill_payments', part: 'bill_payment_returns', action: 'insert' })
})

test('what was noted as given back by mistake is ahead again, stays told, and holds the payment no more', async () => {
  const { id } = await pay(1000)
  const back = { id: randomUUID() }
  await giveBack(id, 400, back)
  const undone = { reason: 'Mal saisi', byName: expect.any(String) as string }
  expect(await undo(back.id)).toMatchObject({ id, ahead: 1000, givenBack: 0, returns: [{ amount: 400, undone }] })
  expect(await undo(back.id, 'Encore')).toMatchObject({ returns: [{ undone }] })
  expect(await aheadOf()).toBe(1000)
  // the call that had noted it gives nothing back a second time
  expect(await giveBack(id, 400, back)).toMatchObject({ ahead: 1000, givenBack: 0 })
  const { items } = await owner().call(audit.list, { query: { recordId: id } })
  expect(items[0]).toMatchObject({ thing: 'bill_payments', part: 'bill_payment_returns', action: 'update' })
  const again = { id: randomUUID() }
  expect(await giveBack(id, 1000, again)).toMatchObject({ ahead: 0, givenBack: 1000 })
  await undo(again.id)
  const canceled = await owner().call(billPayments.cancel, { params: { id }, body: { reason: 'Rejeté' } })
  expect(canceled.canceledAt).not.toBeNull()
  await expect(undo(randomUUID())).rejects.toMatchObject({ message: 'requests:notFound' })
})

test('cash given back out of a drawer is its disbursement, which pays nothing else', async () => {
  const { id } = await pay(10_000)
  const spent = aDisbursement(shop, { amount: 3000, beneficiary: 'NSIA', spentAt: '2026-03-31T10:00:00.000Z' })
  await as(shop.terminal.token).call(disbursements.create, { body: spent })
  const cashOut = () => owner().call(billPayments.cashOut, {})
  expect(await cashOut()).toMatchObject([{ id: spent.id, number: 1, amount: 3000, beneficiary: 'NSIA' }])
  const cash = { means: 'CASH', disbursementId: spent.id }
  for (const [amount, rest] of [
    [2999, cash],
    [3000, { ...cash, means: 'TRANSFER' }],
    [3000, { ...cash, disbursementId: randomUUID() }],
  ] as const)
    await expect(giveBack(id, amount, rest)).rejects.toMatchObject({ message: 'requests:invalid' })
  const back = { ...cash, id: randomUUID() }
  expect(await giveBack(id, 3000, back)).toMatchObject({ returns: [{ means: 'CASH', disbursementNumber: 1 }] })
  clock.now = new Date('2026-03-31T13:00:00Z')
  expect(await giveBack(id, 10, { means: 'CASH' })).toMatchObject({
    returns: [{ disbursementNumber: 1 }, { means: 'CASH', disbursementNumber: null }],
  })
  expect(await cashOut()).toEqual([])
  await expect(giveBack(id, 3000, cash)).rejects.toMatchObject({ message: 'disbursements:used', status: 409 })
  const supplier = await owner().call(suppliers.create, { body: { name: 'Ubipharm' } })
  const toSupplier = () =>
    owner().call(supplierPayments.create, {
      body: {
        id: randomUUID(),
        supplierId: supplier.id,
        ...cash,
        amount: 3000,
        means: 'CASH',
        paidOn: '2026-03-31',
      },
    })
  await expect(toSupplier()).rejects.toMatchObject({ message: 'disbursements:used' })
  await undo(back.id)
  expect(await cashOut()).toMatchObject([{ id: spent.id }])
  await toSupplier()
  await expect(giveBack(id, 3000, cash)).rejects.toMatchObject({ message: 'disbursements:used' })
})

test('lines of a remittance that no voucher took wait until somebody says what they are', async () => {
  const { id } = await pay(700, {
    unexplained: [
      { voucher: 'B-77', insuredNumber: null, beneficiary: 'AHO Sika', amount: 500 },
      { voucher: 'B-78', insuredNumber: null, beneficiary: null, amount: 200 },
    ],
  })
  const waits = async () => (await owner().call(waitingWork.read, {})).billPayments
  expect(await waits()).toBe(1)
  const explain = (position: number) =>
    owner().call(billPayments.explain, { params: { id }, body: { position, reason: 'Bon d’une autre pharmacie' } })
  expect(await explain(1)).toMatchObject({
    unexplained: 1,
    lines: [
      { voucher: 'B-77', amount: 500, explained: 'Bon d’une autre pharmacie' },
      { voucher: 'B-78', explained: null },
    ],
  })
  await expect(explain(3)).rejects.toMatchObject({ message: 'requests:notFound' })
  expect(await waits()).toBe(1)
  await explain(2)
  expect(await waits()).toBe(0)
})

test('no other pharmacy allocates, gives back, undoes or explains', async () => {
  const { id } = await pay(500, { unexplained: [{ voucher: 'B', insuredNumber: null, beneficiary: null, amount: 1 }] })
  const given = randomUUID()
  await giveBack(id, 1, { id: given })
  const stranger = as((await openShop(`money ahead elsewhere ${count++}`)).titulaire.token)
  const back = { id: randomUUID(), amount: 1, means: 'CASH' as const, returnedOn: '2026-04-01', reason: 'x' }
  for (const call of [
    () => stranger.call(billPayments.giveBack, { params: { id }, body: back }),
    () => stranger.call(billPayments.undoReturn, { params: { id: given }, body: { reason: 'x' } }),
    () => stranger.call(billPayments.explain, { params: { id }, body: { position: 1, reason: 'x' } }),
  ])
    await expect(call()).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(
    stranger.call(billPayments.allocate, { body: { id: randomUUID(), payerId: policy.payerId } }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('« Créances » has what is billed and what is not, by date of sale, less what clients paid back', async () => {
  await sold(insurance(300, policy.policyId), { soldAt: '2026-01-05T11:00:00.000Z' })
  await make(undefined, { from: '2026-01-01', to: '2026-01-31' })
  await sold()
  await sold(employer(shop, 500, null), { soldAt: '2026-02-20T11:00:00.000Z' })
  await sold(employer(shop, 400, null))
  await collect(600)
  expect(await aged()).toMatchObject([
    {
      payerName: 'NSIA',
      left: 300,
      unbilled: 800,
      owed: 1100,
      sold: { upTo30: 800, upTo60: 0, upTo90: 300, over90: 0 },
    },
    { payerId: shop.organizationId, left: 0, unbilled: 300, owed: 300, sold: { upTo30: 300, upTo60: 0 } },
  ])
  clock.now = new Date('2026-05-15T12:00:00Z')
  expect(await aged()).toMatchObject([{ sold: { upTo30: 0, upTo60: 800, over90: 300 } }, { sold: { upTo60: 300 } }])
})

const dayOf = (month: number, day = 20) => `2026-0${3 + month}-${day}`

test('over months, what payers sent is allocated, ahead or given back, and what they owe is one figure', async () => {
  const month = fc.integer({ min: 0, max: 2 })
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('sell' as const), month, amount: fc.integer({ min: 1, max: 200 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('lend' as const), month, amount: fc.integer({ min: 1, max: 200 }) }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('bill' as const), month, withAhead: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        amount: fc.integer({ min: 1, max: 2000 }),
        isClient: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('collect' as const), amount: fc.integer({ min: 1, max: 300 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('allocate' as const), isClient: fc.boolean() }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'again',
          'charge',
          'writeOff',
          'cancelSale',
          'cancelBill',
          'cancelPaidBill',
          'cancelPayment',
          'giveBack',
          'undoReturn',
        ),
        which: fc.nat(),
        amount: fc.integer({ min: 1, max: 400 }),
      }),
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      shop = await openShop(`money ahead law ${count++}`)
      policy = await aPolicy(database, shop)
      clock.now = new Date('2026-05-31T12:00:00Z')
      const made: NewSale[] = []
      const payers = [policy.payerId, shop.organizationId]
      /** What is refused for a good reason changes nothing: the law holds all the same. */
      const tried = async (work: () => Promise<unknown>) => {
        await work().catch((error: Error) => {
          if (error.message === 'internal') throw error
        })
      }
      for (const one of steps) {
        if (one.do === 'sell' && 'month' in one)
          made.push(
            await sold(insurance(one.amount * 4, policy.policyId), { soldAt: `${dayOf(one.month)}T11:00:00.000Z` }),
          )
        if (one.do === 'lend' && 'month' in one)
          made.push(await sold(employer(shop, one.amount * 4, null), { soldAt: `${dayOf(one.month)}T12:00:00.000Z` }))
        if (one.do === 'bill' && 'withAhead' in one)
          await tried(() =>
            make(payers, { from: dayOf(one.month, 10), to: dayOf(one.month, 28), withAhead: one.withAhead }),
          )
        if (one.do === 'pay' && 'isClient' in one)
          await pay(one.amount, one.isClient ? { payerId: shop.organizationId } : {})
        if (one.do === 'collect' && 'amount' in one) await tried(() => collect(one.amount))
        if (one.do === 'allocate' && 'isClient' in one)
          await tried(() => allocate(one.isClient ? { payerId: shop.organizationId } : {}))
        if (!('which' in one)) continue
        const listed = (await owner().call(bills.list, { query: {} })).items
        const paid = (await owner().call(billPayments.list, { query: {} })).items
        const sale = made[one.which % made.length]
        const bill = listed[one.which % listed.length]
        const payment = paid[one.which % paid.length]
        const body = { reason: 'Erreur' }
        if (one.do === 'again' && bill && sale) await tried(() => refuse(bill.id, sale))
        if (one.do === 'charge' && bill && sale) await tried(() => refuse(bill.id, sale, 'charge'))
        if (one.do === 'writeOff' && bill && sale) await tried(() => writeOff(bill.id, sale))
        if (one.do === 'cancelSale' && sale)
          await tried(() =>
            as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) }),
          )
        if (one.do === 'cancelBill' && bill)
          await tried(() => owner().call(bills.cancel, { params: { id: bill.id }, body }))
        const onlyPaid = listed.filter(
          ({ paid: money, charged, writtenOff, again }) => money > 0 && charged + writtenOff + again === 0,
        )
        const paidBill = onlyPaid[one.which % onlyPaid.length]
        if (one.do === 'cancelPaidBill' && paidBill) {
          const before = await aheadOf(paidBill.payerId)
          const { settlements } = await read(paidBill.id)
          const sent = settlements.filter(({ movementId }) => movementId === null)
          // what came at a till is ahead at the till
          const again = sent.reduce((sum, { amount }) => sum + amount, 0)
          const { ahead } = await owner().call(bills.cancel, { params: { id: paidBill.id }, body })
          expect(ahead).toBe(before + again)
        }
        if (one.do === 'cancelPayment' && payment)
          await tried(() => owner().call(billPayments.cancel, { params: { id: payment.id }, body }))
        if (one.do === 'giveBack' && payment) await tried(() => giveBack(payment.id, one.amount))
        if (one.do === 'undoReturn' && payment) {
          const { returns } = await owner().call(billPayments.read, { params: { id: payment.id } })
          const back = returns[one.which % returns.length]
          if (back) await undo(back.id)
        }
      }
      const balance = await aged()
      const found = (payerId: string) => balance.find((row) => row.payerId === payerId)
      const { rows: received } = await database.platform((tx) =>
        sql<{ payerId: string; sent: number; back: number; tills: number }>`
          select x.id as "payerId",
            coalesce((select sum(y.amount) from bill_payments y where y.pharmacy_id = ${shop.id} and y.canceled_at is null
              and coalesce(y.company_id, y.organization_id) = x.id), 0)::bigint as sent,
            coalesce((select sum(r.amount) from bill_payment_returns r join bill_payments y on y.pharmacy_id = r.pharmacy_id
              and y.id = r.bill_payment_id where y.pharmacy_id = ${shop.id}
              and coalesce(y.company_id, y.organization_id) = x.id and r.undone_at is null), 0)::bigint as back,
            coalesce((select sum(z.amount) from bill_settlements z join bills b on b.pharmacy_id = z.pharmacy_id
              and b.id = z.bill_id where z.pharmacy_id = ${shop.id} and z.movement_id is not null and z.undone_at is null
              and coalesce(b.company_id, b.organization_id) = x.id), 0)::bigint as tills
          from unnest(${payers}::uuid[]) as x (id)`.execute(tx),
      )
      const every = { query: { size: 100 } }
      for (const { payerId, sent, back, tills } of received) {
        const own = (await owner().call(bills.list, { query: { ...every.query, payerId } })).items
        for (const { state, paid: money } of own) if (state === 'canceled') expect(money).toBe(0)
        const paid = own.reduce((sum, bill) => sum + bill.paid, 0)
        const ahead = await aheadOf(payerId)
        expect(ahead).toBeGreaterThanOrEqual(0)
        expect({ payerId, received: paid - tills + ahead + back }).toEqual({ payerId, received: sent })
        expect(found(payerId)?.ahead ?? 0).toBe(ahead)
        const noted = (await owner().call(billPayments.list, { query: { ...every.query, payerId } })).items
        for (const { amount, allocated, ahead: rest, givenBack, canceledAt } of noted)
          expect(allocated + rest + givenBack).toBe(canceledAt ? 0 : amount)
      }
      const insurer = (await owner().call(bills.list, { query: { ...every.query, payerId: policy.payerId } })).left
      const unbilled = (
        await vouchers({ from: '2026-01-01', to: '2026-12-31', payerId: policy.payerId, size: 100 })
      ).reduce((sum, { left }) => sum + left, 0)
      expect(found(policy.payerId)).toEqual(
        insurer + unbilled === 0 && !found(policy.payerId)
          ? undefined
          : expect.objectContaining({ left: insurer, unbilled, owed: insurer + unbilled }),
      )
      const lent = await owner().call(organizations.outgoing, { params: { id: shop.organizationId }, query: {} })
      expect(found(shop.organizationId)?.owed ?? 0).toBe(lent.total)
      expect(found(shop.patientId)?.owed ?? 0).toBe(await owes())
      expect(receivablesOf(balance).owed).toBe(insurer + unbilled + lent.total + (await owes()))
      expect(await brokenLedgers(database, shop.id)).toEqual([])
    }),
    { numRuns: runs(16) },
  )
})

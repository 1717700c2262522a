import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { clients } from '#shared/contract/clients.ts'
import { movements } from '#shared/contract/movements.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { billRunJob } from '#server/bills/bill-run.repo.ts'
import { billRunJobs } from '#server/bills/bill-run-job.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { billingActs, march } from '#tests/server/support/billing.ts'
import { aPolicy, employer, insurance, type TestPolicy } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aMovement } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
let count = 0

beforeEach(async () => {
  shop = await openShop(`bills ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  policy = await aPolicy(database, shop)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})
const { owner, sold, lineFor, proposals, vouchers, make, makeOne, read, ruled, pay, refuse, writeOff, owes } =
  billingActs(server, () => ({ shop, policy }))

describe('the bills of a period', () => {
  test('hold what payers owe and no bill holds, with numbers without gaps', async () => {
    const sale = await sold()
    await sold()
    await sold(employer(shop, 500, null))
    await sold(insurance(800, policy.policyId), { soldAt: '2026-02-27T11:00:00.000Z' })
    expect(await proposals({ ...march, earlier: 'without' })).toMatchObject([
      { payerId: policy.payerId, payerName: 'NSIA', vouchers: 2, amount: 1600, incomplete: 0, atRisk: 0, bills: 1 },
      { payerId: shop.organizationId, payerKind: 'organization', vouchers: 1, amount: 500 },
    ])
    const made = await make([policy.payerId, shop.organizationId], { withEarlier: false })
    expect(made.map(({ number, amount }) => [number, amount])).toEqual([
      ['F-00001', 1600],
      ['F-00002', 500],
    ])
    expect(await read(made[0]!.id)).toMatchObject({
      state: 'open',
      payerKind: 'company',
      from: '2026-03-01',
      to: '2026-03-31',
      issuedOn: '2026-03-31',
      dueOn: '2026-04-30',
      amount: 1600,
      left: 1600,
      createdByName: expect.any(String) as string,
      lines: [{ ...lineFor(sale), left: 800, faults: [], contract: 'Agents' }, { left: 800 }],
    })
    expect(await proposals({ ...march, earlier: 'without' })).toEqual([])
    expect(await vouchers()).toEqual([])
    expect(
      await owner().call(organizations.outgoing, { params: { id: shop.organizationId }, query: {} }),
    ).toMatchObject({ billed: 500, unbilled: 0 })
  })

  test('are made once by the id of their run; who comes second finds nothing', async () => {
    await sold()
    const id = randomUUID()
    const first = await make(undefined, { id })
    expect(first).toHaveLength(1)
    expect(await make(undefined, { id })).toEqual(first)
    await expect(make()).rejects.toMatchObject({ message: 'bills:nothingToBill' })
    const stranger = as((await openShop(`bills stranger ${count++}`)).titulaire.token)
    await expect(stranger.call(bills.run, { params: { id } })).rejects.toMatchObject({ message: 'requests:notFound' })
  })

  test('made by two members at the same time hold each voucher once', async () => {
    for (let more = 0; more < 5; more++) await sold()
    // two processes take the two runs
    const loops = [1, 2].map(() => aJobLoop(server, { [billRunJob]: billRunJobs(database) }))
    const outcomes = await Promise.allSettled(loops.map((loop) => make(undefined, {}, loop)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await owner().call(bills.list, { query: {} })).amount).toBe(4000)
  })

  test('leave out what was brought back or canceled while they were drafted', async () => {
    const [kept, canceled] = [await sold(), await sold()]
    const drafting = {
      ...billRunJobs(database),
      async run(job, how) {
        const store = await billRunJobs(database).run(job, how)
        await as(shop.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(shop) })
        return store
      },
    } satisfies JobKind
    const [bill] = await make(undefined, {}, aJobLoop(server, { [billRunJob]: drafting }))
    expect(bill).toMatchObject({ lines: 1, amount: 800 })
    expect((await read(bill!.id)).lines).toMatchObject([lineFor(kept)])
  })

  test('are cut and split by the rules of their payer, with its own series', async () => {
    await ruled({ mostLines: 2, prefix: 'NSIA-', paymentDays: 60 })
    for (let more = 0; more < 3; more++) await sold()
    expect(await proposals()).toMatchObject([{ bills: 2 }])
    const made = await make()
    expect(made.map(({ number, lines }) => [number, lines])).toEqual([
      ['NSIA-00001', 2],
      ['NSIA-00002', 1],
    ])
    expect(await read(made[0]!.id)).toMatchObject({ dueOn: '2026-05-30' })
  })

  test('leave vouchers that are not complete, unless they are wanted', async () => {
    await ruled({ needs: ['number', 'prescriber'] })
    await sold()
    const complete = await sold(insurance(800, policy.policyId), {
      prescription: {
        prescriber: 'Dr KOUTON',
        prescriberAddress: null,
        prescribedOn: '2026-03-19',
        patientName: null,
        patientAddress: null,
      },
    })
    expect(await proposals()).toMatchObject([{ vouchers: 2, incomplete: 1, atRisk: 800 }])
    expect(await vouchers({ show: 'incomplete' })).toMatchObject([{ faults: ['prescriber'], left: 800 }])
    const [bill] = await make()
    expect((await read(bill!.id)).lines).toMatchObject([lineFor(complete)])
    const [rest] = await make([policy.payerId], { withIncomplete: true })
    expect(await read(rest!.id)).toMatchObject({ amount: 800, lines: [{ faults: ['prescriber'] }] })
  })

  test('of a period that is upside down, or has not begun, are refused', async () => {
    await expect(make([policy.payerId], { from: '2026-03-31', to: '2026-03-01' })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
    await expect(make([policy.payerId], { from: '2026-04-01', to: '2026-04-30' })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
  })

  test('leave out what was brought back or canceled', async () => {
    const canceled = await sold()
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(shop) })
    const returned = await sold()
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: returned.id },
      body: aReturn(shop, returned, [{ line: 0, quantity: 1 }], { inCash: false }),
    })
    expect(await vouchers()).toEqual([])
  })
})

describe('earlier vouchers that no bill holds', () => {
  const february = { soldAt: '2026-02-27T11:00:00.000Z' }

  test('come with the next run, named apart: refused, late or forgotten', async () => {
    const refused = await sold(insurance(300, policy.policyId), february)
    const [first] = await make(undefined, { from: '2026-02-01', to: '2026-02-28' })
    await refuse(first!.id, refused)
    const forgotten = await sold(insurance(500, policy.policyId), february)
    const recent = await sold()
    expect(await vouchers({ from: '2026-02-01' })).toMatchObject([
      { saleId: refused.id, refusal: 'Bon illisible' },
      { saleId: forgotten.id, refusal: null },
      { saleId: recent.id },
    ])
    expect(await proposals()).toMatchObject([{ vouchers: 3, amount: 1600, earlier: 2, earlierAmount: 800 }])
    const [bill] = await make()
    expect(await read(bill!.id)).toMatchObject({
      amount: 1600,
      from: '2026-03-01',
      earlier: { vouchers: 2, amount: 800 },
      lines: [lineFor(refused), lineFor(forgotten), lineFor(recent)],
    })
    expect(await vouchers({ from: '2026-01-01' })).toEqual([])
  })

  test('of a payer without a sale in the period come as well', async () => {
    await sold(insurance(500, policy.policyId), february)
    expect(await proposals()).toMatchObject([{ vouchers: 1, earlier: 1, earlierAmount: 500 }])
    await expect(make(undefined, { withEarlier: false })).rejects.toMatchObject({ message: 'bills:nothingToBill' })
    expect(await makeOne()).toMatchObject({ lines: 1, amount: 500 })
  })

  test('are lost after the delay of their payer, and are then billed only when it is wanted', async () => {
    await ruled({ foreclosureDays: 30 })
    await sold(insurance(500, policy.policyId), february)
    await sold(insurance(300, policy.policyId), { soldAt: '2026-03-10T11:00:00.000Z' })
    await sold(insurance(200, policy.policyId), { soldAt: '2026-03-30T11:00:00.000Z' })
    const asked = async (query: object) => {
      const { total, amount, soonLost } = await owner().call(bills.vouchers, { query })
      return [total, amount, soonLost]
    }
    expect(await vouchers({ from: '2026-01-01' })).toMatchObject([
      { until: '2026-03-29', faults: ['foreclosed'] },
      { until: '2026-04-09', faults: [] },
      { until: '2026-04-29', faults: [] },
    ])
    expect(await asked({ deadline: 'lost' })).toEqual([1, 500, 0])
    expect(await asked({ deadline: 'soon' })).toEqual([1, 300, 300])
    // February has ended; what is sold in March waits only when it is soon lost
    expect(await asked({ waiting: 'only' })).toEqual([2, 800, 300])
    clock.now = new Date('2026-04-01T12:00:00Z')
    expect(await asked({ waiting: 'only' })).toEqual([3, 1000, 300])
    expect(await proposals()).toMatchObject([{ vouchers: 3, incomplete: 1, atRisk: 500 }])
    expect(await makeOne()).toMatchObject({ lines: 2, amount: 500 })
    const [late] = await make(undefined, { withIncomplete: true })
    expect((await read(late!.id)).lines).toMatchObject([{ amount: 500, faults: ['foreclosed'] }])
  })

  test('of a client who paid them back at a till are not asked for again', async () => {
    await sold(employer(shop, 500, null), february)
    const gesture = {
      kind: 'collection' as const,
      type: 'CASH' as const,
      operator: null,
      clientId: shop.organizationId,
    }
    await owner().call(movements.create, { body: aMovement(shop, { amount: 500, gesture }) })
    expect(await vouchers({ from: '2026-01-01' })).toEqual([])
    expect(await proposals()).toEqual([])
    // in debt again, he is billed what he bought since
    await sold(employer(shop, 200, null))
    const [bill] = await make([shop.organizationId])
    expect(bill).toMatchObject({ lines: 1, amount: 200 })
    expect(await read(bill!.id)).toMatchObject({ paid: 0, left: 200, earlier: { vouchers: 0, amount: 0 } })
  })
})

describe('a bill', () => {
  test('is sent once, paid in part, then closed; a payment that did not come opens it again', async () => {
    await sold()
    await sold()
    const { id } = await makeOne()
    await owner().call(bills.send, { params: { id } })
    expect(await owner().call(bills.send, { params: { id } })).toMatchObject({ state: 'sent' })
    const first = await pay(1000)
    expect(first).toMatchObject({ number: 1, allocated: 1000, bills: [{ number: 'F-00001', amount: 1000 }] })
    expect(await read(id)).toMatchObject({ state: 'partly-paid', paid: 1000, left: 600 })
    await pay(700)
    expect(await read(id)).toMatchObject({ state: 'closed', paid: 1600, left: 0 })
    const cancel = () =>
      owner().call(billPayments.cancel, { params: { id: first.id }, body: { reason: 'Chèque rejeté' } })
    expect(await cancel()).toMatchObject({ allocated: 0, canceledAt: clock.now.toISOString() })
    await cancel()
    expect(await read(id)).toMatchObject({ state: 'partly-paid', paid: 600, left: 1000 })
  })

  test('takes a payment once, also when it is sent again; the oldest lines first', async () => {
    const recent = await sold()
    const old = await sold(insurance(800, policy.policyId), { soldAt: '2026-03-02T11:00:00.000Z' })
    const { id } = await makeOne()
    const body = { id: randomUUID() }
    expect(await pay(900, body)).toMatchObject({ allocated: 900 })
    expect(await pay(900, body)).toMatchObject({ allocated: 900 })
    await expect(pay(901, body)).rejects.toMatchObject({ message: 'requests:conflict' })
    expect((await read(id)).lines).toMatchObject([
      { ...lineFor(old), paid: 800, left: 0 },
      { ...lineFor(recent), paid: 100, left: 700 },
    ])
  })

  test('is paid line by line as the payer says; more than a line awaits is refused', async () => {
    const [first, second] = [await sold(), await sold()]
    const { id } = await makeOne()
    await pay(800, { billId: id, lines: [{ ...lineFor(second), amount: 800 }] })
    expect((await read(id)).lines.find(({ saleId }) => saleId === second.id)).toMatchObject({ paid: 800, left: 0 })
    const beyond = { message: 'billPayments:beyondLine', status: 422 }
    const named = (amount: number, lines: object[]) => pay(amount, { lines })
    await expect(named(900, [{ ...lineFor(first), amount: 900 }])).rejects.toMatchObject(beyond)
    await expect(named(100, [{ ...lineFor(second), amount: 100 }])).rejects.toMatchObject(beyond)
    await expect(named(100, [{ ...lineFor(first), amount: 200 }])).rejects.toMatchObject(beyond)
    const half = { ...lineFor(first), amount: 400 }
    await expect(named(900, [half, half])).rejects.toMatchObject(beyond)
    const stranger = await aPolicy(database, shop)
    await expect(
      pay(100, { payerId: stranger.payerId, lines: [{ ...lineFor(first), amount: 100 }] }),
    ).rejects.toMatchObject(beyond)
    await expect(pay(100, { payerId: stranger.payerId, billId: id })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
  })

  test('locks the sale of a paid line: no return of it, no cancellation, no new version', async () => {
    const sale = await sold()
    await make()
    await pay(100)
    await expect(
      as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) }),
    ).rejects.toMatchObject({ message: 'sales:cannotCreateNewVersionOfSaleWithPaidBills' })
  })

  test('of which nothing is paid shrinks with what is brought back or canceled', async () => {
    const [canceled, kept] = [await sold(), await sold()]
    const { id } = await makeOne()
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(shop) })
    expect(await read(id)).toMatchObject({ amount: 1600, returned: 800, left: 800 })
    await pay(1000)
    expect(await read(id)).toMatchObject({ state: 'closed', paid: 800, left: 0 })
    expect((await read(id)).lines.find(({ saleId }) => saleId === kept.id)).toMatchObject({ paid: 800 })
  })

  test('is canceled, keeps its number, and its vouchers are billed again; what was paid of it is ahead', async () => {
    const sale = await sold()
    const { id } = await makeOne()
    const cancel = (billId: string) =>
      owner().call(bills.cancel, { params: { id: billId }, body: { reason: 'Mauvaise période' } })
    expect(await cancel(id)).toMatchObject({ state: 'canceled', left: 0 })
    await cancel(id)
    const [again] = await make()
    expect(again!.number).toBe('F-00002')
    const payment = await pay(10)
    expect(await cancel(again!.id)).toMatchObject({ state: 'canceled', paid: 0, ahead: 10, settlements: [] })
    expect(await owner().call(billPayments.read, { params: { id: payment.id } })).toMatchObject({
      allocated: 0,
      ahead: 10,
      bills: [],
      canceledAt: null,
    })
    const [last] = await make(undefined, { withAhead: true })
    expect(await read(last!.id)).toMatchObject({ paid: 10, left: 790, ahead: 0 })
    // its money is ahead again, so its sale may be canceled too
    await cancel(last!.id)
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
    await expect(owner().call(bills.send, { params: { id } })).rejects.toMatchObject({ message: 'bills:notAllowed' })
  })
})

describe('a bill is not canceled', () => {
  const cases = [
    ['presented again', (id: string, sale: NewSale) => refuse(id, sale), { again: 500 }],
    ['charged to its patient', (id: string, sale: NewSale) => refuse(id, sale, 'charge'), { charged: 500 }],
    ['written off', (id: string, sale: NewSale) => writeOff(id, sale), { writtenOff: 500 }],
  ] as const
  test.each(cases)('once a voucher of it was %s, also when the rest was paid', async (_, gesture, amounts) => {
    const sale = await sold()
    const { id } = await makeOne()
    await pay(300)
    await gesture(id, sale)
    await expect(
      owner().call(bills.cancel, { params: { id }, body: { reason: 'Mauvaise période' } }),
    ).rejects.toMatchObject({
      message: 'bills:settled',
      status: 409,
      details: { again: 0, charged: 0, writtenOff: 0, unnoted: 0, ...amounts },
    })
    expect(await read(id)).toMatchObject({ paid: 300, state: 'closed' })
  })
})

test('a bill that was paid before payments were noted is not canceled: its money would be nowhere', async () => {
  await sold()
  const { id } = await makeOne()
  await pay(800)
  await database.platform((tx) =>
    tx.updateTable('bill_settlements').set({ bill_payment_id: null }).where('bill_id', '=', id).execute(),
  )
  await expect(
    owner().call(bills.cancel, { params: { id }, body: { reason: 'Mauvaise période' } }),
  ).rejects.toMatchObject({ message: 'bills:settled', details: { again: 0, unnoted: 800 } })
})

describe('a refused voucher', () => {
  test('is presented again on another bill; what was paid of it stays paid', async () => {
    const sale = await sold()
    const { id } = await makeOne()
    await pay(300)
    const refused = await refuse(id, sale)
    expect(refused).toMatchObject({
      state: 'closed',
      paid: 300,
      again: 500,
      left: 0,
      settlements: expect.arrayContaining([
        expect.objectContaining({ kind: 'presented-again', amount: 500, noteNumber: 1, reason: 'Bon illisible' }),
      ]) as object[],
    })
    const [next] = await make()
    expect(await read(next!.id)).toMatchObject({ amount: 500, left: 500 })
    await pay(500)
    expect(await read(next!.id)).toMatchObject({ state: 'closed', paid: 500 })
    expect(await vouchers()).toEqual([])
  })

  test('refused twice by the same call counts once; by another call it awaits nothing any more', async () => {
    const sale = await sold()
    const { id } = await makeOne()
    const callId = randomUUID()
    await refuse(id, sale, 'present-again', callId)
    await refuse(id, sale, 'present-again', callId)
    await expect(refuse(id, sale)).rejects.toMatchObject({ message: 'bills:lineSettled' })
    expect(await vouchers()).toHaveLength(1)
  })

  test('is charged to the patient, who owes it from then on and is told so at the till', async () => {
    const sale = await sold()
    const { id } = await makeOne()
    expect(await owes()).toBe(0)
    await refuse(id, sale, 'charge')
    expect(await owes()).toBe(800)
    expect(await read(id)).toMatchObject({ state: 'closed', charged: 800, left: 0 })
    const anonymous = await sold(employer(shop, 500, null), { patientId: null })
    const [bill] = await make([shop.organizationId])
    await expect(refuse(bill!.id, anonymous, 'charge')).rejects.toMatchObject({ message: 'bills:noPatient' })
  })

  test('is written off by who may, with a reason', async () => {
    const sale = await sold()
    const { id } = await makeOne()
    await expect(
      as(shop.pharmacien.token).call(bills.writeOff, {
        params: { id },
        body: { id: randomUUID(), lines: [lineFor(sale)], reason: 'x' },
      }),
    ).rejects.toMatchObject({ message: 'auth:forbidden' })
    expect(await writeOff(id, sale)).toMatchObject({ state: 'closed', writtenOff: 800, left: 0 })
  })
})

test('what was agreed at the counter is billed, not billed, paid, charged or written off, whatever happens', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('sell' as const), amount: fc.integer({ min: 1, max: 200 }) }),
    fc.record({ do: fc.constant('bill' as const), lines: fc.option(fc.integer({ min: 1, max: 3 })) }),
    fc.record({ do: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 2000 }) }),
    fc.record({
      do: fc.constantFrom(
        'again' as const,
        'charge' as const,
        'writeOff' as const,
        'cancelSale' as const,
        'return' as const,
      ),
      which: fc.nat(),
    }),
    fc.record({ do: fc.constantFrom('cancelBill' as const, 'cancelPayment' as const), which: fc.nat() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      shop = await openShop(`bills law ${count++}`)
      policy = await aPolicy(database, shop)
      const made: NewSale[] = []
      /** What is refused for a good reason changes nothing: the law holds all the same. */
      const tried = async (work: () => Promise<unknown>) => {
        await work().catch((error: Error) => {
          if (error.message === 'internal') throw error
        })
      }
      for (const one of steps) {
        const listed = (await owner().call(bills.list, { query: {} })).items
        const paid = (await owner().call(billPayments.list, { query: {} })).items
        if (one.do === 'sell') made.push(await sold(insurance(one.amount * 4, policy.policyId)))
        if (one.do === 'bill') {
          await ruled({ mostLines: one.lines })
          await tried(() => make())
        }
        if (one.do === 'pay') await pay(one.amount)
        if (!('which' in one)) continue
        const sale = made[one.which % made.length]
        const bill = listed[one.which % listed.length]
        const payment = paid[one.which % paid.length]
        if (one.do === 'again' && bill && sale) await tried(() => refuse(bill.id, sale))
        if (one.do === 'charge' && bill && sale) await tried(() => refuse(bill.id, sale, 'charge'))
        if (one.do === 'writeOff' && bill && sale) await tried(() => writeOff(bill.id, sale))
        if (one.do === 'cancelBill' && bill)
          await tried(() => owner().call(bills.cancel, { params: { id: bill.id }, body: { reason: 'Erreur' } }))
        if (one.do === 'cancelPayment' && payment)
          await tried(() =>
            owner().call(billPayments.cancel, { params: { id: payment.id }, body: { reason: 'Rejeté' } }),
          )
        if (one.do === 'cancelSale' && sale)
          await tried(() =>
            as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) }),
          )
        if (one.do === 'return' && sale)
          await tried(() =>
            as(shop.pharmacien.token).call(sales.giveBack, {
              params: { id: sale.id },
              body: aReturn(shop, sale, [{ line: 0, quantity: 1 }]),
            }),
          )
      }
      const { rows } = await database.platform((tx) =>
        sql<{ agreed: number }>`
          select coalesce(sum(y.amount), 0)::bigint - coalesce((select sum(d.amount) from sale_refunds d
              where d.pharmacy_id = ${shop.id} and d.type = 'INSURANCE'), 0)::bigint as agreed
          from sale_payments y join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
          where y.pharmacy_id = ${shop.id} and y.type = 'INSURANCE' and s.status <> 'CANCELED'`.execute(tx),
      )
      const all = (await owner().call(bills.list, { query: { size: 100 } })).items
      const sum = (key: 'paid' | 'charged' | 'writtenOff' | 'left') => all.reduce((total, bill) => total + bill[key], 0)
      const unbilled = (await vouchers({ size: 100 })).reduce((total, { left }) => total + left, 0)
      expect(sum('paid') + sum('charged') + sum('writtenOff') + sum('left') + unbilled).toBe(rows[0]!.agreed)
      expect(await owes()).toBe(sum('charged'))
      // the account of the patient says the same, entry by entry
      const account = await owner().call(clients.statement, {
        params: { id: shop.patientId },
        query: { from: '2026-01-01', to: '2026-12-31' },
      })
      expect(account.balance).toBe(sum('charged'))
      for (const bill of all) {
        expect(
          Math.min(bill.left, bill.paid, bill.charged, bill.writtenOff, bill.again, bill.returned),
        ).toBeGreaterThanOrEqual(0)
        // the state that SQL filters by is the one of the domain
        const found = await owner().call(bills.list, { query: { state: bill.state, search: bill.number } })
        expect(found.items.map(({ id }) => id)).toContain(bill.id)
      }
      const received = (await owner().call(billPayments.list, { query: { size: 100 } })).items
      expect(received.reduce((total, { allocated }) => total + allocated, 0)).toBe(sum('paid'))
      expect(await brokenLedgers(database, shop.id)).toEqual([])
    }),
    { numRuns: runs(12) },
  )
})

test('the id of a run is that of one period, of some payers, in one way', async () => {
  const body = { id: randomUUID(), from: '2026-03-01', to: '2026-03-31', payerIds: [policy.payerId, randomUUID()] }
  const ask = (change: Partial<CallInput<typeof bills.create>['body']>) =>
    owner().call(bills.create, { body: { ...body, ...change } })
  const run = await ask({})
  expect((await ask({ payerIds: body.payerIds.toReversed() })).id).toBe(run.id)
  for (const change of [
    { from: '2026-02-01' },
    { to: '2026-03-30' },
    { payerIds: [policy.payerId] },
    { withIncomplete: true },
    { withEarlier: false },
    { withAhead: true },
  ])
    await expect(ask(change)).rejects.toMatchObject({ message: 'requests:conflict', status: 409 })
})

test('a bill and its payments are nobody else’s', async () => {
  await sold()
  const { id } = await makeOne()
  const payment = await pay(100)
  const stranger = as((await openShop(`bills stranger ${count++}`)).titulaire.token)
  for (const call of [
    () => stranger.call(bills.read, { params: { id } }),
    () => stranger.call(bills.send, { params: { id } }),
    () => stranger.call(bills.cancel, { params: { id }, body: { reason: 'x' } }),
    () => stranger.call(bills.rule, { params: { id: policy.payerId } }),
    () => stranger.call(billPayments.read, { params: { id: payment.id } }),
    () => stranger.call(billPayments.cancel, { params: { id: payment.id }, body: { reason: 'x' } }),
  ])
    await expect(call()).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(
    stranger.call(billPayments.create, {
      body: { id: randomUUID(), payerId: policy.payerId, means: 'CASH', amount: 1, paidOn: '2026-04-01' },
    }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('every column of the lists is sorted both ways', async () => {
  const { policyId } = await aPolicy(database, shop, {
    policy: { contract_id: policy.contractId, beneficiary_id: shop.debtorId },
  })
  await sold(insurance(800, policy.policyId), { soldAt: '2026-03-19T11:00:00.000Z' })
  await ruled({ needs: ['prescriber'], foreclosureDays: 60 })
  await sold(insurance(400, policyId), { patientId: shop.debtorId })
  await sold(employer(shop, 500, null))
  await expectSortedBothWays((query) => owner().call(bills.vouchers, { query: { ...march, ...query } }), {
    soldAt: ({ soldAt }) => soldAt,
    sale: ({ saleNumber }) => saleNumber,
    payer: ({ payerName }) => payerName,
    beneficiary: ({ beneficiary }) => beneficiary,
    voucher: ({ voucher }) => voucher,
    faults: ({ faults }) => faults.length,
    left: ({ left }) => left,
    until: ({ until }) => until,
  })
  const [first] = await make([policy.payerId], { withIncomplete: true })
  clock.now = new Date('2026-04-01T12:00:00Z')
  await make([shop.organizationId])
  await pay(300)
  const colleague = await aMember(database, shop, ['bill.manage'])
  await as(colleague.token).call(billPayments.create, {
    body: {
      id: randomUUID(),
      payerId: shop.organizationId,
      means: 'CHEQUE',
      amount: 700,
      paidOn: '2026-04-21',
      reference: 'CHQ 4',
    },
  })
  const unpaid = await pay(5000)
  await owner().call(billPayments.cancel, { params: { id: unpaid.id }, body: { reason: 'Rejeté' } })
  await owner().call(bills.send, { params: { id: first!.id } })
  await expectSortedBothWays((query) => owner().call(bills.list, { query }), {
    number: ({ number }) => number,
    payer: ({ payerName }) => payerName,
    issuedOn: ({ issuedOn }) => issuedOn,
    dueOn: ({ dueOn }) => dueOn,
    lines: ({ lines }) => lines,
    amount: ({ amount }) => amount,
    paid: ({ paid }) => paid,
    left: ({ left }) => left,
    state: ({ state }) => state,
  })
  await expectSortedBothWays((query) => owner().call(billPayments.list, { query }), {
    number: ({ number }) => number,
    payer: ({ payerName }) => payerName,
    paidOn: ({ paidOn }) => paidOn,
    means: ({ means }) => means,
    reference: ({ reference }) => reference,
    amount: ({ amount }) => amount,
    allocated: ({ allocated }) => allocated,
    ahead: ({ ahead }) => ahead,
    user: ({ createdByName }) => createdByName,
    state: ({ canceledAt }) => (canceledAt ? 1 : 0),
  })
})

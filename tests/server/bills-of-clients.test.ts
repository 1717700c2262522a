import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { clients } from '#shared/contract/clients.ts'
import { movements } from '#shared/contract/movements.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { billRunJob } from '#server/bills/bill-run.repo.ts'
import { billRunJobs } from '#server/bills/bill-run-job.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import { billingActs, march } from '#tests/server/support/billing.ts'
import { aPolicy, employer, type TestPolicy } from '#tests/server/support/insured.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aMovement } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
let count = 0

beforeEach(async () => {
  shop = await openShop(`bills of clients ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  policy = await aPolicy(database, shop)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})
const { owner, sold, lineFor, proposals, vouchers, make, makeOne, read, ruled, pay, refuse, writeOff } = billingActs(
  server,
  () => ({ shop, policy }),
)

describe('what a client pays at a till', () => {
  const collect = (amount: number, clientId = shop.organizationId) => {
    const gesture = { kind: 'collection' as const, type: 'CASH' as const, operator: null, clientId }
    const body = aMovement(shop, { amount, gesture })
    return owner()
      .call(movements.create, { body })
      .then(() => body)
  }
  const debt = async () =>
    (await owner().call(organizations.outgoing, { params: { id: shop.organizationId }, query: {} })).total
  const billed = async () => (await make([shop.organizationId]))[0]!

  test('settles the bills, the oldest line first, once however often it is sent', async () => {
    const old = await sold(employer(shop, 400, null), { soldAt: '2026-03-02T11:00:00.000Z' })
    const recent = await sold(employer(shop, 500, null))
    const { id } = await billed()
    const sent = await collect(600)
    await owner().call(movements.create, { body: sent })
    const bill = await read(id)
    expect(bill).toMatchObject({ state: 'partly-paid', paid: 600, left: 300 })
    expect(bill.lines).toMatchObject([
      { ...lineFor(old), left: 0 },
      { ...lineFor(recent), paid: 200, left: 300 },
    ])
    expect(bill.settlements[0]).toMatchObject({ kind: 'paid', movementId: sent.id })
    expect(await debt()).toBe(300)
    await collect(300)
    expect(await read(id)).toMatchObject({ state: 'closed', left: 0 })
    expect(await debt()).toBe(0)
  })

  test('comes back to a line whose other payment did not come', async () => {
    await sold(employer(shop, 500, null))
    const { id } = await billed()
    const transfer = await pay(400, { payerId: shop.organizationId })
    await collect(300)
    await owner().call(billPayments.cancel, { params: { id: transfer.id }, body: { reason: 'Rejeté' } })
    expect(await read(id)).toMatchObject({ paid: 300, left: 200 })
    await collect(50)
    expect(await read(id)).toMatchObject({ paid: 350, left: 150 })
    expect(await debt()).toBe(150)
  })

  test('of a bill that is canceled is ahead again, for the next one, and so is what came by transfer', async () => {
    await sold(employer(shop, 500, null))
    const { id } = await billed()
    await collect(200)
    const cancel = (billId: string) =>
      owner().call(bills.cancel, { params: { id: billId }, body: { reason: 'Mauvaise période' } })
    expect(await cancel(id)).toMatchObject({ state: 'canceled', paid: 0 })
    expect(await debt()).toBe(300)
    const next = await billed()
    expect(await read(next.id)).toMatchObject({ amount: 300, paid: 0, left: 300 })
    await pay(10, { payerId: shop.organizationId })
    expect(await debt()).toBe(290)
    expect(await cancel(next.id)).toMatchObject({ state: 'canceled', paid: 0, ahead: 10 })
    // money that came by transfer lowers the debt once it is for a bill
    expect(await debt()).toBe(300)
    const [last] = await make([shop.organizationId], { withAhead: true })
    expect(await read(last!.id)).toMatchObject({ amount: 300, paid: 10, left: 290, ahead: 0 })
    expect(await debt()).toBe(290)
  })

  test('ahead of a bill lowers it, and counts once in what he owes', async () => {
    await sold(employer(shop, 500, null))
    await collect(200)
    expect(await debt()).toBe(300)
    const { id } = await billed()
    expect(await read(id)).toMatchObject({ state: 'open', amount: 300, paid: 0, left: 300 })
    expect(await debt()).toBe(300)
    const account = () =>
      owner().call(clients.statement, {
        params: { id: shop.organizationId },
        query: { from: '2026-01-01', to: '2027-12-31' },
      })
    expect(await account()).toMatchObject({ balance: 300 })
    await collect(250)
    await pay(50, { payerId: shop.organizationId })
    expect(await read(id)).toMatchObject({ state: 'closed' })
    expect(await debt()).toBe(0)
    expect(await account()).toMatchObject({ balance: 0 })
  })

  const february = { soldAt: '2026-02-27T11:00:00.000Z' }
  const open = async () =>
    (await vouchers({ from: '2026-01-01' })).map(({ saleId, left }): [string, number] => [saleId, left])

  test('leaves the rest of a voucher, and what it paid is not asked for again', async () => {
    await sold(employer(shop, 500, null), february)
    const recent = await sold(employer(shop, 300, null))
    await collect(600)
    expect(await open()).toEqual([[recent.id, 200]])
    expect(await proposals()).toMatchObject([{ vouchers: 1, amount: 200, earlier: 0 }])
    const { id } = await billed()
    expect(await read(id)).toMatchObject({ amount: 200, left: 200, paid: 0, returned: 0, lines: [{ amount: 200 }] })
    // the next money is for the bill, not for what is paid already
    await collect(200)
    expect(await read(id)).toMatchObject({ state: 'closed', paid: 200, left: 0 })
    expect(await open()).toEqual([])
    expect(await debt()).toBe(0)
  })

  test('is for the next voucher when its sale is canceled or brought back, also after the bill is canceled', async () => {
    const first = await sold(employer(shop, 500, null), february)
    const second = await sold(employer(shop, 400, null))
    await collect(500)
    expect(await open()).toEqual([[second.id, 400]])
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: first.id },
      body: aReturn(shop, first, [{ line: 0, quantity: 1 }], { inCash: false }),
    })
    expect(await open()).toEqual([])
    const third = await sold(employer(shop, 300, null))
    expect(await open()).toEqual([[third.id, 200]])
    const { id } = await billed()
    await owner().call(bills.cancel, { params: { id }, body: { reason: 'Mauvaise période' } })
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: third.id }, body: aCancellation(shop) })
    expect(await open()).toEqual([])
    expect(await debt()).toBe(0)
  })

  test('is for his bills when nothing else is left to pay', async () => {
    const first = await sold(employer(shop, 500, null), february)
    await collect(500)
    await sold(employer(shop, 400, null))
    const { id } = await billed()
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: first.id }, body: aCancellation(shop) })
    expect(await read(id)).toMatchObject({ state: 'closed', paid: 400, left: 0 })
    expect(await debt()).toBe(0)
  })

  test.each<[string, (sale: NewSale) => Promise<unknown>]>([
    [
      'a return',
      (sale) => {
        const body = aReturn(shop, sale, [{ line: 0, quantity: 1 }], { inCash: false })
        return as(shop.pharmacien.token).call(sales.giveBack, { params: { id: sale.id }, body })
      },
    ],
    [
      'a correction',
      (sale) => {
        const payments = [employer(shop, 100, null), cash(900)]
        const body = aVersionOf(shop, sale, { ...february, lines: [lineOf(shop, 0)], payments })
        return as(shop.pharmacien.token).call(sales.close, { body })
      },
    ],
  ])('that %s of the sale freed is for his bills at once', async (_, free) => {
    const first = await sold(employer(shop, 500, null), february)
    await collect(500)
    await sold(employer(shop, 400, null))
    const { id } = await billed()
    await free(first)
    expect(await read(id)).toMatchObject({ state: 'closed', paid: 400, left: 0 })
  })

  test('of two records of one person is for the bills of the one that remains', async () => {
    const credit = (person: string, amount: number) => ({
      id: randomUUID(),
      type: 'CREDIT' as const,
      amount,
      creditMetadata: { person },
    })
    const freed = await sold(credit(shop.patientId, 500))
    await collect(500, shop.patientId)
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: freed.id }, body: aCancellation(shop) })
    await sold(credit(shop.debtorId, 300))
    const [bill] = await make([shop.debtorId])
    await owner().call(persons.merge, { params: { id: shop.debtorId }, body: { duplicateId: shop.patientId } })
    expect(await read(bill!.id)).toMatchObject({ state: 'closed', paid: 300, left: 0 })
  })

  test('noted for a record that was merged since is money of the person that remains', async () => {
    const paid = await pay(500, { payerId: shop.patientId, reference: 'VIR 2026/77' })
    await sold({ id: randomUUID(), type: 'CREDIT', amount: 300, creditMetadata: { person: shop.debtorId } })
    const [bill] = await make([shop.debtorId])
    await owner().call(persons.merge, { params: { id: shop.debtorId }, body: { duplicateId: shop.patientId } })
    expect((await read(bill!.id)).ahead).toBe(500)
    const { items } = await owner().call(billPayments.list, { query: { payerId: shop.debtorId } })
    expect(items.map(({ id, ahead }) => [id, ahead])).toEqual([[paid.id, 500]])
    await expect(pay(500, { payerId: shop.debtorId, reference: 'vir 2026 77' })).rejects.toMatchObject({
      message: 'billPayments:alreadyNoted',
      details: { id: paid.id },
    })
  })

  describe('of a record that was merged since', () => {
    const credit = (amount: number) =>
      sold({ id: randomUUID(), type: 'CREDIT', amount, creditMetadata: { person: shop.patientId } })
    const merged = () =>
      owner().call(persons.merge, { params: { id: shop.debtorId }, body: { duplicateId: shop.patientId } })

    test('what is sent again is answered as before, and only there once', async () => {
      const payment = { id: randomUUID(), payerId: shop.patientId, reference: 'VIR 2026/78' }
      const { number } = await pay(500, payment)
      const about = { kind: 'reminder', step: 1, channel: 'phone', note: null } as const
      const reminder = { id: randomUUID(), payerId: shop.patientId, ...about }
      await owner().call(billFollowUps.create, { body: reminder })
      const { firstName, lastName } = await merged()
      const remaining = { payerId: shop.debtorId, payerName: `${lastName} ${firstName}` }
      expect(await pay(500, payment)).toMatchObject({ number, ahead: 500, ...remaining })
      expect((await owner().call(billPayments.list, { query: {} })).total).toBe(1)
      const { followUps } = await owner().call(billFollowUps.create, { body: reminder })
      expect(followUps.map(({ id }) => id)).toEqual([reminder.id])
      await expect(pay(500, { ...payment, payerId: shop.organizationId })).rejects.toMatchObject({
        message: 'requests:conflict',
      })
    })

    test('bills, payments and what was given up are listed with the person that remains', async () => {
      const [given, refused] = [await credit(300), await credit(200)]
      const [bill] = await make([shop.patientId])
      await writeOff(bill!.id, given)
      await merged()
      const query = { payerId: shop.debtorId }
      const listed = await owner().call(bills.list, { query })
      expect(listed.items.map(({ id, payerId }) => [id, payerId])).toEqual([[bill!.id, shop.debtorId]])
      expect(await owner().call(bills.writeOffs, { query })).toMatchObject({ amount: 300, items: [query] })
      const again = [{ ...lineFor(refused), reason: 'Illisible' }]
      await pay(100, { payerId: shop.patientId, lines: [], again })
      expect(await vouchers()).toMatchObject([{ payerId: shop.debtorId, left: 200 }])
    })

    test('a run that names it bills the person that remains', async () => {
      await credit(300)
      await merged()
      const [bill] = await make([shop.patientId])
      expect(await read(bill!.id)).toMatchObject({ payerId: shop.debtorId, amount: 300 })
    })
  })

  test('while his bills are drafted changes them', async () => {
    await sold(employer(shop, 500, null))
    const drafting = {
      ...billRunJobs(database),
      async run(job, how) {
        const store = await billRunJobs(database).run(job, how)
        await collect(200)
        return store
      },
    } satisfies JobKind
    const [bill] = await make([shop.organizationId], {}, aJobLoop(server, { [billRunJob]: drafting }))
    expect(bill).toMatchObject({ amount: 300 })
  })

  test('leaves in « Créances » what is left of his vouchers and of his bills, whatever happens', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('sell' as const), amount: fc.integer({ min: 1, max: 800 }), early: fc.boolean() }),
      fc.record({ do: fc.constant('collect' as const), amount: fc.integer({ min: 1, max: 1500 }) }),
      fc.record({ do: fc.constant('bill' as const), withEarlier: fc.boolean() }),
      fc.record({ do: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 900 }) }),
      fc.record({
        do: fc.constantFrom('cancelSale' as const, 'return' as const, 'cancelBill' as const, 'cancelPayment' as const),
        which: fc.nat(),
      }),
    )
    const tried = (work: Promise<unknown>) =>
      work.catch((error: Error) => {
        if (error.message === 'internal') throw error
      })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        shop = await openShop(`bills of clients law ${count++}`)
        policy = await aPolicy(database, shop)
        const made: NewSale[] = []
        for (const one of steps) {
          const asked = (await owner().call(bills.list, { query: { size: 100 } })).items
          if (one.do === 'sell') made.push(await sold(employer(shop, one.amount, null), one.early ? february : {}))
          if (one.do === 'collect') await collect(one.amount)
          if (one.do === 'pay') await pay(one.amount, { payerId: shop.organizationId })
          if (one.do === 'bill') {
            const before = new Map(await open())
            const drafted = await make([shop.organizationId], { withEarlier: one.withEarlier }).catch(() => [])
            for (const { id } of drafted)
              for (const { saleId, amount } of (await read(id)).lines) expect(amount).toBe(before.get(saleId))
            // what no bill took has as much left as before
            for (const [saleId, left] of await open()) expect(left).toBe(before.get(saleId))
          }
          const sale = 'which' in one && made[one.which % made.length]
          const bill = 'which' in one && asked[one.which % asked.length]
          const received = (await owner().call(billPayments.list, { query: { size: 100 } })).items
          const payment = 'which' in one && received[one.which % received.length]
          if (one.do === 'cancelPayment' && payment)
            await tried(owner().call(billPayments.cancel, { params: { id: payment.id }, body: { reason: 'Rejeté' } }))
          if (one.do === 'cancelBill' && bill)
            await tried(owner().call(bills.cancel, { params: { id: bill.id }, body: { reason: 'Erreur' } }))
          if (one.do === 'cancelSale' && sale)
            await tried(
              as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) }),
            )
          if (one.do === 'return' && sale)
            await tried(
              as(shop.pharmacien.token).call(sales.giveBack, {
                params: { id: sale.id },
                body: aReturn(shop, sale, [{ line: 0, quantity: 1 }], { inCash: false }),
              }),
            )
          const onBills = (await owner().call(bills.list, { query: { size: 100 } })).left
          const [owing] = await owner().call(bills.aged, {})
          const rests = (await open()).map(([, left]) => left)
          expect(Math.min(1, ...rests)).toBe(1)
          const unbilled = rests.reduce((sum, left) => sum + left, 0)
          expect([owing?.unbilled ?? 0, owing?.owed ?? 0]).toEqual([unbilled, unbilled + onBills])
          expect(await debt()).toBe(unbilled + onBills)
        }
      }),
      { numRuns: runs(10) },
    )
  })
})

test('what a client is billed stands in the list of the tills, and leaves it when it is paid or canceled', async () => {
  const openBills = async () =>
    (await owner().call(organizations.read, { params: { id: shop.organizationId } })).openBills
  const revision = async () => (await owner().call(organizations.list, { query: { cursor: '', size: 500 } })).cursor!
  expect(await openBills()).toEqual([])
  await sold(employer(shop, 400, null), { soldAt: '2026-02-10T11:00:00.000Z' })
  await sold(employer(shop, 300, null))
  const [old] = await make([shop.organizationId], { from: '2026-02-01', to: '2026-02-28' })
  const [recent] = await make([shop.organizationId])
  expect(await openBills()).toEqual([
    { number: old!.number, dueOn: '2026-04-30', left: 400 },
    { number: recent!.number, dueOn: '2026-04-30', left: 300 },
  ])
  const before = await revision()
  const body = aMovement(shop, {
    amount: 500,
    gesture: { kind: 'collection', type: 'CASH', operator: null, clientId: shop.organizationId },
  })
  await owner().call(movements.create, { body })
  const { items } = await owner().call(organizations.list, { query: { cursor: before, size: 500 } })
  expect(items).toMatchObject([{ openBills: [{ number: recent!.number, left: 200 }] }])
})

describe('the statement of a client', () => {
  const statement = (id: string, period: object = {}) =>
    owner().call(clients.statement, { params: { id }, query: { from: '2026-01-01', to: '2026-12-31', ...period } })

  test('tells each purchase and payment with the balance after it, before and at the end of the period', async () => {
    const sale = await sold(employer(shop, 500, null))
    const returned = await sold(employer(shop, 400, null), { soldAt: '2026-03-21T11:00:00.000Z' })
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: returned.id },
      body: aReturn(shop, returned, [{ line: 0, quantity: 1 }], { returnedAt: '2026-03-22T11:00:00.000Z' }),
    })
    const [bill] = await make([shop.organizationId])
    await pay(300, { payerId: shop.organizationId })
    const { entries, before, balance, name } = await statement(shop.organizationId)
    expect({ name: name.length > 0, before, balance }).toEqual({ name: true, before: 0, balance: 200 })
    expect(entries.map((entry) => [entry.kind, entry.amount, entry.balance])).toEqual([
      ['purchase', 500, 500],
      ['purchase', 400, 900],
      ['return', -400, 500],
      ['payment', -300, 200],
    ])
    expect(entries[0]).toMatchObject({ id: sale.id })
    expect(entries[3]).toMatchObject({ id: bill!.id, name: bill!.number })
    expect(await statement(shop.organizationId, { from: '2026-03-22', to: '2026-03-30' })).toMatchObject({
      before: 900,
      balance: 500,
      entries: [{ kind: 'return' }],
    })
  })

  test('of a patient tells what his insurer refused, and of nobody else’s client nothing', async () => {
    const sale = await sold()
    const { id } = await makeOne()
    await refuse(id, sale, 'charge')
    expect(await statement(shop.patientId)).toMatchObject({ balance: 800, entries: [{ kind: 'refused', amount: 800 }] })
    const stranger = as((await openShop(`bills stranger ${count++}`)).titulaire.token)
    await expect(
      stranger.call(clients.statement, { params: { id: shop.patientId }, query: march }),
    ).rejects.toMatchObject({ message: 'requests:notFound' })
  })
})

test('what payers owe is told by its age, with the days that they take and what they refuse', async () => {
  await ruled({ paymentDays: 0 })
  const refused = await sold()
  await sold()
  const { id } = await makeOne()
  await pay(400, { paidOn: '2026-04-20' })
  await sold(employer(shop, 500, null))
  await make([shop.organizationId])
  clock.now = new Date('2026-05-15T12:00:00Z')
  await writeOff(id, refused)
  const aged = () => owner().call(bills.aged, {})
  expect(await aged()).toMatchObject([
    { payerName: 'NSIA', bills: 1, upTo30: 0, upTo60: 800, left: 800, days: 20, refused: 50 },
    { payerId: shop.organizationId, notDue: 0, upTo30: 500, left: 500, days: null, refused: null },
  ])
  clock.now = new Date('2026-08-15T12:00:00Z')
  expect(await aged()).toMatchObject([{ over90: 800 }, { over90: 500 }])
  expect(await owner().call(usage.billingReport, { query: { from: '2026-03-01', to: '2026-03-31' } })).toMatchObject([
    { month: '2026-03', payerName: 'NSIA', bills: 1, billed: 1600, collected: 400, refused: 400, outstanding: 800 },
    { month: '2026-03', payerId: shop.organizationId, billed: 500, collected: 0, refused: 0, outstanding: 500 },
  ])
  expect(await owner().call(usage.billingReport, { query: { from: '2026-04-01', to: '2026-04-30' } })).toEqual([])
})

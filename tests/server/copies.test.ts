import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { skippedNumbers } from '#shared/domain/backup/skipped-numbers.ts'
import { markCopies } from '#server/backup/copy.repo.ts'
import { insertJob } from '#server/jobs/job.repo.ts'
import { mailJob } from '#server/mails/mail.service.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { makeCopy } from '#tests/server/support/a-copy.ts'
import { aFiscalQueue, aTaxpayer, documentsOf } from '#tests/server/support/certifying.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, clock, database } = server
const queue = aFiscalQueue(server, simulator)
let shop: Shop
beforeEach(async () => {
  shop = await aTaxpayer(server, simulator)
})

const close = (sale = aSale(shop)) => as(shop.vendeur.token).call(sales.close, { body: sale })
const confirm = () => as(shop.titulaire.token).call(pharmacies.confirmCopy, {})

const minutesAgo = (count: number): string => new Date(clock.now.getTime() - count * 60_000).toISOString()

test('a copy sends no document to the platform; confirmed, it leaves what may be certified already to a person', async () => {
  const { id } = await close()
  await makeCopy(database, shop.id)
  await queue.runWaiting()
  expect(await documentsOf(server, shop, id)).toMatchObject([{ state: 'waiting' }])
  await confirm()
  clock.now = new Date(clock.now.getTime() + 2 * 60_000)
  const lost = await close(aSale(shop, { soldAt: minutesAgo(5) }))
  const later = await close(aSale(shop, { soldAt: minutesAgo(0) }))
  await queue.runWaiting()
  for (const saleId of [id, lost.id])
    expect(await documentsOf(server, shop, saleId)).toMatchObject([{ state: 'uncertain' }])
  expect(await documentsOf(server, shop, later.id)).toMatchObject([{ state: 'certified' }])
})

test('a job that leaves the house waits in a copy, another one does not', async () => {
  const ran: string[] = []
  const kind = (name: string, isLeaving?: true): JobKind => ({
    resource: 'mails',
    ...(isLeaving ? { isLeaving } : {}),
    run: () => {
      ran.push(name)
      return Promise.resolve(() => Promise.resolve())
    },
  })
  const jobs = aJobLoop(server, { [mailJob]: kind('mail', true), inside: kind('inside') })
  await makeCopy(database, shop.id)
  for (const each of [mailJob, 'inside'])
    await database.read(shop.id, (tx) =>
      insertJob(tx, shop.id, { id: randomUUID(), kind: each, askedBy: shop.titulaire.id, askedAt: new Date() }),
    )
  await jobs.runWaiting()
  expect(ran).toEqual(['inside'])
  await confirm()
  await jobs.runWaiting()
  expect(ran).toEqual(['inside', 'mail'])
})

test('what a till sends waits, and nothing of it stays; the confirmation is in the audit', async () => {
  await makeCopy(database, shop.id)
  const sale = aSale(shop)
  const before = await server.rowCounts()
  await expect(close(sale)).rejects.toMatchObject({ message: 'server:copy', status: 503 })
  expect(await server.rowCounts()).toEqual(before)
  await confirm()
  expect(await close(sale)).toMatchObject({ id: sale.id })
  const { items } = await as(shop.titulaire.token).call(audit.list, {
    query: { page: 0, size: 10, recordId: shop.id },
  })
  expect(items[0]).toMatchObject({ call: 'POST /pharmacies/copy/confirm', part: 'pharmacies' })
  expect(items[0]!.changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['copy_kind', 'copy_made_at', 'copy_holds_until', 'copy_skipped']),
  )
})

test('an exercise takes what tills send, and nothing of it leaves', async () => {
  await makeCopy(database, shop.id, 'exercise')
  const { id } = await close()
  await queue.runWaiting()
  expect(await documentsOf(server, shop, id)).toMatchObject([{ state: 'waiting' }])
  const ran: string[] = []
  const run: JobKind['run'] = () => Promise.resolve(() => Promise.resolve(void ran.push('sent')))
  const jobs = aJobLoop(server, { [mailJob]: { resource: 'mails', isLeaving: true, run } })
  await database.read(shop.id, (tx) =>
    insertJob(tx, shop.id, { id: randomUUID(), kind: mailJob, askedBy: shop.titulaire.id, askedAt: new Date() }),
  )
  await jobs.runWaiting()
  expect(ran).toEqual([])
  const read = await as(shop.titulaire.token).call(pharmacies.read, { params: { id: shop.id } })
  expect(read.copy?.kind).toBe('exercise')
})

test('what a restore lost is told by till, before and after the confirmation, with what came again', async () => {
  const holdsUntil = new Date(clock.now.getTime() - 60 * 60_000)
  const sold = (minutesAgo: number) =>
    aSale(shop, { soldAt: new Date(clock.now.getTime() - minutesAgo * 60_000).toISOString() })
  const [lost, after] = [sold(30), sold(0)]
  await database.platform((tx) => markCopies(tx, { holdsUntil, now: new Date(clock.now.getTime() - 60_000) }))
  const lostNow = async () => (await as(shop.titulaire.token).call(pharmacies.engine, {})).lost
  expect(await lostNow()).toMatchObject({ from: holdsUntil.toISOString(), confirmedAt: null })
  await confirm()
  await close(lost)
  await close(after)
  const { tills, ...told } = (await lostNow())!
  expect(told).toMatchObject({ from: holdsUntil.toISOString(), confirmedAt: expect.any(String) as string })
  expect(tills.filter(({ sales }) => sales > 0)).toEqual([
    { terminalCode: terminalCode(lost.terminalId), isHeard: true, waiting: 0, sales: 1, amount: lost.total },
  ])
})

test('the numbers of every paper jump, and the lists begin a new epoch', async () => {
  await close()
  await close()
  const state = () =>
    database.platform(async (tx) => {
      const { rows } = await sql<{ numbers: Record<string, number>; epoch: string }>`
        select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(n)) where key like '%_number') as numbers, p.epoch
        from pharmacies p join pharmacy_counters n on n.pharmacy_id = p.id where p.id = ${shop.id}`.execute(tx)
      return rows[0]!
    })
  const before = await state()
  const now = new Date()
  const lostMs = 3 * 86_400_000
  const skipped = await database.platform((tx) => markCopies(tx, { holdsUntil: new Date(now.getTime() - lostMs), now }))
  expect(skipped).toBeGreaterThanOrEqual(skippedNumbers({ lostMs, busiestDay: 2 }))
  const after = await state()
  expect(Object.keys(after.numbers).length).toBeGreaterThan(12)
  const jumps = new Set(Object.entries(after.numbers).map(([name, number]) => number - before.numbers[name]!))
  expect([...jumps]).toEqual([skippedNumbers({ lostMs, busiestDay: 2 })])
  expect(after.epoch).not.toBe(before.epoch)
  await confirm()
  expect((await close()).number).toBe(2 + [...jumps][0]! + 1)
})

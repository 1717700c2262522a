import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Sale, SaleReturn } from '#shared/contract/sales.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { openHints } from '#server/events/hints.ts'
import { openJournal, readJournal, type Journal } from '#server/inbox/journal.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import { replayJournal } from '#server/inbox/replay-journal.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { returnLines } from '#server/sales/return-lines.ts'
import type { SentReturn } from '#server/sales/return-record.repo.ts'
import { readSale } from '#server/sales/sale.service.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'officine-journal-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
})

async function aDatabase(): Promise<Database> {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  return database
}

type Till = {
  context: Context
  sell(boxes: number): Promise<Sale>
  bringBack(sale: Sale, quantity: number): SentReturn
  take(sent: SentReturn): Promise<SaleReturn>
}

async function tillOver(database: Database, shop: Shop, journal: Journal): Promise<Till> {
  const hints = await openHints()
  onTestFinished(() => hints.close())
  const actor = { userId: shop.pharmacien.id, pharmacyId: shop.id, kind: 'member', permissions: new Set() }
  const context = { actor, database, hints, journal, now: new Date() } as unknown as Context
  return {
    context,
    sell: (boxes) => closeSale(context, aSale(shop, { lines: [lineOf(shop, 0, boxes)] })),
    bringBack: (sale, quantity) => ({ ...aReturn(shop, sale, [{ line: 0, quantity }]), saleId: sale.id }),
    take: (sent) => returnLines(context, sent),
  }
}

test('a database that lost everything has its sales and their returns back, under their numbers, once', async () => {
  const lost = await aDatabase()
  const shop = await openShop(lost, 'returns lost')
  const journal = await openJournal(directory)
  const till = await tillOver(lost, shop, journal)
  const sale = await till.sell(5)
  const sent = [till.bringBack(sale, 1), till.bringBack(sale, 2)]
  const made: SaleReturn[] = []
  for (const each of sent) made.push(await till.take(each))
  const before = await readSale(till.context, sale.id)
  await journal.close()

  const database = await aDatabase()
  await openShop(database, 'returns lost')
  const report = await replayJournal(database, directory)

  expect(report.restored.map(({ kind, number }) => [kind, number])).toEqual([
    ['sale', 1],
    ['return', 1],
    ['return', 2],
  ])
  expect(report.pending).toEqual([])
  const again = await tillOver(database, shop, {
    append: () => Promise.reject(new Error('made again')),
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  })
  expect(await readSale(again.context, sale.id)).toEqual(before)
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(98)
  expect(await brokenLedgers(database, shop.id)).toEqual([])
  // the terminal that never heard asks again, and the same happens as before
  expect(await again.take(sent[0]!)).toEqual(made[0])
  await expect(again.take({ ...sent[0]!, inCash: true })).rejects.toMatchObject({ message: 'sales:payloadMismatch' })
  expect((await replayJournal(database, directory)).restored).toEqual([])
})

test('a return waits in the journal for its sale, and takes the next number where its own is taken', async () => {
  const elsewhere = await aDatabase()
  const shop = await openShop(elsewhere, 'returns wait')
  const journal = await openJournal(directory)
  const till = await tillOver(elsewhere, shop, journal)
  const sale = await till.sell(1)
  const made = await till.take(till.bringBack(sale, 1))
  await journal.close()

  const database = await aDatabase()
  await openShop(database, 'returns wait')
  const [entry] = (await readJournal(directory)).entries.filter(({ kind }) => kind === 'return')
  const onlyReturn = await mkdtemp(join(tmpdir(), 'officine-journal-'))
  onTestFinished(() => rm(onlyReturn, { recursive: true, force: true }))
  const alone = await openJournal(onlyReturn)
  await alone.append(entry!)
  await alone.close()
  expect(await replayJournal(database, onlyReturn)).toMatchObject({
    restored: [],
    pending: [{ kind: 'return', id: made.id, reason: `unknown sale ${sale.id}` }],
  })

  const other = await tillOver(database, shop, {
    append: () => Promise.resolve(),
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  })
  const otherSale = await other.sell(1)
  expect((await other.take(other.bringBack(otherSale, 1))).number).toBe(1)
  const { restored } = await replayJournal(database, directory)
  expect(restored.filter(({ kind }) => kind === 'return')).toMatchObject([
    { id: made.id, number: 2, previousNumber: 1 },
  ])
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('what was accepted in the instant before the process died is written down at the next start, to the letter', async () => {
  const database = await aDatabase()
  const shop = await openShop(database, 'returns unwritten')
  const till = await tillOver(database, shop, {
    append: () => Promise.resolve(),
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  })
  const sale = await till.sell(2)
  // a clock that is ahead: what was sent is not what was answered
  const sent = {
    ...till.bringBack(sale, 1),
    id: randomUUID(),
    inCash: true,
    returnedAt: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const answer = await till.take(sent)
  const { journal } = await keepJournal(database, directory)
  await journal.close()
  const { entries } = await readJournal(directory)
  expect(entries.find(({ kind }) => kind === 'return')).toMatchObject({
    userId: shop.pharmacien.id,
    payload: sent,
    answer,
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Sale } from '#shared/contract/sales.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { openHints } from '#server/events/hints.ts'
import { readJournal, type Journal } from '#server/inbox/journal.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import { replayJournal } from '#server/inbox/replay-journal.ts'
import { cancelSale } from '#server/sales/cancel-sale.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { setSaleDate } from '#server/sales/sale-date.ts'
import { readSaleHistory } from '#server/sales/sale-history.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

let directory: string
const [yesterday, before] = ['2026-03-09T10:00:00.000Z', '2026-03-08T10:00:00.000Z']
const nowhere: Journal = {
  append: () => Promise.resolve(),
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'officine-journal-dates-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
})

async function aDatabase(): Promise<Database> {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  return database
}

/** What the routes hand to a service, for the titulaire; the clock goes on by a second at each call. */
async function contextsOver(database: Database, shop: Shop, journal: Journal): Promise<() => Context> {
  const actor: Context['actor'] = {
    kind: 'member',
    userId: shop.titulaire.id,
    pharmacyId: shop.id,
    permissions: new Set(['sale.sell', 'sale.cancel', 'sale.date']),
    roles: ['titulaire'],
    unlockId: shop.titulaire.sessionId,
    name: 'HOUNKPÈ Rose',
  }
  const hints = await openHints()
  onTestFinished(() => hints.close())
  let seconds = 0
  return () => ({
    actor,
    now: new Date(Date.parse('2026-03-10T10:00:00.000Z') + 1000 * seconds++),
    database,
    hints,
    journal,
    identity: undefined as never,
  })
}

const dated = (shop: Shop) => aSale(shop, { soldAt: '2026-03-10T09:59:00.000Z' })

test('dates that a database lost are corrected again, in their order, before what happened to the sale later', async () => {
  const lost = await testDatabase()
  const shop = await openShop(lost, 'lost dates')
  const first = await keepJournal(lost, directory)
  const context = await contextsOver(lost, shop, first.journal)
  const [kept, canceled] = [dated(shop), dated(shop)]
  for (const sale of [kept, canceled]) {
    await closeSale(context(), sale)
    await setSaleDate(context(), sale.id, yesterday)
  }
  await setSaleDate(context(), kept.id, before)
  await cancelSale(context(), { ...aCancellation(shop), saleId: canceled.id })
  const histories = [await readSaleHistory(context(), kept.id), await readSaleHistory(context(), canceled.id)]
  expect(histories[0]!.events).toMatchObject([
    { kind: 'closed' },
    { kind: 'date', to: yesterday },
    { kind: 'date', from: yesterday, to: before },
  ])
  await first.journal.close()
  await lost.close()

  const fresh = await aDatabase()
  await openShop(fresh, 'lost dates')
  const { journal, report } = await keepJournal(fresh, directory)
  onTestFinished(() => journal.close())
  expect(report.pending).toEqual([])
  expect(report.restored.map(({ kind }) => kind)).toEqual(['sale', 'date', 'sale', 'date', 'date', 'cancellation'])
  const again = await contextsOver(fresh, shop, journal)
  expect([await readSaleHistory(again(), kept.id), await readSaleHistory(again(), canceled.id)]).toEqual(histories)
  expect(await replayJournal(fresh, directory)).toMatchObject({ restored: [], pending: [] })
})

test('a date corrected in the instant before the process died is written down at the next start, and waits for its sale', async () => {
  const [database, other] = [await aDatabase(), await aDatabase()]
  const shop = await openShop(database, 'unwritten dates')
  const context = await contextsOver(database, shop, nowhere)
  const sale = dated(shop)
  await closeSale(context(), sale)
  await setSaleDate(context(), sale.id, yesterday)
  const { journal } = await keepJournal(database, directory)
  await journal.close()
  const { entries } = await readJournal(directory)
  expect(entries).toMatchObject([
    { kind: 'sale' },
    { kind: 'date', userId: shop.titulaire.id, payload: { saleId: sale.id, from: sale.soldAt, to: yesterday } },
  ])
  // once is enough
  await (await keepJournal(database, directory)).journal.close()
  expect((await readJournal(directory)).entries).toHaveLength(2)

  await openShop(other, 'unwritten dates')
  await other.platform((tx) =>
    tx.updateTable('users').set({ kind: 'terminal' }).where('id', '=', shop.vendeur.id).execute(),
  )
  expect((await replayJournal(other, directory)).pending).toMatchObject([
    { kind: 'sale' },
    { kind: 'date', reason: `unknown sale ${sale.id}` },
  ])
})

test('the same date asked for again is answered once the journal has it', async () => {
  const database = await aDatabase()
  const shop = await openShop(database, 'settled dates')
  let isFull = false
  const kept = await keepJournal(database, directory)
  onTestFinished(() => kept.journal.close())
  const settled: string[] = []
  const full: Journal = {
    ...kept.journal,
    append: (entry) => (isFull ? Promise.reject(new Error('no space')) : kept.journal.append(entry)),
    settle: (id) => Promise.resolve(void settled.push(id)),
  }
  const context = await contextsOver(database, shop, full)
  const sale: Sale = await closeSale(context(), dated(shop))
  isFull = true
  await expect(setSaleDate(context(), sale.id, yesterday)).rejects.toThrow('no space')
  const events = await database.read(shop.id, (tx) => tx.selectFrom('sale_events').select('id').execute())
  expect(await setSaleDate(context(), sale.id, yesterday)).toEqual({ ...sale, soldAt: yesterday })
  expect(settled).toEqual(events.map(({ id }) => id))
})

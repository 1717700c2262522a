import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { NewSale } from '#shared/contract/sales.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { openHints } from '#server/events/hints.ts'
import { readJournal, type Journal } from '#server/inbox/journal.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import { replayJournal } from '#server/inbox/replay-journal.ts'
import { cancelSale, type SentCancellation } from '#server/sales/cancel-sale.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot, type TestLot } from '#tests/server/support/lots.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'
import { aCancellation, aVersionOf, drawerOf } from '#tests/server/support/undoing.ts'

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

/** Closes and cancels as the routes do, as the pharmacien. */
async function tillOver(database: Database, shop: Shop, journal: Journal) {
  const hints = await openHints()
  const actor: Context['actor'] = {
    kind: 'member',
    userId: shop.pharmacien.id,
    pharmacyId: shop.id,
    permissions: new Set(['sale.sell', 'sale.cancel']),
    roles: ['pharmacien'],
    unlockId: shop.pharmacien.sessionId,
    name: 'AGBO Kossi',
  }
  const context = (): Context => ({ actor, now: new Date(), database, hints, journal, identity: undefined as never })
  return {
    close: (sale: NewSale) => closeSale(context(), sale),
    cancel: (sale: NewSale, asked: SentCancellation = { ...aCancellation(shop), saleId: sale.id }) =>
      cancelSale(context(), asked),
  }
}

const nowhere: Journal = {
  append: () => Promise.resolve(),
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

/** What a titulaire would compare after a night without current. */
async function stateOf(database: Database, shop: Shop, all: readonly NewSale[]) {
  return {
    sales: await database.read(shop.id, async (tx) => {
      const found = []
      for (const { id } of all) found.push(await findWholeSale(tx, shop.id, id))
      return found
    }),
    stock: await database.read(shop.id, (tx) =>
      tx
        .selectFrom('stock_items')
        .select(['id', 'quantity', 'sale_price', 'lot', 'expires_on'])
        .orderBy('id')
        .execute(),
    ),
    listed: await database.read(shop.id, (tx) =>
      tx
        .selectFrom('prescription_entries')
        .select(['number', 'sale_id', 'line_id', 'quantity', 'dispensed_on', 'dispensed_by', 'entered_at', 'lot'])
        .orderBy('number')
        .execute(),
    ),
    drawer: await drawerOf(database, shop, shop.registerId),
    broken: await brokenLedgers(database, shop.id),
  }
}

async function openShelf(database: Database): Promise<{ shop: Shop; box: TestLot }> {
  const shop = await openShop(database, 'undone')
  return { shop, box: await aLot(database, shop, { units: 10, list: 'list-1', name: 'box' }) }
}

function byUnit(shop: Shop, box: TestLot, quantity: number): NewSale {
  const sale = aSale(shop, { lines: [{ lot: unitItemIdOf(box.id), price: 100, quantity }] })
  return { ...sale, records: sale.records.map((record) => ({ ...record, opens: { stockItemId: box.id, boxes: 1 } })) }
}

test('a database that lost versions, cancellations and opened boxes has them again: same stock, same drawer, same register, same answers', async () => {
  const lost = await testDatabase()
  const { shop, box } = await openShelf(lost)
  const first = await keepJournal(lost, directory)
  const till = await tillOver(lost, shop, first.journal)
  const [units, replaced, canceled] = [
    byUnit(shop, box, 3),
    aSale(shop, { lines: [lineOf(shop, 0, 4), { lot: box.id, price: 1000 }] }),
    aSale(shop, { lines: [lineOf(shop, 2, 2), { lot: box.id, price: 1000 }] }),
  ]
  for (const sale of [units, replaced, canceled]) await till.close(sale)
  const asked = { ...aCancellation(shop), saleId: canceled.id }
  const answers: unknown[] = [await till.cancel(canceled, asked)]
  // listed after the cancellation, and numbered so
  const version = aVersionOf(shop, replaced, { lines: [{ lot: box.id, price: 1000, quantity: 2 }] })
  answers.push(await till.close(version))
  const last = aVersionOf(shop, version)
  answers.push(await till.close(last))
  const all = [units, replaced, canceled, version, last]
  const before = await stateOf(lost, shop, all)
  expect(before.broken).toEqual([])
  await first.journal.close()
  await lost.close()

  const fresh = await aDatabase()
  await openShelf(fresh)
  const { journal, report } = await keepJournal(fresh, directory)
  expect(report).toMatchObject({ read: 6, pending: [], unreadable: [] })
  expect(report.restored.map(({ kind }) => kind)).toEqual(['sale', 'sale', 'sale', 'cancellation', 'sale', 'sale'])
  expect(await stateOf(fresh, shop, all)).toEqual(before)
  const again = await tillOver(fresh, shop, journal)
  expect([await again.cancel(canceled, asked), await again.close(version), await again.close(last)]).toEqual(answers)
  expect(await replayJournal(fresh, directory)).toEqual({ read: 6, restored: [], pending: [], unreadable: [] })
  expect((await readJournal(directory)).entries).toHaveLength(6)
  await journal.close()
})

test('a cancellation accepted in the instant before the process died is written down at the next start, whole', async () => {
  const database = await aDatabase()
  const { shop } = await openShelf(database)
  const till = await tillOver(database, shop, nowhere)
  const sale = aSale(shop)
  await till.close(sale)
  const asked = { ...aCancellation(shop), saleId: sale.id }
  const answer = await till.cancel(sale, asked)
  const { journal } = await keepJournal(database, directory)
  const { entries } = await readJournal(directory)
  expect(entries).toMatchObject([
    { kind: 'sale', payload: sale },
    { kind: 'cancellation', userId: shop.pharmacien.id, payload: asked, answer },
  ])
  await journal.close()
})

test('a cancellation or a version whose sale is not there waits, and comes back after it', async () => {
  const [full, database] = [await aDatabase(), await aDatabase()]
  const { shop } = await openShelf(full)
  const kept = await keepJournal(full, directory)
  const till = await tillOver(full, shop, kept.journal)
  // its seller is one that the younger database does not have yet
  const [sale, other] = [aSale(shop), aSale(shop)]
  await till.close(sale)
  await till.close(other)
  await till.cancel(sale)
  const version = aVersionOf(shop, other)
  await till.close(version)
  await kept.journal.close()

  await openShelf(database)
  await database.write(shop.id, (tx) =>
    tx.updateTable('users').set({ kind: 'terminal' }).where('id', '=', shop.vendeur.id).execute(),
  )
  const { pending, restored } = await replayJournal(database, directory)
  expect(restored).toEqual([])
  expect(pending.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['sale', `unknown seller ${shop.vendeur.id}`],
    ['sale', `unknown seller ${shop.vendeur.id}`],
    ['cancellation', `unknown sale ${sale.id}`],
    ['sale', `unknown sale ${other.id}`],
  ])
  await database.write(shop.id, (tx) =>
    tx.updateTable('users').set({ kind: 'member' }).where('id', '=', shop.vendeur.id).execute(),
  )
  expect((await replayJournal(database, directory)).pending).toEqual([])
  expect(await stateOf(database, shop, [sale, other, version])).toMatchObject({
    sales: [{ status: 'CANCELED' }, { status: 'CANCELED', replacedBy: version.id }, { status: 'CLOSED', version: 2 }],
    broken: [],
  })
})

test('a clock that was set back between a sale and its cancellation changes nothing', async () => {
  const [full, database] = [await aDatabase(), await aDatabase()]
  const { shop } = await openShelf(full)
  const { journal } = await keepJournal(full, directory)
  // as the same entries would stand: the cancellation an hour before its sale
  const back: Journal = {
    ...journal,
    append: (entry) =>
      journal.append(
        entry.kind === 'cancellation'
          ? { ...entry, at: new Date(Date.parse(entry.at) - 3_600_000).toISOString() }
          : entry,
      ),
  }
  const till = await tillOver(full, shop, back)
  const sale = aSale(shop)
  await till.close(sale)
  await till.cancel(sale)
  await journal.close()
  await openShelf(database)
  expect(await replayJournal(database, directory)).toMatchObject({
    restored: [{ kind: 'sale' }, { kind: 'cancellation' }],
    pending: [],
  })
  expect((await stateOf(database, shop, [sale])).broken).toEqual([])
})

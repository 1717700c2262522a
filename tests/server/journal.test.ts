import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { untouched, type NewSale, type Sale } from '#shared/contract/sales.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { openHints } from '#server/events/hints.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import type { EntryOf, JournalEntry } from '#server/inbox/journal-entry.ts'
import { openJournal, readJournal, type Journal } from '#server/inbox/journal.ts'
import { replayJournal } from '#server/inbox/replay-journal.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, lineOf, quantityOf, salesCount } from '#tests/server/support/selling.ts'
import { openShop, shopOf, type Shop } from '#tests/server/support/shop.ts'
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

/** Closes sales as the route does, for the member of the sale. */
async function tillOver(
  database: Database,
  shop: Shop,
  journal: Journal,
  now = () => new Date(),
): Promise<(sale: NewSale) => Promise<Sale>> {
  const hints = await openHints()
  const actor: Context['actor'] = {
    kind: 'member',
    userId: shop.vendeur.id,
    pharmacyId: shop.id,
    permissions: new Set(['sale.sell']),
    roles: ['vendeur'],
    unlockId: shop.vendeur.sessionId,
    name: 'DOSSOU Afi',
  }
  return (sale) => closeSale({ actor, now: now(), database, hints, journal, identity: undefined as never }, sale)
}

function anEntry(shop: Shop, number: number, change: Partial<NewSale> = {}): EntryOf<'sale'> {
  const payload = { ...aSale(shop), ...change }
  const { sellerRoles: _, ...kept } = payload
  const answer = {
    ...kept,
    ...untouched,
    number,
    status: 'CLOSED' as const,
    receivedAt: payload.soldAt,
    sellerName: 'DOSSOU Afi',
    patientName: null,
    flags: [],
  }
  return { pharmacyId: shop.id, userId: shop.vendeur.id, kind: 'sale', payload, answer, at: payload.soldAt }
}

async function written(entries: readonly JournalEntry[]): Promise<void> {
  const journal = await openJournal(directory)
  await Promise.all(entries.map((entry) => journal.append(entry)))
  await journal.close()
}

describe('the journal', () => {
  test('holds what was accepted before the answer leaves, and no refusal', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'journal')
    const journal = await openJournal(directory)
    const close = await tillOver(database, shop, journal)
    const sale = aSale(shop)
    const answer = await close(sale)
    await expect(close(aSale(shop, { lines: [] }))).rejects.toMatchObject({ message: 'sales:cannotCloseEmptySale' })
    expect((await readJournal(directory)).entries).toEqual([
      {
        pharmacyId: shop.id,
        userId: shop.vendeur.id,
        kind: 'sale',
        payload: sale,
        answer,
        at: expect.any(String) as string,
      },
    ])
    await close(sale)
    expect((await readJournal(directory)).entries).toHaveLength(1)
    await journal.close()
  })

  test('keeps every entry of tills that write at once, each whole', async () => {
    const shop = shopOf('many')
    const entries = Array.from({ length: 200 }, (_, index) => anEntry(shop, index + 1))
    await written(entries)
    const read = await readJournal(directory)
    expect(read.unreadable).toEqual([])
    expect(new Map(read.entries.map((entry) => [entry.payload.id, entry]))).toEqual(
      new Map(entries.map((entry) => [entry.payload.id, entry])),
    )
  })

  test('keeps names with any sign, and lines longer than what a disk hands out at once', async () => {
    const shop = shopOf('signs')
    const long = Array.from({ length: 480 }, () => ({
      id: randomUUID(),
      stockItemId: randomUUID(),
      label: 'Crème à l’éosine\u2028\u0085\r\n« 2 % »',
      quantity: 1,
      price: 5,
    }))
    const entries = [anEntry(shop, 1, { records: long }), anEntry(shop, 2), anEntry(shop, 3, { records: long })]
    expect(JSON.stringify(entries[0]).length).toBeGreaterThan(2 * 65_536)
    for (const entry of entries) await written([entry])
    expect(await readJournal(directory)).toEqual({ entries, unreadable: [] })
  })

  test('has one file per day', async () => {
    const shop = shopOf('days')
    await written([{ ...anEntry(shop, 1), at: '2026-03-01T23:59:59.000Z' }])
    await written([{ ...anEntry(shop, 2), at: '2026-03-02T00:00:01.000Z' }])
    expect((await readdir(directory)).sort()).toEqual(['journal-20260301.jsonl', 'journal-20260302.jsonl'])
  })

  test('a line cut off by a power cut is reported and spoils no other', async () => {
    const shop = shopOf('torn')
    const at = '2026-03-01T10:00:00.000Z'
    const entries = [
      { ...anEntry(shop, 1), at },
      { ...anEntry(shop, 2), at },
    ]
    const file = join(directory, 'journal-20260301.jsonl')
    await written([entries[0]!])
    await appendFile(file, JSON.stringify(anEntry(shop, 9)).slice(0, 300))
    expect(await readJournal(directory)).toMatchObject({
      entries: [entries[0]],
      unreadable: [{ file: 'journal-20260301.jsonl' }],
    })
    await written([entries[1]!])
    const read = await readJournal(directory)
    expect(read.entries).toEqual(entries)
    expect(read.unreadable).toHaveLength(1)
    expect((await readFile(file, 'utf8')).endsWith('}\n')).toBe(true)
  })

  test('that cannot be written answers nobody; the next attempt is answered when it can', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'full disk')
    const journal = await openJournal(directory)
    const close = await tillOver(database, shop, journal, () => new Date('2026-03-01T10:00:00.000Z'))
    const sale = aSale(shop)
    // a folder where today's file should be: every write fails
    const today = join(directory, 'journal-20260301.jsonl')
    await mkdir(today)
    await expect(close(sale)).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(close(sale)).rejects.toMatchObject({ code: 'EISDIR' })
    await rm(today, { recursive: true })
    expect(await close(sale)).toMatchObject({ number: 1 })
    expect((await readJournal(directory)).entries).toMatchObject([{ payload: sale }])
    expect(await salesCount(database, shop)).toBe(1)
    await journal.close()
  })
})

describe('a database that lost what it accepted', () => {
  test('has it again: same number, same times, same answer to who sends it once more', async () => {
    const lost = await testDatabase()
    const shop = await openShop(lost, 'lost')
    const first = await keepJournal(lost, directory)
    const close = await tillOver(lost, shop, first.journal)
    const sold = [
      aSale(shop, { lines: [lineOf(shop, 0, 3)], patientId: shop.patientId }),
      aSale(shop, { lines: [lineOf(shop, 2)] }),
      aSale(shop),
    ]
    const answers: Sale[] = []
    for (const sale of sold) answers.push(await close(sale))
    await first.journal.close()
    await lost.close()

    const fresh = await aDatabase()
    await openShop(fresh, 'lost')
    const { journal, report } = await keepJournal(fresh, directory)
    expect(report).toEqual({
      read: 3,
      restored: answers.map(({ id, number }) => ({ kind: 'sale', id, number, previousNumber: number })),
      pending: [],
      unreadable: [],
    })
    const again = await tillOver(fresh, shop, journal)
    for (const [index, sale] of sold.entries()) expect(await again(sale)).toEqual(answers[index])
    expect(await again(aSale(shop))).toMatchObject({ number: 4 })
    expect(await quantityOf(fresh, shop, shop.lots[0])).toBe(100 - 5)
    expect(await brokenLedgers(fresh, shop.id)).toEqual([])
    await journal.close()
  })

  test('takes back what rules would refuse today: it was accepted, the customer has left', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'then and now')
    await written([anEntry(shop, 1)])
    await database.write(shop.id, async (tx) => {
      await tx.updateTable('stock_items').set({ archived: true }).where('id', '=', shop.lots[0]).execute()
      await tx.deleteFrom('user_roles').where('user_id', '=', shop.vendeur.id).execute()
    })
    expect(await replayJournal(database, directory)).toMatchObject({ restored: [{ number: 1 }], pending: [] })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('gives the next number where another sale has taken it, and says so', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'taken')
    const elsewhere = await openJournal(join(directory, 'elsewhere'))
    await (
      await tillOver(database, shop, elsewhere)
    )(aSale(shop))
    await elsewhere.close()
    const entry = anEntry(shop, 1)
    await written([entry])
    expect(await replayJournal(database, directory)).toMatchObject({
      restored: [{ id: entry.payload.id, number: 2, previousNumber: 1 }],
    })
    const { answer } = await database.read(shop.id, (tx) =>
      tx.selectFrom('inbox').select('answer').where('id', '=', entry.payload.id).executeTakeFirstOrThrow(),
    )
    expect(answer).toMatchObject({ number: 2, flags: ['number:changed'] })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  })

  test('changes nothing when it is replayed twice', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'twice')
    await written([anEntry(shop, 1), anEntry(shop, 2)])
    expect((await replayJournal(database, directory)).restored).toHaveLength(2)
    expect(await replayJournal(database, directory)).toEqual({ read: 2, restored: [], pending: [], unreadable: [] })
    expect(await salesCount(database, shop)).toBe(2)
  })

  test('leaves what names unknown things in the journal, says why, and takes it later', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'known')
    const absent = shopOf('not yet here')
    const nowhere = randomUUID()
    const entries = [
      anEntry(shop, 1, { records: [{ id: randomUUID(), stockItemId: nowhere, label: 'X', quantity: 1, price: 1000 }] }),
      anEntry(absent, 1),
      anEntry(shop, 2),
    ]
    await written(entries)
    const report = await replayJournal(database, directory)
    expect(report.pending).toEqual(
      expect.arrayContaining([
        { kind: 'sale', id: entries[0]!.payload.id, number: 1, reason: `unknown stock item ${nowhere}` },
        { kind: 'sale', id: entries[1]!.payload.id, number: 1, reason: 'unknown pharmacy' },
      ]),
    )
    expect(report.restored).toMatchObject([{ number: 2 }])

    await openShop(database, 'not yet here')
    expect(await replayJournal(database, directory)).toMatchObject({
      restored: [{ id: entries[1]!.payload.id, number: 1 }],
      pending: [{ id: entries[0]!.payload.id }],
    })
    expect(await brokenLedgers(database, absent.id)).toEqual([])
  })

  test('wins over a refusal that the younger database gave meanwhile', async () => {
    const database = await aDatabase()
    const shop = await openShop(database, 'meanwhile')
    const entry = anEntry(shop, 1)
    await written([entry])
    const journal = await openJournal(join(directory, 'elsewhere'))
    const close = await tillOver(database, shop, journal)
    await database.write(shop.id, (tx) =>
      tx.updateTable('stock_items').set({ archived: true }).where('id', '=', shop.lots[0]).execute(),
    )
    await expect(close(entry.payload)).rejects.toMatchObject({ message: 'sales:cannotSaleArchivedStockItem' })
    await replayJournal(database, directory)
    expect(await close(entry.payload)).toEqual(entry.answer)
    await journal.close()
  })
})

test('what was accepted in the instant before the process died is written down at the next start', async () => {
  const database = await aDatabase()
  const shop = await openShop(database, 'unwritten')
  const nowhere: Journal = {
    append: () => Promise.resolve(),
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
  const sale = aSale(shop, { patientId: shop.patientId })
  const answer = await (await tillOver(database, shop, nowhere))(sale)
  const { journal } = await keepJournal(database, directory)
  await journal.close()
  expect((await readJournal(directory)).entries).toMatchObject([{ pharmacyId: shop.id, payload: sale, answer }])
})

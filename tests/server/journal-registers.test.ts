import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { permissions } from '#shared/domain/permissions.ts'
import { readReport } from '#server/cash-registers/cash-register.service.ts'
import { takeAct } from '#server/cash-registers/take-act.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { addPhoto } from '#server/disbursements/disbursement-photo.service.ts'
import { openHints } from '#server/events/hints.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { readJournal, type Journal } from '#server/inbox/journal.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import {
  aClosing,
  aDisbursement,
  aHandOver,
  aMovement,
  anOpening,
  aReceiptPhoto,
  aReopening,
} from '#tests/server/support/registering.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

async function aDatabase(): Promise<Database> {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  return database
}

/** The titulaire at the till, a minute after the other. */
async function tillOver(database: Database, shop: Shop, journal: Journal) {
  const hints = await openHints()
  onTestFinished(() => hints.close())
  const actor: Context['actor'] = {
    kind: 'member',
    userId: shop.titulaire.id,
    pharmacyId: shop.id,
    permissions: new Set(permissions),
    roles: ['titulaire'],
    unlockId: shop.titulaire.sessionId,
    name: 'HOUNKPÈ Rose',
  }
  let minutes = 0
  return (): Context => ({
    actor,
    now: new Date(Date.parse('2026-03-03T08:00:00.000Z') + 60_000 * minutes++),
    database,
    hints,
    journal,
    identity: undefined as never,
  })
}

/** A day at the till that its journal keeps: opened, paid out, handed over, sold, closed, opened again, and closed before its last sale came. */
async function aDayKept(directory: string) {
  const database = await aDatabase()
  const shop = await openShop(database, 'journal registers')
  const { registerId } = shop
  const { journal } = await keepJournal(database, directory)
  const context = await tillOver(database, shop, journal)
  const [sold, late] = [
    aSale(shop, { soldAt: '2026-03-03T07:30:00.000Z' }),
    aSale(shop, { soldAt: '2026-03-03T07:40:00.000Z' }),
  ]
  const [movement, disbursement] = [aMovement(shop), aDisbursement(shop)]
  const acts: RegisterAct[] = [
    { ...anOpening(shop, { id: registerId }), act: 'open' },
    { ...disbursement, act: 'disburse' },
    { act: 'move', id: movement.id, revision: 1, movement },
    { ...aHandOver(shop, { cash: 22_000 }), registerId, act: 'hand-over' },
    { ...aClosing(shop, { cash: 23_000 }), registerId, act: 'close' },
    { ...aReopening(shop), registerId, act: 'reopen' },
    {
      ...aClosing(shop, { cash: 24_000, awaits: [{ id: late.id, identifier: late.identifier, total: late.total }] }),
      registerId,
      act: 'close',
    },
  ]
  for (const act of acts.slice(0, 4)) await takeAct(context(), act)
  await addPhoto(context(), aReceiptPhoto(shop, disbursement.id))
  await closeSale(context(), sold)
  for (const act of acts.slice(4)) await takeAct(context(), act)
  expect(await readReport(context(), registerId)).toMatchObject({
    register: { state: 'WAITING' },
    awaited: [late.id],
    counts: [{ number: 1 }, { number: 2, gap: 0 }],
  })
  await closeSale(context(), late)
  const closed = await readReport(context(), registerId)
  expect(closed).toMatchObject({ register: { state: 'CLOSED', number: 3, gap: 0 }, awaited: [] })
  await journal.close()
  return { database, shop, acts, closed, parcels: acts.length + 3 }
}

async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'officine-journal-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

test('a database that was lost gets its registers back as they were, once', async () => {
  const directory = await aDirectory()
  const { shop, acts, closed, parcels } = await aDayKept(directory)
  const lost = await aDatabase()
  await openShop(lost, 'journal registers')
  const { journal, report } = await keepJournal(lost, directory)
  onTestFinished(() => journal.close())
  const context = await tillOver(lost, shop, journal)
  expect(report).toMatchObject({ pending: [], restored: { length: parcels } })
  expect(await readReport(context(), shop.registerId)).toEqual(closed)
  expect(await brokenLedgers(lost, shop.id)).toEqual([])
  for (const act of acts) await takeAct(context(), act)
  expect(await readReport(context(), shop.registerId)).toEqual(closed)
})

test('a journal that lost its lines gets them back from the database', async () => {
  const { database, acts, parcels } = await aDayKept(await aDirectory())
  const directory = await aDirectory()
  const { journal } = await keepJournal(database, directory)
  await journal.close()
  const { entries, unreadable } = await readJournal(directory)
  expect([entries.length, unreadable]).toEqual([parcels, []])
  expect(entries.flatMap(({ kind, payload }) => (kind === 'register-act' ? [payload] : []))).toEqual(acts)
})

/** A register closed over two sales, one refused before and one after, opened again, closed over one that is lost, opened again, and closed. */
async function aDayOfRefusals(directory: string) {
  const database = await aDatabase()
  const shop = await openShop(database, 'journal refusals')
  const { registerId } = shop
  const { journal } = await keepJournal(database, directory)
  const context = await tillOver(database, shop, journal)
  const [before, after, sold] = [
    ...['07:30', '07:40'].map((at) =>
      aSale(shop, { soldAt: `2026-03-03T${at}:00.000Z`, lines: [{ lot: shop.archivedLot, price: 1000 }] }),
    ),
    aSale(shop, { soldAt: '2026-03-03T07:50:00.000Z' }),
  ] as const
  const refused = { message: 'sales:cannotSaleArchivedStockItem' }
  await expect(closeSale(context(), before!)).rejects.toMatchObject(refused)
  await takeAct(context(), {
    ...aClosing(shop, {
      cash: 2000,
      awaits: [before!, after!].map(({ id, identifier, total }) => ({ id, identifier, total })),
    }),
    registerId,
    act: 'close',
  })
  await expect(closeSale(context(), after!)).rejects.toMatchObject(refused)
  await takeAct(context(), { ...aReopening(shop), registerId, act: 'reopen' })
  await closeSale(context(), sold!)
  await takeAct(context(), {
    ...aClosing(shop, { cash: 4000, awaits: [{ id: shop.patientId, identifier: 'perdue', total: 1000 }] }),
    registerId,
    act: 'close',
  })
  await takeAct(context(), { ...aReopening(shop), registerId, act: 'reopen' })
  await takeAct(context(), { ...aClosing(shop, { cash: 3000 }), registerId, act: 'close' })
  const closed = await readReport(context(), registerId)
  expect(closed).toMatchObject({
    register: { state: 'CLOSED', number: 2 },
    counts: [
      { number: 1, gap: 2000 },
      { number: 2, gap: 0 },
    ],
    events: [
      { details: { id: before!.id } },
      { details: { id: after!.id } },
      { kind: 'reopened' },
      { details: { takenBack: { awaited: 1 } } },
    ],
  })
  await journal.close()
  return { database, shop, closed }
}

test('a closing that a refusal ended comes back ended, with its number, and what was done after it', async () => {
  const kept = await aDirectory()
  const { database, shop, closed } = await aDayOfRefusals(kept)
  const again = await aDirectory()
  await (await keepJournal(database, again)).journal.close()
  for (const directory of [kept, again]) {
    const lost = await aDatabase()
    await openShop(lost, 'journal refusals')
    for (const restored of [8, 0]) {
      const { journal, report } = await keepJournal(lost, directory)
      expect(report).toMatchObject({ read: 8, pending: [], restored: { length: restored } })
      const context = await tillOver(lost, shop, journal)
      expect(await readReport(context(), shop.registerId)).toEqual(closed)
      await journal.close()
    }
    expect(await brokenLedgers(lost, shop.id)).toEqual([])
  }
})

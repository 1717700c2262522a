import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { openHints } from '#server/events/hints.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import { openJournal, readJournal, type Journal } from '#server/inbox/journal.ts'
import { replayJournal } from '#server/inbox/replay-journal.ts'
import { listMissed, noteMissedSale } from '#server/missed-sales/missed-sale.service.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { addPhoto, listPhotos } from '#server/sales/photo.service.ts'
import { aMissedSale } from '#tests/server/support/missing.ts'
import { aPhoto } from '#tests/server/support/photographing.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'officine-journal-counter-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
})

async function aDatabase(): Promise<Database> {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  return database
}

/** What the routes hand to a service, for the seller. */
async function contextOver(database: Database, shop: Shop, journal: Journal): Promise<Context> {
  const actor: Context['actor'] = {
    kind: 'member',
    userId: shop.vendeur.id,
    pharmacyId: shop.id,
    permissions: new Set(['sale.sell']),
    roles: ['vendeur'],
    unlockId: shop.vendeur.sessionId,
    name: 'DOSSOU Afi',
  }
  return { actor, now: new Date(), database, hints: await openHints(), journal, identity: undefined as never }
}

const sha256Of = (data: string): string => createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex')
const fileOf = (data: string): string => join(directory, 'files', sha256Of(data))
const lostProduct = randomUUID()
const nowhere: Journal = {
  append: () => Promise.resolve(),
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

test('a missed sale that a database lost is there again with its answer; without its product where that was lost too', async () => {
  const lost = await testDatabase()
  const shop = await openShop(lost, 'lost notes')
  const first = await keepJournal(lost, directory)
  const context = await contextOver(lost, shop, first.journal)
  await lost.platform((tx) =>
    tx
      .insertInto('pharmacy_products')
      .values({ pharmacy_id: shop.id, id: lostProduct, private_label: 'Coartem' })
      .execute(),
  )
  const [known, orphan] = [
    aMissedSale(shop),
    aMissedSale(shop, { pharmacyProductId: lostProduct, label: 'Coartem', missedAt: '2026-03-02T09:00:00.000Z' }),
  ]
  const answers = [await noteMissedSale(context, known), await noteMissedSale(context, orphan)]
  await first.journal.close()
  await lost.close()

  const fresh = await aDatabase()
  await openShop(fresh, 'lost notes')
  const { journal, report } = await keepJournal(fresh, directory)
  expect(report).toMatchObject({
    read: 2,
    restored: [
      { kind: 'missed-sale', id: known.id },
      { kind: 'missed-sale', id: orphan.id },
    ],
    pending: [],
  })
  const again = await contextOver(fresh, shop, journal)
  expect(await noteMissedSale(again, known)).toEqual(answers[0])
  expect(await listMissed(again, { page: 0, size: 20 })).toEqual({
    items: [answers[0], { ...answers[1]!, pharmacyProductId: null }],
    total: 2,
    value: 4000,
  })
  expect(await replayJournal(fresh, directory)).toMatchObject({ restored: [], pending: [] })
  await journal.close()
})

test('a missed sale accepted in the instant before the process died is written down at the next start', async () => {
  const database = await aDatabase()
  const shop = await openShop(database, 'unwritten notes')
  const body = aMissedSale(shop)
  const answer = await noteMissedSale(await contextOver(database, shop, nowhere), body)
  const { journal } = await keepJournal(database, directory)
  expect((await readJournal(directory)).entries).toMatchObject([
    { kind: 'missed-sale', pharmacyId: shop.id, userId: shop.vendeur.id, payload: body, answer },
  ])
  await journal.close()
})

test('a missed sale stands in the journal before its answer leaves, and waits there while its seller is not known', async () => {
  const [database, other] = [await aDatabase(), await aDatabase()]
  const shop = await openShop(other, 'noted elsewhere')
  const journal = await openJournal(directory)
  const body = aMissedSale(shop)
  await noteMissedSale(await contextOver(other, shop, journal), body)
  await journal.close()
  await openShop(database, 'noted elsewhere')
  await database.platform(async (tx) => {
    for (const table of ['user_roles', 'unlocks'] as const)
      await tx.deleteFrom(table).where('user_id', '=', shop.vendeur.id).execute()
    await tx.deleteFrom('users').where('id', '=', shop.vendeur.id).execute()
  })
  expect(await replayJournal(database, directory)).toMatchObject({
    restored: [],
    pending: [{ kind: 'missed-sale', id: body.id, reason: `unknown seller ${shop.vendeur.id}` }],
  })
})

test('a photo that a database lost is there again after its sale, byte for byte', async () => {
  const lost = await testDatabase()
  const shop = await openShop(lost, 'lost photos')
  const first = await keepJournal(lost, directory)
  const context = await contextOver(lost, shop, first.journal)
  const sale = aSale(shop)
  await closeSale(context, sale)
  const photo = aPhoto(shop, sale.id, { paymentId: sale.payments[0]!.id })
  await addPhoto(context, photo)
  const photos = await listPhotos(context, sale.id)
  await first.journal.close()
  await lost.close()

  const fresh = await aDatabase()
  await openShop(fresh, 'lost photos')
  const { journal, report } = await keepJournal(fresh, directory)
  expect(report).toMatchObject({
    read: 2,
    restored: [
      { kind: 'sale', id: sale.id },
      { kind: 'photo', id: photo.id },
    ],
    pending: [],
  })
  const again = await contextOver(fresh, shop, journal)
  expect(await addPhoto(again, photo)).toEqual({ id: photo.id })
  expect(await listPhotos(again, sale.id)).toEqual(photos)
  expect(await replayJournal(fresh, directory)).toMatchObject({ restored: [], pending: [] })
  await journal.close()
})

test('a photo accepted in the instant before the process died is written down at the next start, and waits for its sale', async () => {
  const [database, other] = [await aDatabase(), await aDatabase()]
  const shop = await openShop(database, 'unwritten photos')
  const context = await contextOver(database, shop, nowhere)
  const sale = aSale(shop)
  await closeSale(context, sale)
  const photo = aPhoto(shop, sale.id)
  await addPhoto(context, photo)
  const { journal } = await keepJournal(database, directory)
  const { entries } = await readJournal(directory)
  const { data, ...note } = photo
  const noted = entries.find(({ kind }) => kind === 'photo')!
  expect(noted).toMatchObject({
    userId: shop.vendeur.id,
    payload: { ...note, sha256: sha256Of(data) },
    answer: { id: photo.id },
  })
  expect(await readFile(fileOf(data), 'base64')).toBe(data)
  await journal.close()

  const onlyPhoto = await openJournal(join(directory, 'photos'))
  await onlyPhoto.append(noted)
  await onlyPhoto.close()
  await openShop(other, 'unwritten photos')
  expect(await replayJournal(other, join(directory, 'photos'))).toMatchObject({
    restored: [],
    pending: [{ kind: 'photo', id: photo.id, reason: `unknown sale ${sale.id}` }],
  })
})

test('the picture of a photo stands in no line, and in its file before its line', async () => {
  const database = await aDatabase()
  const shop = await openShop(database, 'pictures')
  const journal = await openJournal(directory)
  const context = await contextOver(database, shop, journal)
  const sale = aSale(shop)
  await closeSale(context, sale)
  const [photo, same] = [aPhoto(shop, sale.id), aPhoto(shop, sale.id)]
  const [day = ''] = await readdir(directory)
  // a file where the folder should be: the picture cannot be written, so that its line is not either
  await writeFile(join(directory, 'files'), '')
  await expect(addPhoto(context, photo)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(addPhoto(context, photo)).rejects.toMatchObject({ code: 'EEXIST' })
  expect((await readJournal(directory)).entries.map(({ kind }) => kind)).toEqual(['sale'])
  await rm(join(directory, 'files'))
  expect(await addPhoto(context, photo)).toEqual({ id: photo.id })
  await addPhoto(context, same)
  await journal.close()
  expect(await readdir(join(directory, 'files'))).toEqual([sha256Of(photo.data)])
  const lines = await readFile(join(directory, day), 'utf8')
  expect(lines).toContain(photo.id)
  expect(lines).not.toContain(photo.data)
})

test('a photo whose picture is missing or damaged waits with its reason, and nothing else waits for it', async () => {
  const [database, fresh] = [await aDatabase(), await aDatabase()]
  const shop = await openShop(database, 'damaged')
  const first = await keepJournal(database, directory)
  const context = await contextOver(database, shop, first.journal)
  const sale = aSale(shop)
  await closeSale(context, sale)
  const whole = Buffer.concat([Buffer.from(aPhoto(shop, sale.id).data, 'base64'), Buffer.from('whole')]).toString(
    'base64',
  )
  const [missing, damaged] = [aPhoto(shop, sale.id), aPhoto(shop, sale.id, { data: whole })]
  await addPhoto(context, missing)
  await addPhoto(context, damaged)
  await first.journal.close()
  await rm(fileOf(missing.data))
  await writeFile(fileOf(whole), 'half of it')

  await openShop(fresh, 'damaged')
  const { journal, report } = await keepJournal(fresh, directory)
  expect(report).toMatchObject({ read: 3, restored: [{ kind: 'sale', id: sale.id }] })
  expect(new Set(report.pending)).toEqual(
    new Set([
      { kind: 'photo', id: missing.id, reason: `the file ${sha256Of(missing.data)} is missing` },
      { kind: 'photo', id: damaged.id, reason: `the file ${sha256Of(whole)} is damaged` },
    ]),
  )
  // the till that still has one sends it again: its file is whole again, for ever
  expect(await addPhoto(await contextOver(fresh, shop, journal), damaged)).toEqual({ id: damaged.id })
  expect(await readFile(fileOf(whole), 'base64')).toBe(whole)
  // a disk that answers nonsense is a reason too
  await mkdir(fileOf(missing.data))
  expect(await replayJournal(fresh, directory)).toMatchObject({
    restored: [],
    pending: [{ id: missing.id, reason: `the file ${sha256Of(missing.data)} cannot be read: EISDIR` }],
  })
  await journal.close()
})

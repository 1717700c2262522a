import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { keepErased, readErased } from '#server/backup/erasures.ts'
import { fetchErased } from '#server/backup/fetch-remote.ts'
import { readLines } from '#server/backup/medium.ts'
import { openRemoteStore } from '#server/backup/remote-store.ts'
import { restore } from '#server/backup/restore.ts'
import { restoreHere } from '#server/first-start/restore-here.ts'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import type { Database } from '#server/db/database.ts'
import { backedShop, openServer } from '#tests/server/support/backed-shop.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { isMirrored } from '#tests/server/support/mirroring.ts'
import { openS3 } from '#tests/server/support/s3-server.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'

/** Nothing else in the database is called so. */
const marked = 'Zokpodo'
let backed: Awaited<ReturnType<typeof backedShop>>
let other: Shop
/** A moment at which both persons stood, before they were erased; `early`: before they were made. */
const seen = { early: new Date(), at: new Date() }
const ids = { own: '', other: '', till: randomUUID() }

const quick = (shop: Shop) => ({
  id: ids.till,
  revision: 1,
  terminalId: shop.terminal.id,
  sessionId: shop.vendeur.sessionId,
  sellerId: shop.vendeur.id,
  sellerRoles: shop.vendeur.roles,
  createdAt: new Date().toISOString(),
  lastName: marked,
  firstName: 'Ola',
  phone: '01 97 55 44 33',
})

async function aPause(): Promise<Date> {
  await new Promise((done) => setTimeout(done, 60))
  const at = new Date()
  await new Promise((done) => setTimeout(done, 60))
  return at
}

beforeAll(async () => {
  backed = await backedShop('erasing')
  other = await openShop(backed.database, 'erasing too', { quantity: 100 })
  await backed.isStored()
  await backed.sell(1)
  seen.early = await aPause()
  const { shop } = backed
  for (const [name, of] of [
    ['own', shop],
    ['other', other],
  ] as const) {
    const owner = backed.as(of.titulaire.token)
    const body = { lastName: marked, firstName: 'Ola', phone: '01 97 55 44 33', address: `Rue ${marked}` }
    ids[name] = (await owner.call(persons.create, { body })).id
  }
  await backed.as(shop.vendeur.token).call(persons.createPatientByQuickWay, { body: quick(shop) })
  const prescription = {
    prescriber: 'Dr H',
    prescriberAddress: null,
    prescribedOn: null,
    patientName: `${marked} Ola`,
    patientAddress: null,
  }
  await backed
    .as(shop.vendeur.token)
    .call(sales.close, { body: aSale(shop, { patientId: ids.own, prescription, lines: [lineOf(shop, 0)] }) })
  seen.at = await aPause()
  await backed.as(shop.titulaire.token).call(persons.erase, { params: { id: ids.own } })
  await backed.as(shop.titulaire.token).call(persons.erase, { params: { id: ids.till } })
  await backed.as(other.titulaire.token).call(persons.erase, { params: { id: ids.other } })
  await vi.waitFor(async () => expect((await readErased(backed.medium, backed.key.identity)).erased).toHaveLength(3), {
    timeout: 60_000,
    interval: 100,
  })
  await backed.isStored()
}, 400_000)
afterAll(() => backed.end())

/** Tables in which the name stands. */
async function named(database: Database): Promise<string[]> {
  return database.platform(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(tx)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} t where t::text ilike ${`%${marked}%`}`.execute(tx)
      if (rows.length > 0) found.push(name)
    }
    return found
  })
}

let count = 0
async function restored(at?: Date, from = backed.medium) {
  const to = join(backed.room, `erased-${count++}`)
  const report = await restore({ from, to, at, key: backed.key })
  const server = await openServer(to)
  onTestFinished(() => server.close())
  return { to, report, server }
}

test('restored to a moment before the erasure, the persons of every pharmacy are erased before anybody can read the copy', async () => {
  const { to, report, server } = await restored(seen.at)
  expect(report).toMatchObject({ erased: 3, unread: [] })
  expect(await named(server.database)).toEqual([])
  const { rows } = await server.database.platform((tx) =>
    sql<{
      lastName: string
    }>`select last_name as "lastName" from persons where id = any(${Object.values(ids)}::uuid[])`.execute(tx),
  )
  expect(rows).toEqual([{ lastName: 'Inconnu' }, { lastName: 'Inconnu' }, { lastName: 'Inconnu' }])
  for (const chain of await checkAuditChains(server.database))
    expect(chain).toMatchObject({ firstFault: null, emptied: 0 })
  const broken = (await brokenLedgers(server.database, backed.shop.id)).filter(
    (what) => !/^(the counters? |numbers have gaps)/.test(what),
  )
  expect(broken).toEqual([])
  // the list goes on with the copy, and a second look erases nobody
  expect(JSON.parse(await readFile(join(to, 'erased-persons.json'), 'utf8'))).toHaveLength(3)
  expect((await keepErased(server.database, to, new Date())).count).toBe(0)
})

test('restored to a moment before they were made, they are not missed, and who comes back from a till is erased', async () => {
  const { to, report, server } = await restored(seen.early)
  expect(report.erased).toBe(0)
  await server.as(backed.shop.titulaire.token).call(pharmacies.confirmCopy, {})
  await server.as(backed.shop.vendeur.token).call(persons.createPatientByQuickWay, { body: quick(backed.shop) })
  expect(await named(server.database)).toContain('persons')
  expect(await keepErased(server.database, to, new Date())).toMatchObject({ count: 1, list: { length: 3 } })
  expect(await named(server.database)).toEqual([])
})

test('restored to the end, nothing is left to erase', async () => {
  const { report, server } = await restored()
  expect(report.erased).toBe(0)
  expect(await named(server.database)).toEqual([])
})

test('the medium has one list of a line, which only the key of the sheet reads', async () => {
  const [shop] = await readdir(backed.medium)
  const [line] = await readLines(join(backed.medium, shop!))
  const lists = (await readdir(line!.folder)).filter((name) => name.startsWith('erased-'))
  expect(lists).toHaveLength(1)
  const bytes = await readFile(join(line!.folder, lists[0]!))
  for (const id of Object.values(ids)) expect(bytes.includes(id)).toBe(false)
  expect(existsSync(join(backed.dataDirectory, 'erased-persons.json'))).toBe(true)
})

test('the bucket has the list too: a restore of a stick that lay in a drawer takes it from there', async () => {
  const s3 = await openS3()
  await isMirrored(backed, s3)
  const folder = join(backed.room, 'lists')
  await mkdir(folder)
  await fetchErased(openRemoteStore(s3.place), folder)
  const { erased, unread } = await readErased(folder, backed.key.identity)
  expect([erased.map(({ id }) => id).toSorted(), unread]).toEqual([Object.values(ids).toSorted(), []])
  // the stick of the drawer: its list is of before
  const { medium: drawer } = await aDrawer()
  const to = join(backed.room, `erased-${count++}`)
  expect(await restore({ from: drawer, to, at: seen.at, key: backed.key, erased })).toMatchObject({ erased: 3 })
})

test('the page of the first start erases who is on the list that lies here, and the list stays', async () => {
  const drawer = await aDrawer()
  const to = join(backed.room, `erased-${count++}`)
  await mkdir(to, { mode: 0o711 })
  const list = 'erased-persons.json'
  await cp(join(backed.dataDirectory, list), join(to, list))
  const order = { from: drawer.shop, at: seen.at, key: backed.key, place: undefined }
  expect(await restoreHere(to, order)).toMatchObject({ erased: 3, fault: null })
  expect(JSON.parse(await readFile(join(to, list), 'utf8'))).toHaveLength(3)
})

test('one folder of a medium is restored with the lists of those beside it', async () => {
  const drawer = await aDrawer()
  // of another version of PostgreSQL: another system, the same key
  const beside = join(drawer.medium, 'officine-1')
  await cp(join(backed.medium, drawer.name), beside, { recursive: true })
  for (const name of await readdir(beside, { recursive: true }))
    if (name.endsWith('manifest.json')) await rename(join(beside, name), join(beside, `${name}.gone`))
  const to = join(backed.room, `erased-${count++}`)
  expect(await restore({ from: drawer.shop, to, at: seen.at, key: backed.key })).toMatchObject({ erased: 3 })
})

/** A copy of the medium without the list. */
async function aDrawer(): Promise<{ medium: string; shop: string; name: string }> {
  const medium = join(backed.room, `drawer-${count++}`)
  await cp(backed.medium, medium, { recursive: true })
  for (const name of await readdir(medium, { recursive: true }))
    if (/erased-\w+\.part$/.test(name)) await rm(join(medium, name))
  const name = (await readdir(medium)).find((one) => /^officine-\d+$/.test(one))!
  return { medium, shop: join(medium, name), name }
}

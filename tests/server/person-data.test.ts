import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accounting } from '#shared/contract/accounting.ts'
import { audit } from '#shared/contract/audit.ts'
import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { dues } from '#shared/contract/dues.ts'
import { exports } from '#shared/contract/exports.ts'
import { movements } from '#shared/contract/movements.ts'
import { personData } from '#shared/contract/person-data-calls.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { thirdCode } from '#shared/domain/accounting/booked.ts'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import { closeMonth } from '#tests/server/support/booking.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { owing } from '#tests/server/support/owing.ts'
import { aPhoto } from '#tests/server/support/photographing.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
const other = await openShop('not asked')
let shop: Shop
let make: ReturnType<typeof clientsOf>
let count = 0

beforeEach(async () => {
  shop = await openShop(`asked ${count++}`)
  make = clientsOf(server, shop)
  marked = `Zokpodo${randomUUID().slice(0, 6)}`
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const call: ReturnType<typeof as>['call'] = (...given) => as(shop.titulaire.token).call(...given)
const sellerCalls: ReturnType<typeof as>['call'] = (...given) => as(shop.vendeur.token).call(...given)
/** Nothing else in the database is called so. */
let marked = ''

/** Every row of every table in which a text stands, as `table: row`. */
async function rowsWith(text: string): Promise<string[]> {
  return database.platform(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(tx)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ line: string }>`
        select t::text as line from ${sql.table(name)} t where t::text ilike ${`%${text}%`}`.execute(tx)
      found.push(...rows.map(({ line }) => `${name}: ${line}`))
    }
    return found
  })
}

/** A patient with a policy, a relative, a dispute, a sale with prescription, photo and settled due, and a changed phone. */
async function aKnownPatient() {
  const { id } = await make.person({
    lastName: marked,
    firstName: 'Ola',
    phone: '01 96 55 44 33',
    email: `ola@${marked}.example`,
    address: `Rue ${marked}`,
    note: `${marked} préfère la gélule`,
  })
  const mother = await make.person({ lastName: 'Autre', firstName: 'Mère' })
  await call(persons.relate, { params: { id }, body: { relativeId: mother.id, kind: 'parent' } })
  await call(persons.patch, { params: { id }, body: { phone: '01 97 55 44 33' } })
  const sale = aSale(shop, {
    patientId: id,
    prescription: {
      prescriber: 'Dr Hounsou',
      prescriberAddress: null,
      prescribedOn: null,
      patientName: `${marked} Ola`,
      patientAddress: `Rue ${marked}`,
    },
  })
  await sellerCalls(sales.close, { body: sale })
  await sellerCalls(sales.addPhoto, { body: aPhoto(shop, sale.id, { takenAt: sale.soldAt }) })
  const [due] = await sellerCalls(dues.create, {
    body: { ...owing(sale, [1]), name: `${marked} Ola`, phone: '01 97 55 44 33', note: `${marked} passe jeudi` },
  })
  await call(billFollowUps.create, {
    body: { id: randomUUID(), payerId: id, kind: 'dispute', note: `M. ${marked} conteste` },
  })
  return { id, mother, sale, due: due! }
}
const give = (id: string) => call(personData.give, { params: { id } })
const erase = (id: string) => call(persons.erase, { params: { id } })
const moneyOf = async () => [
  await call(movements.report, { query: {} }),
  (
    await database.platform((tx) =>
      sql`select sum(quantity)::int as units, (select sum(total)::int from sales where pharmacy_id = ${shop.id}) as total
      from stock_items where pharmacy_id = ${shop.id}`.execute(tx),
    )
  ).rows,
]

test('all that is kept of a patient is given, and leaves a trace without his name', async () => {
  const { id, sale, mother } = await aKnownPatient()
  const data = await give(id)
  expect(data.person).toMatchObject({ lastName: marked, address: `Rue ${marked}` })
  expect(data.person.relationships.map(({ relative }) => relative.id)).toEqual([mother.id])
  expect(data.sales).toMatchObject([
    {
      id: sale.id,
      soldAt: sale.soldAt,
      prescription: { patientName: `${marked} Ola` },
      lines: [{ quantity: 1 }],
      photos: [expect.any(String) as string],
    },
  ])
  expect(data.dues).toMatchObject([{ name: `${marked} Ola`, owed: 1 }])
  const { items } = await call(exports.list, { query: { page: 0, size: 1 } })
  expect(items[0]).toMatchObject({ list: 'Données d’un client', format: 'json', filters: `fiche ${id}` })
})

test('who is merged into a patient is part of what is kept of him', async () => {
  const [kept, duplicate] = [await make.person({ lastName: 'Gbaguidi' }), await make.person({ lastName: marked })]
  const { saleId } = await make.purchase({ patientId: duplicate.id })
  await call(persons.merge, { params: { id: kept.id }, body: { duplicateId: duplicate.id } })
  expect((await give(kept.id)).sales.map(({ id }) => id)).toEqual([saleId])
  await erase(kept.id)
  expect(await rowsWith(marked)).toEqual([])
})

test('an erased patient is named nowhere; ledgers, sums and the chain of the audit stay', async () => {
  const { id, due, mother } = await aKnownPatient()
  await expect(erase(id)).rejects.toMatchObject({ message: 'persons:eraseOpenDues', details: { dues: 1 } })
  await sellerCalls(dues.handOver, { params: { id: due.id }, body: { left: 0 } })
  expect((await rowsWith(marked)).length).toBeGreaterThan(4)
  const before = await moneyOf()
  const { total: changes } = await call(audit.list, { query: { page: 0, size: 100, recordId: id } })
  const { erasures: erasedBefore } = await call(audit.head, {})
  await erase(id)
  expect(await erase(id)).toEqual({ id })
  expect((await call(persons.read, { params: { id } })).erasedAt).not.toBeNull()

  expect(await rowsWith(marked)).toEqual([])
  expect((await rowsWith('97554433')).filter((row) => row.includes(shop.id))).toEqual([])
  expect(await moneyOf()).toEqual(before)
  const gone = await call(persons.read, { params: { id } })
  expect(gone).toMatchObject({ lastName: 'Inconnu', firstName: '', phone: null, archived: true, relationships: [] })
  expect((await call(persons.read, { params: { id: mother.id } })).relationships).toEqual([])
  expect((await give(id)).sales).toMatchObject([{ photos: [], prescription: { patientName: null } }])
  const [chain] = (await checkAuditChains(database)).filter(({ pharmacyId }) => pharmacyId === shop.id)
  expect(chain).toMatchObject({ firstFault: null, emptied: 0, erasures: erasedBefore + 1 })
  expect(await call(audit.head, {})).toMatchObject({
    entries: chain?.entries,
    erasures: chain?.erasures,
    last: { hash: chain?.head },
  })
  // The entries stand; what they said of him is gone.
  const { items, total } = await call(audit.list, { query: { page: 0, size: 100, recordId: id } })
  expect(total).toBeGreaterThan(changes)
  expect(items.every((entry) => entry.changes.length === 0)).toBe(true)
})

test('a closed month keeps his code and the sums of an erased client, and not his name', async () => {
  const { id } = await make.person({ lastName: marked })
  const { saleId } = await make.purchase({ patientId: id, creditOf: id })
  const sale = await call(sales.read, { params: { id: saleId } })
  await as(shop.pharmacien.token).call(sales.cancel, { params: { id: saleId }, body: aCancellation(shop) })
  await database.platform((tx) =>
    sql`update cash_registers set closed_at = opened_at + interval '1 hour', closed_by = opened_by
      where pharmacy_id = ${shop.id} and closed_at is null`.execute(tx),
  )
  const now = clock.now
  clock.now = new Date(now.getTime() + 62 * 86_400_000)
  const { debit, number } = await closeMonth(server, shop, `${sale.soldAt.slice(0, 7)}-01`)
  clock.now = now
  const file = async () => (await call(accounting.report, { query: { number, format: 'fec' } })).text()
  expect(await file()).toContain(marked)
  await erase(id)
  expect((await rowsWith(marked)).filter((row) => row.startsWith('accounting_pieces'))).toEqual([])
  const rows = (await file()).split('\r\n').filter((row) => row.includes(`|${thirdCode(id)}|Inconnu|`))
  expect(rows).toHaveLength(2)
  expect((await call(accounting.list, {})).items).toMatchObject([{ number, debit }])
})

test('a patient whom a till made is erased from what it sent', async () => {
  const id = randomUUID()
  await sellerCalls(persons.createPatientByQuickWay, {
    body: {
      id,
      revision: 1,
      terminalId: shop.terminal.id,
      sessionId: shop.vendeur.sessionId,
      sellerId: shop.vendeur.id,
      sellerRoles: shop.vendeur.roles,
      createdAt: new Date().toISOString(),
      lastName: marked,
      firstName: 'Ola',
      phone: '01 97 55 44 33',
    },
  })
  expect((await rowsWith(marked)).map((row) => row.split(':')[0])).toContain('inbox')
  await erase(id)
  expect(await rowsWith(marked)).toEqual([])
})

test('tills hear of it: the row of the list is new', async () => {
  const { id } = await make.person({ lastName: 'Houessou' })
  const { cursor } = await sellerCalls(persons.list, { query: { cursor: '', size: 2000 } })
  await erase(id)
  const { items } = await sellerCalls(persons.list, { query: { cursor: cursor! } })
  expect(items).toMatchObject([{ id, lastName: 'Inconnu' }])
})

test('nobody is erased who owes, nor of another pharmacy, nor by a seller', async () => {
  const { id } = await make.person({ lastName: 'Doit' })
  await make.purchase({ patientId: id, creditOf: id })
  await expect(erase(id)).rejects.toMatchObject({ message: 'persons:archiveUnclosedBillsOrSales' })
  const free = await make.person({ lastName: 'Libre' })
  await expect(as(other.titulaire.token).call(persons.erase, { params: { id: free.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  await expect(as(other.titulaire.token).call(personData.give, { params: { id: free.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  await expect(sellerCalls(persons.erase, { params: { id: free.id } })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
  expect((await call(persons.read, { params: { id: free.id } })).lastName).toBe('Libre')
})

import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { type NewSale, sales } from '#shared/contract/sales.ts'
import { firstCurrency } from '#shared/domain/countries/country-facts.ts'
import { auditAct } from '#backoffice/audit/audit-sentence.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { aFiscalQueue, aTaxpayer, documentsOf } from '#tests/server/support/certifying.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, clock, database } = server
const queue = aFiscalQueue(server, simulator)
let shop: Shop
beforeEach(async () => {
  clock.now = new Date()
  shop = await aTaxpayer(server, simulator)
})

const buyer = {
  organizationId: null,
  name: 'SOBEBRA SA',
  taxId: '3200700000018',
  contact: '+229 01 21 30 00 00',
  address: 'Cotonou, Akpakpa',
}
const { organizationId: _, ...client } = buyer
/** A number of the right form that the platform does not know. */
const ofNobody = { ...buyer, taxId: '3201900099999' }

const close = (sale: NewSale) => as(shop.vendeur.token).call(sales.close, { body: sale })
const read = (id: string) => as(shop.vendeur.token).call(sales.read, { params: { id } })
const documents = (id: string) => documentsOf(server, shop, id)
const titulaire = () => as(shop.titulaire.token)
const detail = (id: string) => titulaire().call(fiscalDocuments.read, { params: { id } })
const withoutTaxId = (id: string) =>
  titulaire().call(fiscalDocuments.retry, { params: { id }, body: { withoutTaxId: true } })
/** The draft as it left, the latest first. */
const draftOf = async (id: string) =>
  JSON.parse((await detail(id)).exchanges.find(({ step }) => step === 'draft')!.request!) as { client?: object }

test('the buyer stands in the sale, in its document and in what the platform is told; sent again, nothing changes', async () => {
  const sale = aSale(shop, { buyer, patientId: shop.patientId })
  const answer = await close(sale)
  expect(answer.buyer).toEqual(buyer)
  expect(await close(sale)).toEqual(answer)
  await expect(close({ ...sale, buyer: { ...buyer, name: 'Un autre' } })).rejects.toMatchObject({
    message: 'sales:payloadMismatch',
  })
  expect(await read(sale.id)).toMatchObject({ buyer })
  await queue.runWaiting()
  expect(await documents(sale.id)).toMatchObject([{ state: 'certified', client }])
  const { taxId: ifu, ...named } = client
  expect((await draftOf(sale.id)).client).toEqual({ ...named, ifu })
  const found = await titulaire().call(fiscalDocuments.list, { query: { page: 0, size: 10, search: 'sobebra' } })
  expect(found.items).toMatchObject([{ id: sale.id, clientName: 'SOBEBRA SA' }])
})

test.each(['sobebra', '3200700000018', 'SOBEBRA SA'])('a sale is found by its buyer: « %s »', async (search) => {
  await close(aSale(shop))
  const { id } = await close(aSale(shop, { buyer }))
  const list = (text: string) => titulaire().call(sales.list, { query: { page: 0, size: 10, search: text } })
  expect((await list(search)).items.map((sale) => sale.id)).toEqual([id])
  expect((await list('castel')).items).toEqual([])
})

test('the patient of a sale without buyer is not told to the platform', async () => {
  const sale = await close(aSale(shop, { patientId: shop.patientId }))
  await queue.runWaiting()
  expect(await documents(sale.id)).toMatchObject([{ state: 'certified', client: null }])
  expect(await draftOf(sale.id)).not.toHaveProperty('client')
  for (const { request } of (await detail(sale.id)).exchanges)
    for (const name of sale.patientName!.split(' ')) expect(request ?? '').not.toContain(name)
  expect('buyer' in sale).toBe(false)
})

test('a tax number of another form is refused before anything is written; where there is no platform it is not', async () => {
  const sale = aSale(shop, { buyer: { ...buyer, taxId: '32007' } })
  await expect(close(sale)).rejects.toMatchObject({
    message: 'sales:invalidBuyerTaxId',
    details: { taxId: '32007' },
  })
  await expect(read(sale.id)).rejects.toMatchObject({ message: 'requests:notFound' })
  await close({ ...sale, revision: 2, buyer })
  await database.platform((tx) => sql`update countries set fiscal_platform = 'none' where code = 'BJ'`.execute(tx))
  const abroad = { ...buyer, taxId: 'TG-4471' }
  expect((await close(aSale(shop, { buyer: abroad }))).buyer).toEqual(abroad)
})

test('an organization of another pharmacy is unknown; one’s own is named with the sale', async () => {
  const other = await aTaxpayer(server, simulator)
  const { id: theirs } = await as(other.titulaire.token).call(organizations.create, { body: { name: 'SOBEBRA SA' } })
  const { id: ours } = await titulaire().call(organizations.create, { body: { name: 'SOBEBRA SA' } })
  await expect(close(aSale(shop, { buyer: { ...buyer, organizationId: theirs } }))).rejects.toMatchObject({
    message: 'requests:invalid',
    details: { issues: [{ path: 'body.buyer.organizationId', message: 'unknown' }] },
  })
  const sale = await close(aSale(shop, { buyer: { ...buyer, organizationId: ours } }))
  expect(sale.buyer?.organizationId).toBe(ours)
  // What was sold stays as it was named.
  await titulaire().call(organizations.patch, { params: { id: ours }, body: { name: 'Castel' } })
  expect(await read(sale.id)).toMatchObject({ buyer: { name: 'SOBEBRA SA' } })
})

test('the platform refuses the number: a person lets it go without it, its credit notes too, and the audit says who', async () => {
  const sale = await close(aSale(shop, { buyer: ofNobody, lines: [lineOf(shop, 1, 3)], payments: [cash(4500)] }))
  await queue.runWaiting()
  expect(await detail(sale.id)).toMatchObject({ state: 'rejected', fields: [{ field: 'client.ifu' }] })
  const bring = (quantity: number) =>
    as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(shop, sale, [{ line: 0, quantity }]),
    })
  const early = await bring(1)
  await expect(
    as(shop.pharmacien.token).call(fiscalDocuments.retry, { params: { id: sale.id }, body: { withoutTaxId: true } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
  await withoutTaxId(sale.id)
  const late = await bring(1)
  await queue.runWaiting()
  await queue.runWaiting()
  const unnumbered = { ...client, taxId: null }
  const sent = await documents(sale.id)
  expect(new Set(sent.map(({ id }) => id))).toEqual(new Set([sale.id, early.id, late.id]))
  for (const document of sent) expect(document).toMatchObject({ state: 'certified', client: unnumbered })
  // The sale keeps what the customer said.
  expect(await read(sale.id)).toMatchObject({ buyer: ofNobody })
  const { items } = await titulaire().call(audit.list, { query: { page: 0, size: 50 } })
  const decided = items.filter(({ recordId }) => recordId === sale.id)
  expect(decided).toMatchObject([{ byName: expect.any(String) as string }])
  expect(auditAct(decided[0]!, firstCurrency)).toEqual({
    action: 'Décision',
    sentence: `Facture normalisée n°\u00a0${sale.number}, envoyée sans le numéro fiscal du client, ${ofNobody.taxId}.`,
  })
})

test('a credit note of all of it and a new version name the buyer as their sale does', async () => {
  const sold = await close(aSale(shop, { buyer }))
  await queue.runWaiting()
  const mended = { ...buyer, name: 'SOBEBRA' }
  const version = await as(shop.pharmacien.token).call(sales.close, { body: aVersionOf(shop, sold, { buyer: mended }) })
  await queue.runWaiting()
  await queue.runWaiting()
  expect(await documents(sold.id)).toMatchObject([
    { kind: 'sale', client },
    { kind: 'credit', state: 'certified', client },
  ])
  expect(await documents(version.id)).toMatchObject([{ state: 'certified', client: { ...client, name: 'SOBEBRA' } }])
  await as(shop.pharmacien.token).call(sales.cancel, { params: { id: version.id }, body: aCancellation(shop) })
  await queue.runWaiting()
  expect(await documents(version.id)).toMatchObject([{ kind: 'sale' }, { client: { name: 'SOBEBRA' } }])
})

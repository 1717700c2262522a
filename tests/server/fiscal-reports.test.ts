import { afterAll, beforeEach, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { fiscalReports } from '#shared/contract/fiscal-reports.ts'
import { type NewSale, type Sale, sales } from '#shared/contract/sales.ts'
import { sql } from 'kysely'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { aFiscalQueue, aTaxpayer, documentsOf } from '#tests/server/support/certifying.ts'
import { aClosing } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

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

const close = (sale: NewSale = aSale(shop)): Promise<Sale> => as(shop.vendeur.token).call(sales.close, { body: sale })
const report = (query: { z?: number; day?: string; registerId?: string } = {}, reader = shop.titulaire) =>
  as(reader.token).call(fiscalReports.read, { query })
const closings = async () =>
  (await as(shop.titulaire.token).call(fiscalReports.list, { query: { page: 0, size: 10 } })).items
const closeRegister = (cash: number) =>
  as(shop.titulaire.token).call(cashRegisters.close, {
    params: { id: shop.registerId },
    body: aClosing(shop, { cash }),
  })
const dayOf = (at: string) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Africa/Porto-Novo' })

test('X is what no closing has counted; Z counts it once, is numbered and keeps what it said', async () => {
  const sold = await close(aSale(shop, { lines: [lineOf(shop, 0, 2), lineOf(shop, 1)] }))
  await as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: sold.id },
    body: aReturn(shop, sold, [{ line: 0, quantity: 1 }]),
  })
  const canceled = await close(aSale(shop, { identifier: 'K1-9' }))
  await as(shop.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(shop) })
  const expected = {
    invoices: { count: 1, total: 3500 },
    credits: { count: 1, total: 1000 },
    groups: [
      { group: 'A', net: 1000, tax: 0, total: 1000 },
      { group: 'B', net: 1271, tax: 229, total: 1500 },
    ],
    means: [{ means: 'cash', amount: 2500 }],
  }
  expect(await report()).toMatchObject({ ...expected, states: { waiting: 2 }, numbers: [], withheld: 0 })
  expect((await report()).articles).toMatchObject([
    { label: 'Doliprane 1 g', group: 'A', quantity: 1, total: 1000 },
    { label: 'Doliprane 1 g', group: 'B', quantity: 1, total: 1500 },
  ])
  await closeRegister(2500)
  expect(await report()).toMatchObject({ invoices: { count: 0 }, numbers: [] })
  expect(await report({ z: 1 })).toMatchObject({ ...expected, numbers: [1] })
  expect(await closings()).toMatchObject([{ number: 1, documents: 2, total: 2500, registerId: shop.registerId }])
  await queue.runWaiting()
  await queue.runWaiting()
  expect(await report({ z: 1 })).toMatchObject({ ...expected, states: { certified: 2 } })
  const { closedAt } = (await closings())[0]!
  expect(await report({ day: dayOf(closedAt) })).toMatchObject({ ...expected, numbers: [1] })
  await expect(report({ z: 2 })).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(
    database.platform((tx) =>
      sql`update fiscal_documents set z_number = null where pharmacy_id = ${shop.id}`.execute(tx),
    ),
  ).rejects.toThrow('is counted by Z 1')
})

test('the reports of another pharmacy are its own: numbers begin again', async () => {
  await close()
  await closeRegister(1000)
  shop = await aTaxpayer(server, simulator)
  expect(await closings()).toEqual([])
  await close()
  await closeRegister(1000)
  expect(await closings()).toMatchObject([{ number: 1 }])
})

test('a drawer that is not counted is in no report, and its documents tell no amount', async () => {
  await database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"blindCount": true}' where id = ${shop.id}`.execute(tx),
  )
  const { titulaire } = shop
  const { id } = await close(aSale(shop, { seller: titulaire }))
  await queue.runWaiting()
  expect(await report()).toMatchObject({ invoices: { count: 0, total: 0 }, withheld: 1 })
  const reader = as(titulaire.token)
  const { items } = await reader.call(fiscalDocuments.list, { query: { page: 0, size: 10 } })
  expect(items).toMatchObject([{ id, state: 'certified', total: null }])
  const found = async (search: string) =>
    (await reader.call(fiscalDocuments.list, { query: { page: 0, size: 10, search } })).total
  expect(await found('1000')).toBe(0)
  expect(await reader.call(fiscalDocuments.read, { params: { id } })).toMatchObject({
    withheld: true,
    total: null,
    totals: null,
    lines: [],
    payments: [],
    exchanges: [],
  })
  const journal = async () => reader.call(fiscalDocuments.journal, { query: { page: 0, size: 10 } })
  expect(await journal()).toEqual({ items: [], total: 0, withheld: true })
  // Who sold it prints its paper.
  expect(await reader.call(fiscalDocuments.ofSale, { params: { id } })).toMatchObject([{ totals: { total: 1000 } }])
  expect(await documentsOf(server, shop, id)).toMatchObject([{ withheld: true, totals: null }])
  await closeRegister(1000)
  expect(await report({ z: 1 })).toMatchObject({ invoices: { count: 1, total: 1000 } })
  expect(await reader.call(fiscalDocuments.read, { params: { id } })).toMatchObject({ total: 1000 })
  expect((await journal()).total).toBe(2)
})

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { fiscalReports } from '#shared/contract/fiscal-reports.ts'
import { type NewSale, type Sale, sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { openFneSimulator } from '#simulators/fne.ts'
import { aFiscalQueue, anAccountHolder, aTaxpayer, documentsOf } from '#tests/server/support/certifying.ts'
import { aClosing } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

const simulator = await openFneSimulator()
const emecef = await openEmecefSimulator()
afterAll(() => Promise.all([simulator.close(), emecef.close()]))
const server = await testApp()
const { as, clock } = server
const queue = aFiscalQueue(server, { sign: simulator.url })
let shop: Shop
beforeEach(async () => {
  clock.now = new Date()
  shop = await anAccountHolder(server, simulator, { fiscalInvoices: 'on-request' })
})

const close = (sale: NewSale = aSale(shop)): Promise<Sale> => as(shop.vendeur.token).call(sales.close, { body: sale })
const ask = (id: string) => as(shop.vendeur.token).call(fiscalDocuments.ask, { params: { id } })
const documents = (id: string) => documentsOf(server, shop, id)
const titulaire = () => as(shop.titulaire.token)
const settle = (body: object) => titulaire().call(pharmacies.changeSettings, { body: body as never })
const refused = (path: string) => ({
  message: 'requests:invalid',
  details: { issues: [{ path: `body.${path}`, message: 'unknown' }] },
})

describe('on request', () => {
  test('a sale has no document until its customer asks for it, before its end or later, and never two', async () => {
    const [plain, asked] = [await close(), await close(aSale(shop, { identifier: 'K1-9', isInvoiced: true }))]
    expect(await documents(plain.id)).toEqual([])
    expect(await documents(asked.id)).toMatchObject([{ kind: 'sale', state: 'waiting' }])
    const [first, second] = await Promise.all([ask(plain.id), ask(plain.id)])
    expect(first).toEqual(second)
    await queue.runWaiting()
    expect(await ask(plain.id)).toMatchObject([{ id: plain.id, state: 'certified' }])
    expect(await ask(asked.id)).toHaveLength(1)
  })

  test('what was returned meanwhile is credited after the invoice of the whole', async () => {
    const sold = await close(aSale(shop, { lines: [lineOf(shop, 0, 3)] }))
    const note = await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: sold.id },
      body: aReturn(shop, sold, [{ line: 0, quantity: 1 }]),
    })
    await ask(sold.id)
    await queue.runWaiting()
    await queue.runWaiting()
    expect(await documents(sold.id)).toMatchObject([
      { kind: 'sale', state: 'certified', totals: { total: 3000 } },
      { kind: 'credit', state: 'certified', returnId: note.id, totals: { total: 1000 } },
    ])
  })

  test('the new version of a sale with an invoice has its own', async () => {
    const sold = await close(aSale(shop, { isInvoiced: true }))
    await queue.runWaiting()
    const version = await as(shop.pharmacien.token).call(sales.close, {
      body: aVersionOf(shop, sold, { lines: [lineOf(shop, 1)] }),
    })
    expect(await documents(version.id)).toMatchObject([{ kind: 'sale', totals: { total: 1500 } }])
  })

  test('the new version has none when the customer wants none any more; the invoice of before is undone', async () => {
    const sold = await close(aSale(shop, { isInvoiced: true }))
    await queue.runWaiting()
    const version = await as(shop.pharmacien.token).call(sales.close, {
      body: { ...aVersionOf(shop, sold, { lines: [lineOf(shop, 1)] }), isInvoiced: false },
    })
    await queue.runWaiting()
    expect(await documents(version.id)).toEqual([])
    expect(await documents(sold.id)).toMatchObject([{ kind: 'sale' }, { kind: 'credit', state: 'certified' }])
  })

  test('a sale with an invoice says so, whenever it was asked for: the till takes its duty for a new version', async () => {
    const read = (id: string) => as(shop.vendeur.token).call(sales.read, { params: { id } })
    const [plain, asked] = [await close(), await close(aSale(shop, { identifier: 'K1-9', isInvoiced: true }))]
    expect(await read(asked.id)).toEqual(asked)
    expect(await read(plain.id)).not.toHaveProperty('isInvoiced')
    await ask(plain.id)
    expect(await read(plain.id)).toMatchObject({ isInvoiced: true })
  })

  test('the credit note of a return is of the drawer that gave back, also when its invoice is asked for later', async () => {
    const sold = await close(aSale(shop, { seller: shop.vendeur, lines: [lineOf(shop, 0, 3)] }))
    const registerId = crypto.randomUUID()
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: sold.id },
      body: { ...aReturn(shop, sold, [{ line: 0, quantity: 1 }]), registerId },
    })
    await ask(sold.id)
    await titulaire().call(cashRegisters.close, { params: { id: registerId }, body: aClosing(shop, { cash: 0 }) })
    const { items } = await titulaire().call(fiscalReports.list, { query: { page: 0, size: 10 } })
    expect(items).toMatchObject([{ number: 1, documents: 1, total: -1000 }])
  })

  test('a canceled sale gets none', async () => {
    const { id } = await close()
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id }, body: aCancellation(shop) })
    await expect(ask(id)).rejects.toMatchObject({ message: 'sales:cannotEditCanceledSale' })
    expect(await documents(id)).toEqual([])
  })

  test('one that is asked for after its drawer was closed is counted by the next closing', async () => {
    const sold = await close(aSale(shop, { seller: shop.vendeur }))
    await titulaire().call(cashRegisters.close, {
      params: { id: sold.registerId },
      body: aClosing(shop, { cash: 1000 }),
    })
    await ask(sold.id)
    const registerId = crypto.randomUUID()
    await close(aSale(shop, { identifier: 'K1-8', registerId }))
    await titulaire().call(cashRegisters.close, { params: { id: registerId }, body: aClosing(shop, { cash: 1000 }) })
    const { items } = await titulaire().call(fiscalReports.list, { query: { page: 0, size: 10 } })
    expect(items).toMatchObject([
      { number: 2, documents: 1, total: 1000 },
      { number: 1, documents: 0 },
    ])
  })
})

test('where none is made, none can be asked for; where each sale has one, asking makes no second', async () => {
  await settle({ fiscalInvoices: 'none' })
  const plain = await close(aSale(shop, { isInvoiced: true }))
  expect(await documents(plain.id)).toEqual([])
  await expect(ask(plain.id)).rejects.toMatchObject({ message: 'fiscalDocuments:notOnRequest' })
  await settle({ fiscalInvoices: 'all' })
  const sold = await close(aSale(shop, { identifier: 'K1-9' }))
  expect(await ask(sold.id)).toMatchObject([{ id: sold.id }])
  await expect(ask(plain.id)).rejects.toMatchObject({ message: 'fiscalDocuments:notOnRequest' })
})

test('the law of Bénin leaves no choice: each sale has its document', async () => {
  shop = await aTaxpayer(server, emecef)
  await expect(settle({ fiscalInvoices: 'none' })).rejects.toMatchObject(refused('fiscalInvoices'))
  await expect(settle({ fiscalCodes: { A: 'TVAC' } })).rejects.toMatchObject(refused('fiscalCodes.A'))
  const { id } = await close()
  expect(await documents(id)).toHaveLength(1)
})

test('a group is told as the code that the pharmacy chose, one of the same rate', async () => {
  await settle({ fiscalInvoices: 'all', fiscalCodes: { A: 'TVAC' } })
  const { id } = await close(aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] }))
  await queue.runWaiting()
  const { exchanges, elements } = await titulaire().call(fiscalDocuments.read, { params: { id } })
  const { items } = JSON.parse(exchanges[0]!.request!) as { items: { taxes: string[] }[] }
  expect(items.map(({ taxes }) => taxes)).toEqual([['TVAC'], ['TVA']])
  expect(elements).not.toHaveProperty('differingTotal')
  await expect(settle({ fiscalCodes: { B: 'TVAD' } })).rejects.toMatchObject(refused('fiscalCodes.B'))
  await expect(settle({ fiscalCodes: { A: 'TVAX' } })).rejects.toMatchObject(refused('fiscalCodes.A'))
})

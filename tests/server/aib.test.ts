import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { fiscalReports } from '#shared/contract/fiscal-reports.ts'
import { organizations } from '#shared/contract/organizations.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { type NewSale, type Sale, sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { withAib } from '#shared/domain/fiscal/aib.ts'
import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import { sum } from '#shared/domain/money.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { aFiscalQueue, aTaxpayer, documentsOf } from '#tests/server/support/certifying.ts'
import { aClosing } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf, whole } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf, drawerOf } from '#tests/server/support/undoing.ts'

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

const titulaire = () => as(shop.titulaire.token)
const close = (sale: NewSale): Promise<Sale> => as(shop.vendeur.token).call(sales.close, { body: sale })
const read = async (id: string) => whole(await titulaire().call(sales.read, { params: { id } }))
const anOrganization = (body: { name?: string; aib?: Aib | null } = {}) =>
  titulaire().call(organizations.create, { body: { name: 'SOBEBRA SA', taxId: '3200700000018', ...body } })
const buyerOf = (aib?: Aib, organizationId: string | null = null): NonNullable<NewSale['buyer']> => ({
  organizationId,
  name: 'SOBEBRA SA',
  taxId: '3200700000018',
  contact: null,
  address: null,
  ...(aib ? { aib } : {}),
})

/** As a till makes it whose list is fresh: the second lot of the shop is taxed, the others are not. */
function aSaleWithAib({ aib = 'A', payments, ...wanted }: Parameters<typeof aSale>[1] & { aib?: Aib } = {}): NewSale {
  const plain = aSale(shop, { lines: [lineOf(shop, 0, 2), lineOf(shop, 1, 3)], buyer: buyerOf(aib), ...wanted })
  const groups = new Map(
    plain.records.map(({ id, stockItemId }) => [
      id,
      stockItemId === shop.lots[1] ? ({ group: 'B', rate: 1800 } as const) : ({ group: 'A', rate: 0 } as const),
    ]),
  )
  const vouchers = withAib(
    { ...plain, replaces: null, payments: (payments ?? []).filter(({ type }) => type === 'DISCOUNT') },
    { rounding: 'nearest', taxOf: (id) => groups.get(id) ?? null },
  )
  const priced = { ...wanted, buyer: plain.buyer, vouchers, ...(payments ? { payments } : {}) }
  const {
    total,
    rounding,
    payments: paid,
  } = aSale(shop, { lines: [lineOf(shop, 0, 2), lineOf(shop, 1, 3)], ...priced })
  return { ...plain, vouchers, payments: paid, total, rounding }
}
// 2 × 1 000 exempt and 3 × 1 500 at 18 %: the bases are 2 000 and 3 814; AIB of 1 % is 58.
const linesOf = async (saleId: string) => {
  const { rows } = await database.platform((tx) =>
    sql<{ kind: string; amount: number }>`select kind, amount from register_movements
      where pharmacy_id = ${shop.id} and sale_id = ${saleId} order by seq`.execute(tx),
  )
  return rows.map(({ kind, amount }) => [kind, amount])
}
const documents = (id: string) => documentsOf(server, shop, id)
const certify = async () => {
  await queue.runWaiting()
  await queue.runWaiting()
}

test('sale, drawer and document have one total, and the platform certifies it', async () => {
  const { id: organizationId } = await anOrganization({ aib: 'A' })
  const sale = aSaleWithAib({ buyer: buyerOf('A', organizationId) })
  const answer = await close(sale)
  expect(answer.flags).toEqual([])
  expect(await close(sale)).toEqual(answer)
  expect([answer.total, answer.rounding]).toEqual([6558, -2])
  expect(await read(sale.id)).toMatchObject({ total: 6558, vouchers: [{ price: 58, levy: 'A' }], buyer: { aib: 'A' } })
  expect((await read(sale.id)).taxes).toHaveLength(2)
  expect(await linesOf(sale.id)).toEqual([
    ['sale', 6560],
    ['rounding', -2],
  ])
  await certify()
  const [document] = await documents(sale.id)
  expect(document).toMatchObject({ state: 'certified', totals: { aib: 58, total: 6558 } })
  expect(document!.lines).toHaveLength(2)
  expect(document!.payments).toEqual([{ means: 'cash', amount: 6558 }])
  const { exchanges, elements } = await titulaire().call(fiscalDocuments.read, { params: { id: sale.id } })
  expect(JSON.parse(exchanges.find(({ step }) => step === 'draft')!.request!)).toMatchObject({ aib: 'A' })
  expect(elements).not.toHaveProperty('differingTotal')
})

test('5 % and a discount: the AIB is of what is left', async () => {
  const discount: Payment = { id: randomUUID(), type: 'DISCOUNT', amount: 500 }
  const seller = shop.titulaire
  // 1 846 exempt and 4 154 at 18 % (base 3 520): 268.
  const sale = aSaleWithAib({ aib: 'B', seller, payments: [discount, cash(6270)] })
  const answer = await titulaire().call(sales.close, { body: sale })
  expect([answer.total, answer.flags]).toEqual([6768, []])
  await certify()
  expect(await documents(sale.id)).toMatchObject([{ state: 'certified', totals: { aib: 268, total: 6268 } }])
})

test('a till whose groups are old is kept with a flag; the document has the AIB of the day', async () => {
  const old = aSaleWithAib()
  const vouchers = [{ ...old.vouchers[0]!, price: 66 }]
  const mobile: Payment = {
    id: randomUUID(),
    type: 'MOBILE_MONEY',
    amount: 6566,
    phoneOperator: 'MTN MoMo',
    transactionReference: 'A1',
  }
  const answer = await close({ ...old, vouchers, payments: [mobile], total: 6566, rounding: 0 })
  expect(answer).toMatchObject({ flags: ['aib:differs'], total: 6566 })
  const without = await close(
    aSale(shop, { identifier: 'K1-2', lines: [lineOf(shop, 0, 2), lineOf(shop, 1, 3)], buyer: buyerOf('A') }),
  )
  expect(without).toMatchObject({ flags: ['aib:differs'], total: 6500 })
  await certify()
  expect(await documents(answer.id)).toMatchObject([
    { state: 'certified', totals: { aib: 58, total: 6558 }, payments: [{ means: 'mobile', amount: 6558 }] },
  ])
  // What no customer paid is not told.
  expect(await documents(without.id)).toMatchObject([{ totals: { aib: 0, total: 6500 } }])
  const document = (id: string) => titulaire().call(fiscalDocuments.read, { params: { id } })
  expect(await document(answer.id)).toMatchObject({ paidAib: 66 })
  expect(await document(without.id)).not.toHaveProperty('paidAib')
})

test('a till of an earlier version that took the mark off the line is told: the document has it as a service', async () => {
  const unmarked = ({ vouchers: [levy], ...sale }: NewSale): NewSale => {
    const { levy: _, ...line } = levy!
    return { ...sale, buyer: buyerOf(), vouchers: [line] }
  }
  const marked = aSaleWithAib()
  const sold = await close(unmarked(marked))
  expect(sold).toMatchObject({ flags: ['aib:differs'], total: 6558 })
  const { id, replaces, identifier, sellerId, sessionId, sellerRoles } = aVersionOf(shop, sold)
  const version = { ...unmarked(marked), id, replaces, identifier, sellerId, sessionId, sellerRoles }
  expect(await as(shop.pharmacien.token).call(sales.close, { body: version })).toMatchObject({ flags: ['aib:differs'] })
})

test('a line whose group nobody knows: the sale is kept, and the document is completed later', async () => {
  const group = (section: string | null) =>
    database.platform((tx) =>
      sql`update pharmacy_products set section = ${section}
        where pharmacy_id = ${shop.id} and id = ${shop.products[1]}`.execute(tx),
    )
  await group(null)
  const { id, flags } = await close(aSaleWithAib())
  expect(flags).toEqual(['aib:differs'])
  const detail = await titulaire().call(fiscalDocuments.read, { params: { id } })
  expect([detail.state, detail.incompleteLines]).toEqual(['incomplete', ['Doliprane 1 g']])
  await group('parapharmacie')
  await titulaire().call(fiscalDocuments.retry, { params: { id }, body: { withoutTaxId: false } })
  await certify()
  expect(await documents(id)).toMatchObject([{ state: 'certified', totals: { aib: 58, total: 6558 } }])
  expect((await read(id)).taxes).toHaveLength(2)
})

test.each<[string, (sale: NewSale) => Partial<NewSale>, string]>([
  ['without a buyer', () => ({ buyer: null }), 'body.vouchers'],
  ['of another letter', () => ({ buyer: buyerOf('B') }), 'body.vouchers'],
  ['of a buyer who owes none', () => ({ buyer: buyerOf() }), 'body.vouchers'],
  [
    'twice',
    ({ vouchers: [levy] }) => ({
      vouchers: [
        { ...levy!, price: 29 },
        { ...levy!, id: randomUUID(), price: 29 },
      ],
    }),
    'body.vouchers',
  ],
  ['of a quantity', ({ vouchers: [levy] }) => ({ vouchers: [{ ...levy!, price: 29, quantity: 2 }] }), 'body.vouchers'],
])('AIB %s is refused, and nothing is written', async (_, change, path) => {
  const sale = aSaleWithAib()
  await expect(close({ ...sale, ...change(sale) })).rejects.toMatchObject({
    message: 'requests:invalid',
    details: { issues: [{ path }] },
  })
  await expect(read(sale.id)).rejects.toMatchObject({ message: 'requests:notFound' })
})

test('AIB alone is no sale, and no discount is of it', async () => {
  const sale = aSaleWithAib()
  await expect(close({ ...sale, records: [], payments: [cash(60)], total: 58, rounding: -2 })).rejects.toMatchObject({
    message: 'sales:cannotCloseEmptySale',
  })
  const discount: Payment = { id: randomUUID(), type: 'DISCOUNT', amount: 6501 }
  await expect(close({ ...sale, revision: 2, payments: [discount, cash(55)], rounding: 2 })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})

test('where the platform knows no AIB, neither a record nor a sale has one', async () => {
  const known = await anOrganization({ aib: 'B' })
  await database.platform((tx) => sql`update countries set fiscal_platform = 'none' where code = 'BJ'`.execute(tx))
  const refused = { message: 'requests:invalid', details: { issues: [{ path: 'body.aib', message: 'unknown' }] } }
  await expect(anOrganization({ name: 'Castel', aib: 'A' })).rejects.toMatchObject(refused)
  const patch = (body: { aib?: Aib | null; name?: string }) =>
    titulaire().call(organizations.patch, { params: { id: known.id }, body })
  await expect(patch({ aib: 'A' })).rejects.toMatchObject(refused)
  expect(await patch({ name: 'Castel' })).toMatchObject({ aib: 'B' })
  expect(await patch({ aib: null })).toMatchObject({ aib: null })
  await expect(close(aSaleWithAib())).rejects.toMatchObject({
    message: 'requests:invalid',
    details: { issues: [{ path: 'body.buyer.aib' }] },
  })
})

test('an organization of another pharmacy lends no AIB', async () => {
  const other = await aTaxpayer(server, simulator)
  const { id } = await as(other.titulaire.token).call(organizations.create, { body: { name: 'SOBEBRA', aib: 'A' } })
  await expect(close(aSaleWithAib({ buyer: buyerOf('A', id) }))).rejects.toMatchObject({
    details: { issues: [{ path: 'body.buyer.organizationId', message: 'unknown' }] },
  })
})

test('a return gives the goods back and keeps the AIB; nothing brings its line back', async () => {
  const sold = await close(aSaleWithAib())
  const bring = (back: Parameters<typeof aReturn>[2]) =>
    as(shop.pharmacien.token).call(sales.giveBack, { params: { id: sold.id }, body: aReturn(shop, sold, back) })
  await expect(bring([{ line: 2, quantity: 1 }])).rejects.toMatchObject({ message: 'requests:invalid' })
  const first = await bring([{ line: 1, quantity: 1 }])
  const rest = await bring([
    { line: 0, quantity: 2 },
    { line: 1, quantity: 2 },
  ])
  expect([first.total, rest.total]).toEqual([1500, 5000])
  expect(await drawerOf(database, shop, shop.registerId)).toEqual({ CASH: 60 })
  await certify()
  const made = await documents(sold.id)
  // Both returns are of one moment.
  const sums = made.map(({ kind, state, totals }) => [kind, state, totals!.aib, totals!.total].join(' '))
  expect(sums[0]).toBe('sale certified 58 6558')
  expect(new Set(sums.slice(1))).toEqual(new Set(['credit certified 0 1500', 'credit certified 0 5000']))
})

test('a cancellation and a new version give the AIB back', async () => {
  const sold = await close(aSaleWithAib())
  const canceled = await close(aSaleWithAib({ identifier: 'K1-8' }))
  await certify()
  await as(shop.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(shop) })
  const { id, replaces, identifier, sellerId, sessionId, sellerRoles } = aVersionOf(shop, sold)
  const version = await as(shop.pharmacien.token).call(sales.close, {
    body: { ...aSaleWithAib({ aib: 'B' }), id, replaces, identifier, sellerId, sessionId, sellerRoles },
  })
  // 5 % of 5 814 is 291.
  expect(version.total).toBe(6791)
  expect(await drawerOf(database, shop, shop.registerId)).toEqual({ CASH: 6790 })
  await certify()
  for (const { id: undone } of [sold, canceled])
    expect((await documents(undone)).map(({ kind, state, totals }) => [kind, state, totals!.aib])).toEqual([
      ['sale', 'certified', 58],
      ['credit', 'certified', 58],
    ])
  expect(await documents(version.id)).toMatchObject([{ state: 'certified', totals: { aib: 291, total: 6791 } }])
})

test('the Z of its drawer has it, and its means add up with it', async () => {
  await close(aSaleWithAib())
  await close(aSale(shop, { identifier: 'K1-2' }))
  const { registerId } = shop
  await titulaire().call(cashRegisters.close, { params: { id: registerId }, body: aClosing(shop, { cash: 7560 }) })
  const z = await titulaire().call(fiscalReports.read, { query: { z: 1 } })
  expect(z).toMatchObject({ invoices: { count: 2, total: 7558 }, aib: 58 })
  expect(sum(z.groups.map(({ total }) => total)) + z.aib).toBe(7558)
  expect(sum(z.means.map(({ amount }) => amount))).toBe(7558)
  expect(sum(z.articles.map(({ total }) => total))).toBe(7500)
})

test('turnover, margin and the count of boxes are without it, the drawer is with it', async () => {
  const { id } = await close(aSaleWithAib())
  const list = await titulaire().call(sales.list, { query: { page: 0, size: 10 } })
  expect(list).toMatchObject({ turnover: 6500, items: [{ id, total: 6558, lines: 2, units: 5 }] })
  const day = await titulaire().call(usage.turnoverStatistics, { query: {} })
  expect(day.today).toEqual({ turnover: 6500, units: 5, sales: 1 })
  expect(day.margin).toBe(53.8)
  expect(await drawerOf(database, shop, shop.registerId)).toEqual({ CASH: 6560 })
  const ledger = await titulaire().call(cashRegisters.report, { query: { registerId: shop.registerId } })
  expect(ledger.expected).toMatchObject([{ type: 'CASH', expected: 6560 }])
})

test('the regime of the pharmacy goes before the sections', async () => {
  await titulaire().call(pharmacies.changeSettings, { body: { taxRegime: 'E' } })
  // All in E: 1 % of 6 500.
  const sale = aSaleWithAib()
  const vouchers = [{ ...sale.vouchers[0]!, price: 65 }]
  expect(await close({ ...sale, vouchers, payments: [cash(6565)], total: 6565, rounding: 0 })).toMatchObject({
    flags: [],
  })
})

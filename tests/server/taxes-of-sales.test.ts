import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { type NewSale, type Sale, sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { sum } from '#shared/domain/money.ts'
import { aSale, cash, lineOf, whole } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
beforeEach(async () => {
  shop = await openShop(randomUUID())
  await inSection('medicament', 0)
  await inSection('parapharmacie', 1)
  await database.platform((tx) =>
    sql`update countries set sections = ${JSON.stringify([
      { code: 'medicament', label: 'Médicament', vatGroup: 'A', coefficient: 1320 },
      { code: 'parapharmacie', label: 'Parapharmacie', vatGroup: 'B', coefficient: 1500 },
    ])}::jsonb where code = 'BJ'`.execute(tx),
  )
})

const inSection = (section: string | null, product: 0 | 1 | 2) =>
  database.platform((tx) =>
    sql`update pharmacy_products set section = ${section} where pharmacy_id = ${shop.id} and id = ${shop.products[product]}`.execute(
      tx,
    ),
  )
const close = (sale: NewSale): Promise<Sale> => as(shop.vendeur.token).call(sales.close, { body: sale })
const read = async (id: string): Promise<Sale> =>
  whole(await as(shop.titulaire.token).call(sales.read, { params: { id } }))
const settings = (body: Partial<Record<'taxRegime' | 'voucherTaxGroup', 'B' | 'E' | null>>) =>
  as(shop.titulaire.token).call(pharmacies.changeSettings, { body })
const discount = (amount: number): Payment => ({ id: randomUUID(), type: 'DISCOUNT', amount })
const service = { id: randomUUID(), label: 'Livraison', quantity: 1, price: 500 }
const without = ({ taxes }: Sale) => taxes!.map(({ group, rate, total, tax }) => ({ group, rate, total, tax }))

test('a medicine is exempt, the rest is taxed: base and tax of each line, read back as they were answered', async () => {
  const answer = await close(aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1, 2)] }))
  expect(without(answer)).toEqual([
    { group: 'A', rate: 0, total: 1000, tax: 0 },
    { group: 'B', rate: 1800, total: 3000, tax: 458 },
  ])
  expect((await read(answer.id)).taxes).toEqual(answer.taxes)
})

test('a discount lowers what each line brought, and its tax', async () => {
  const seller = shop.titulaire
  const { taxes, total } = await as(seller.token).call(sales.close, {
    body: aSale(shop, {
      seller,
      lines: [lineOf(shop, 0), lineOf(shop, 1, 2)],
      payments: [discount(400), cash(3600)],
    }),
  })
  expect(sum(taxes!.map((line) => line.total!))).toBe(total - 400)
  expect(taxes).toMatchObject([{ total: 900 }, { total: 2700, tax: 412 }])
})

test('what was sold keeps its group when the section of its product changes', async () => {
  const { id, taxes } = await close(aSale(shop))
  await inSection('parapharmacie', 0)
  expect((await read(id)).taxes).toEqual(taxes)
  expect(without(await close(aSale(shop)))).toMatchObject([{ group: 'B' }])
})

test('a product of no section is of that of its category; of none, its group is not known and it is sold', async () => {
  await inSection(null, 0)
  expect(without(await close(aSale(shop)))).toEqual([{ group: null, rate: null, total: 1000, tax: null }])
  const categoryId = randomUUID()
  await database.platform(async (tx) => {
    await sql`insert into product_categories (id, label, section) values (${categoryId}, ${categoryId}, 'parapharmacie')`.execute(
      tx,
    )
    await sql`update pharmacy_products set category_id = ${categoryId}
      where pharmacy_id = ${shop.id} and id = ${shop.products[0]}`.execute(tx)
  })
  expect(without(await close(aSale(shop)))).toMatchObject([{ group: 'B', tax: 153 }])
})

test('a shop under a regime of its own sells everything in its group', async () => {
  await settings({ taxRegime: 'E', voucherTaxGroup: 'B' })
  const answer = await close(aSale(shop, { lines: [lineOf(shop, 1)], vouchers: [service] }))
  expect(without(answer)).toEqual([
    { group: 'E', rate: 0, total: 1500, tax: 0 },
    { group: 'E', rate: 0, total: 500, tax: 0 },
  ])
})

test('a service has the group that the pharmacy chose; before, nobody knows it', async () => {
  const taxOfService = async () =>
    without(await close(aSale(shop, { vouchers: [{ ...service, id: randomUUID() }] })))[1]
  expect(await taxOfService()).toEqual({ group: null, rate: null, total: 500, tax: null })
  await settings({ voucherTaxGroup: 'B' })
  expect(await taxOfService()).toEqual({ group: 'B', rate: 1800, total: 500, tax: 76 })
})

test('a country whose rates nobody knows sells without a tax, and guesses none', async () => {
  await database.platform(async (tx) => {
    await sql`insert into countries select 'TG', 'Togo', locale, currency_code, currency_symbol, currency_decimals,
      cash_rounding_step, denominations, phone_operators, fiscal_platform, sections from countries where code = 'BJ'`.execute(
      tx,
    )
    await sql`update pharmacies set country_code = 'TG' where id = ${shop.id}`.execute(tx)
  })
  expect(without(await close(aSale(shop, { lines: [lineOf(shop, 1)] })))).toEqual([
    { group: null, rate: null, total: 1500, tax: null },
  ])
})

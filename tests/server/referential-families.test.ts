import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { brands, forms, inns, packagings, productCategories, units } from '#shared/contract/referential.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { aMember } from '#tests/server/support/members.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop } = await testApp()
const shop = await openShop('families')
const other = await openShop('other families')
const admin = as(await openAdmin(database))
const member = as(shop.vendeur.token)

const families = [
  ['inns', inns, 'name', {}],
  ['brands', brands, 'name', {}],
  ['forms', forms, 'label', {}],
  ['units', units, 'label', {}],
  ['product_categories', productCategories, 'label', { tracedBy: 'lot-and-expiry', section: null }],
  ['packagings', packagings, 'label', { units: 30 }],
] as const
type Table = (typeof families)[number][0]
type Row = { id: string; archived: boolean; products: number } & Record<string, unknown>

/** A product that uses the row of a family. */
async function aProductWith(table: Table, id: string, archived = false): Promise<string> {
  const product = randomUUID()
  const column = { brands: 'brand_id', forms: 'form_id', units: 'unit_id', product_categories: 'category_id' }
  await database.platform(async (tx) => {
    await tx.insertInto('products').values({ id: product, label: 'P', source: 'tests', archived }).execute()
    if (table === 'inns')
      await tx.insertInto('product_inns').values({ product_id: product, position: 0, inn_id: id }).execute()
    else if (table === 'packagings')
      await tx.insertInto('product_packagings').values({ product_id: product, packaging_id: id }).execute()
    else await sql`update products set ${sql.ref(column[table])} = ${id} where id = ${product}`.execute(tx)
  })
  return product
}

describe.each(families)('%s', (table, calls, key, beside) => {
  const call = <E extends Endpoint>(who: typeof admin, endpoint: E, input: unknown): Promise<CallReply<E>> =>
    who.call(endpoint, input as CallInput<E>)
  const make = async (name: string) => (await call(admin, calls.create, { body: { [key]: name, ...beside } })) as Row
  const named = (prefix: string) => `${prefix} ${randomUUID().slice(0, 8)}`

  test('the admin makes one, and a member of any pharmacy reads it', async () => {
    const name = named('Élixir')
    const row = await make(name)
    expect(row).toEqual({ id: row.id, [key]: name, archived: false, products: 0, ...beside })
    for (const who of [member, as(other.vendeur.token), admin]) {
      expect(await call(who, calls.read, { params: { id: row.id } })).toEqual(row)
      expect(await call(who, calls.all, {})).toContainEqual(row)
    }
  })

  test('a role of a pharmacy gives no right to change it', async () => {
    const { id } = await make(named('Protégé'))
    const { token } = await aMember(database, shop, permissions)
    for (const [endpoint, input] of [
      [calls.create, { body: { [key]: named('x'), ...beside } }],
      [calls.patch, { params: { id }, body: { archived: true } }],
      [calls.remove, { params: { id } }],
    ] as const)
      await expect(call(as(token), endpoint, input)).rejects.toMatchObject({ message: 'auth:forbidden' })
  })

  test('a name is there once, whatever its accents, on creation and on change', async () => {
    const name = named('Crème')
    const [first, second] = [await make(name), await make(named('Autre'))]
    const conflict = { message: 'requests:taken', status: 409 }
    await expect(make(name.replace('è', 'E'))).rejects.toMatchObject(conflict)
    const taken = { params: { id: second.id }, body: { [key]: name.toLowerCase() } }
    await expect(call(admin, calls.patch, taken)).rejects.toMatchObject(conflict)
    await call(admin, calls.patch, { params: { id: first.id }, body: { [key]: name.toUpperCase() } })
  })

  test('its products are counted without archived ones; removed, it is archived and they keep it', async () => {
    const row = await make(named('Utilisé'))
    await aProductWith(table, row.id)
    await aProductWith(table, row.id, true)
    expect(await call(member, calls.read, { params: { id: row.id } })).toMatchObject({ products: 1 })
    for (const _ of ['once', 'twice'])
      expect(await call(admin, calls.remove, { params: { id: row.id } })).toEqual({ id: row.id })
    expect(await call(member, calls.read, { params: { id: row.id } })).toMatchObject({ archived: true, products: 1 })
    expect((await call(member, calls.all, {})) as Row[]).not.toContainEqual(expect.objectContaining({ id: row.id }))
    await call(admin, calls.patch, { params: { id: row.id }, body: { archived: false } })
    expect(await call(member, calls.read, { params: { id: row.id } })).toMatchObject({ archived: false })
  })

  test('searched, sorted and paged by the server', async () => {
    // A hexadecimal word may hold « ae », never « aez ».
    const word = `w${randomUUID().slice(0, 8)}`
    const [a, b, c] = [await make(`Aéz ${word}`), await make(`B ${word}`), await make(`C ${word}`)]
    await aProductWith(table, b.id)
    const list = async (query: object) =>
      (await call(member, calls.list, { query: { search: word, ...query } })) as { items: Row[]; total: number }
    const ids = async (query: object) => (await list(query)).items.map(({ id }) => id)
    expect(await ids({ sort: `-${key}` })).toEqual([c.id, b.id, a.id])
    expect(await ids({ sort: '-products' })).toEqual([b.id, a.id, c.id])
    expect(await list({ page: 1, size: 2 })).toMatchObject({ items: [{ id: c.id }], total: 3 })
    expect(await ids({ search: `aez ${word}` })).toEqual([a.id])
  })

  test.each([
    ['a name of 300 characters', { [key]: 'x'.repeat(300), ...beside }],
    ['no name', { [key]: ' ', ...beside }],
  ])('%s is refused', async (_, body) => {
    await expect(call(admin, calls.create, { body })).rejects.toMatchObject({ message: 'requests:invalid' })
  })

  test('an unknown one is not there', async () => {
    const params = { id: randomUUID() }
    for (const [endpoint, input] of [
      [calls.read, { params }],
      [calls.patch, { params, body: { archived: true } }],
      [calls.remove, { params }],
    ] as const)
      await expect(call(admin, endpoint, input)).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
  })

  test('a changed name reaches the tills that show it, and no other pharmacy’s rows', async () => {
    const row = await make(named('Montré'))
    const productId = await aProductWith(table, row.id)
    const id = randomUUID()
    await database.platform((tx) =>
      tx.insertInto('pharmacy_products').values({ pharmacy_id: shop.id, id, product_id: productId }).execute(),
    )
    const since = (await member.call(pharmacyProducts.list, { query: { cursor: '', size: 2000 } })).cursor!
    const elsewhere = (await as(other.vendeur.token).call(pharmacyProducts.list, { query: { cursor: '', size: 2000 } }))
      .cursor!
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (resource) => heard.push(resource))
    await call(admin, calls.patch, { params: { id: row.id }, body: { [key]: named('Changé') } })
    stop()
    expect(heard).toEqual(['referential', 'pharmacy-products'])
    const changed = await member.call(pharmacyProducts.list, { query: { cursor: since } })
    expect(changed.items.map((item) => item.id)).toEqual([id])
    expect((await as(other.vendeur.token).call(pharmacyProducts.list, { query: { cursor: elsewhere } })).items).toEqual(
      [],
    )
  })
})

test('a packaging is another one with another number of units, and its units never change', async () => {
  const label = `Boîte ${randomUUID()}`
  const { id } = await admin.call(packagings.create, { body: { label, units: 10 } })
  await admin.call(packagings.create, { body: { label, units: 20 } })
  await expect(admin.call(packagings.create, { body: { label, units: 10 } })).rejects.toMatchObject({
    message: 'requests:taken',
  })
  const body = { units: 12 } as never
  expect(await admin.call(packagings.patch, { params: { id }, body })).toMatchObject({ units: 10 })
})

test('two admins who make one name at the same moment make one row', async () => {
  const name = `Ensemble ${randomUUID()}`
  const made = await Promise.allSettled([1, 2, 3, 4].map(() => admin.call(brands.create, { body: { name } })))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

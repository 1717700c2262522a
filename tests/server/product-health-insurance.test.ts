import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { productHealthInsurance, type ProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { products } from '#shared/contract/products.ts'
import { idOf, openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`scheme ${count++}`)
})

const asOwner = () => as(shop.titulaire.token)
const aLine = (label: string, rest: object = {}): Promise<ProductHealthInsurance> =>
  asOwner().call(productHealthInsurance.create, { body: { label, basePrice: 500, rate: 70, ...rest } })
const revOf = async (id: string): Promise<{ rev: number; xmin: string }> => {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<{ rev: number; xmin: string }>`select rev, xmin::text from product_health_insurances where id = ${id}`.execute(
      tx,
    ),
  )
  return rows[0]!
}
/** A product of the referential, which all pharmacies share. */
async function aProduct(
  label: string,
  inns: [name: string, dosage: string | null][],
  form = 'comprimé',
): Promise<string> {
  const [id, formId] = [idOf('product', label), idOf('form', form)]
  await database.platform(async (tx) => {
    await tx
      .insertInto('forms')
      .values({ id: formId, label: form })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('products')
      .values({ id, label, form_id: formId, source: 'tests' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const [position, [name, dosage]] of inns.entries()) {
      await tx
        .insertInto('inns')
        .values({ id: idOf('inn', name), name })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx
        .insertInto('product_inns')
        .values({ product_id: id, position, inn_id: idOf('inn', name), dosage })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
  return id
}
async function heard(work: () => Promise<unknown>): Promise<string[]> {
  const lists: string[] = []
  const stop = hints.subscribe(shop.id, (list) => lists.push(list))
  await work().finally(stop)
  return lists
}

describe('the list', () => {
  test('a new line is there, in use and without a product; tills hear of it', async () => {
    let line: ProductHealthInsurance | undefined
    expect(await heard(async () => (line = await aLine(' PARACETAMOL 500MG CP ', { code: 'M1', inn: '' })))).toEqual([
      'product-health-insurance',
    ])
    expect(line).toMatchObject({
      code: 'M1',
      label: 'PARACETAMOL 500MG CP',
      inn: null,
      dosage: null,
      basePrice: 500,
      rate: 70,
      productId: null,
      archived: false,
    })
    expect(await asOwner().call(productHealthInsurance.read, { params: { id: line!.id } })).toEqual(line)
    expect(await asOwner().call(productHealthInsurance.all, {})).toEqual([line])
  })

  test('a till reads all of it, then only what changed, archived lines too', async () => {
    const [first, second] = [await aLine('A'), await aLine('B')]
    const start = await asOwner().call(productHealthInsurance.list, { query: { cursor: '', size: 1 } })
    expect([start.items.map(({ id }) => id), start.more, start.total]).toEqual([[first.id], true, 2])
    const rest = await asOwner().call(productHealthInsurance.list, { query: { cursor: start.cursor! } })
    expect([rest.items.map(({ id }) => id), rest.more]).toEqual([[second.id], false])
    await asOwner().call(productHealthInsurance.remove, { params: { id: first.id } })
    const changes = await asOwner().call(productHealthInsurance.list, { query: { cursor: rest.cursor! } })
    expect(changes.items).toEqual([{ ...first, archived: true }])
    expect(await asOwner().call(productHealthInsurance.all, {})).toEqual([second])
    expect((await asOwner().call(productHealthInsurance.list, { query: { page: 1, size: 1 } })).items).toEqual([second])
  })

  test('a change keeps what it does not name; a code belongs to one line', async () => {
    const line = await aLine('A', { code: 'M1', inn: 'Paracétamol', dosage: '500 mg' })
    expect(await asOwner().call(productHealthInsurance.patch, { params: { id: line.id }, body: { rate: 80 } })).toEqual(
      { ...line, rate: 80 },
    )
    const other = await aLine('B')
    for (const attempt of [
      () => aLine('C', { code: 'M1' }),
      () => asOwner().call(productHealthInsurance.patch, { params: { id: other.id }, body: { code: 'M1' } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ message: 'requests:taken' })
    // many lines may have none
    await aLine('D')
  })

  test('percentages and prices that are none are refused at their field', async () => {
    for (const rate of [-1, 101, 80.5])
      await expect(aLine('A', { rate })).rejects.toMatchObject({
        message: 'requests:invalid',
        details: { issues: [{ path: 'body.rate' }] },
      })
    for (const rate of [0, 100]) expect(await aLine('A', { rate })).toMatchObject({ rate })
    await expect(aLine('A', { basePrice: -1 })).rejects.toMatchObject({
      details: { issues: [{ path: 'body.basePrice' }] },
    })
    await expect(aLine('  ')).rejects.toMatchObject({ details: { issues: [{ path: 'body.label' }] } })
  })

  test('another pharmacy’s line is not there, and stays as it is', async () => {
    const line = await aLine('A')
    const stranger = as((await openShop(`scheme other ${count}`)).titulaire.token)
    const params = { id: line.id }
    for (const attempt of [
      () => stranger.call(productHealthInsurance.read, { params }),
      () => stranger.call(productHealthInsurance.patch, { params, body: { rate: 0 } }),
      () => stranger.call(productHealthInsurance.remove, { params }),
      () =>
        stranger.call(productHealthInsurance.associateProduct, {
          params,
          body: { productId: null, productHealthInsuranceId: line.id },
        }),
    ])
      await expect(attempt()).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
    await expect(
      stranger.call(productHealthInsurance.associateProducts, {
        body: { associations: [{ productHealthInsuranceId: line.id, productId: null }] },
      }),
    ).rejects.toMatchObject({
      details: { issues: [{ path: 'body.associations.0.productHealthInsuranceId', message: 'unknown' }] },
    })
    expect(await asOwner().call(productHealthInsurance.read, { params })).toEqual(line)
  })
})

describe('which product a line pays for', () => {
  const associate = (line: { id: string }, productId: string | null, named = line.id) =>
    asOwner().call(productHealthInsurance.associateProduct, {
      params: { id: line.id },
      body: { productId, productHealthInsuranceId: named },
    })

  test('is said, said again, and ended', async () => {
    const product = await aProduct('DOLIPRANE 500 mg, comprimé', [['Paracétamol', '500 mg']])
    const line = await aLine('PARACETAMOL 500MG CP')
    const associated = {
      ...line,
      productId: product,
      product: { id: product, label: 'DOLIPRANE 500 mg, comprimé', inn: 'Paracétamol 500 mg', form: 'comprimé' },
    }
    expect(await associate(line, product)).toEqual(associated)
    const before = await revOf(line.id)
    expect(await heard(async () => expect(await associate(line, product)).toEqual(associated))).toEqual([])
    expect(await revOf(line.id)).toEqual(before)
    expect(await associate(line, null)).toEqual({ ...line, product: null })
    expect((await revOf(line.id)).rev).toBeGreaterThan(before.rev)
  })

  test('another id in the body, or a product that nobody knows, is refused at its field', async () => {
    const line = await aLine('A')
    await expect(associate(line, null, randomUUID())).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.productHealthInsuranceId' }] },
    })
    await expect(associate(line, randomUUID())).rejects.toMatchObject({
      details: { issues: [{ path: 'body.productId', message: 'unknown' }] },
    })
  })

  test('a product is paid for by one line in use: the refusal names it', async () => {
    const product = await aProduct('DOLIPRANE 500 mg, comprimé', [['Paracétamol', '500 mg']])
    const [line, other] = [await aLine('PARACETAMOL 500MG CP'), await aLine('PARACETAMOL 500MG GEL')]
    await associate(line, product)
    await expect(associate(other, product)).rejects.toMatchObject({
      message: 'productHealthInsurance:productTaken',
      details: { takenBy: { id: line.id, label: 'PARACETAMOL 500MG CP' } },
    })
    // an archived line lets go, and cannot come back while another has it
    await asOwner().call(productHealthInsurance.remove, { params: { id: line.id } })
    expect(await associate(other, product)).toMatchObject({ productId: product })
    await expect(
      asOwner().call(productHealthInsurance.patch, { params: { id: line.id }, body: { archived: false } }),
    ).rejects.toMatchObject({ message: 'productHealthInsurance:productTaken' })
    await associate(other, null)
    expect(
      await asOwner().call(productHealthInsurance.patch, { params: { id: line.id }, body: { archived: false } }),
    ).toMatchObject({ archived: false, productId: product })
  })

  test('an archived line takes no product, and gives away the one it has', async () => {
    const product = await aProduct('DOLIPRANE 500 mg, comprimé', [['Paracétamol', '500 mg']])
    const line = await aLine('PARACETAMOL 500MG CP')
    await associate(line, product)
    await asOwner().call(productHealthInsurance.remove, { params: { id: line.id } })
    await expect(associate(line, product)).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.productHealthInsuranceId', message: 'archived' }] },
    })
    expect(await associate(line, null)).toMatchObject({ id: line.id, archived: true, productId: null })
  })

  test('several at once: all or none, and a product may pass from one line to the other', async () => {
    const [a, b] = [
      await aProduct('DOLIPRANE 500 mg, comprimé', [['Paracétamol', '500 mg']]),
      await aProduct('DOLIPRANE 1000 mg, comprimé', [['Paracétamol', '1000 mg']]),
    ]
    const [first, second, third] = [await aLine('1'), await aLine('2'), await aLine('3')]
    const accept = (...pairs: [{ id: string }, string | null][]) =>
      asOwner().call(productHealthInsurance.associateProducts, {
        body: { associations: pairs.map(([line, productId]) => ({ productHealthInsuranceId: line.id, productId })) },
      })
    const standing = async () =>
      (await asOwner().call(productHealthInsurance.all, {})).map(({ productId }) => productId)
    expect(await accept([first, a], [second, b])).toEqual({ associated: 2 })
    await expect(accept([third, a], [second, null])).rejects.toMatchObject({
      message: 'productHealthInsurance:productTaken',
      details: { lineId: third.id, takenBy: { label: '1' } },
    })
    await expect(accept([first, null], [third, randomUUID()])).rejects.toMatchObject({
      details: { issues: [{ path: 'body.associations.1.productId', message: 'unknown' }] },
    })
    await expect(accept([third, a], [first, a])).rejects.toMatchObject({
      details: { issues: [{ path: 'body.associations.1.productId', message: 'twice' }] },
    })
    await expect(accept([third, null], [third, null])).rejects.toMatchObject({
      details: { issues: [{ path: 'body.associations.1.productHealthInsuranceId', message: 'twice' }] },
    })
    expect(await standing()).toEqual([a, b, null])
    expect(await accept([first, b], [second, a], [third, null])).toEqual({ associated: 2 })
    expect(await standing()).toEqual([b, a, null])
  })

  test('the list with products is searched and filtered, and says how many miss theirs', async () => {
    const product = await aProduct('DOLIPRANE 500 mg, comprimé', [['Paracétamol', '500 mg']])
    const [line] = [
      await aLine('PARACETAMOL 500MG CP', { code: 'M1' }),
      await aLine('Éphédrine', { inn: 'Éphédrine' }),
      await aLine('ZINC'),
    ]
    await associate(line, product)
    const list = async (query: object) => {
      const { items, total, missing } = await asOwner().call(productHealthInsurance.withAssociatedProduct, { query })
      return [items.map(({ label }) => label), total, missing]
    }
    expect(await list({})).toEqual([['Éphédrine', 'PARACETAMOL 500MG CP', 'ZINC'], 3, 2])
    expect(await list({ size: 1, page: 1 })).toEqual([['PARACETAMOL 500MG CP'], 3, 2])
    expect(await list({ only: 'associated' })).toEqual([['PARACETAMOL 500MG CP'], 1, 2])
    expect(await list({ only: 'missing', search: 'EPHE' })).toEqual([['Éphédrine'], 1, 2])
    for (const search of ['doliprane', 'paracétamol 500', 'm1'])
      expect(await list({ search })).toEqual([['PARACETAMOL 500MG CP'], 1, 2])
    expect(await list({ search: '%' })).toEqual([[], 0, 2])
  })

  test('the list with products is sorted by every column, both ways', async () => {
    const products = [await aProduct('Éfferalgan 1 g', []), await aProduct('DOLIPRANE 500 mg, comprimé', [])]
    await associate(
      await aLine('b', { code: 'É2', inn: 'Zinc', dosage: '1 g', form: 'gélule', basePrice: 90 }),
      products[0]!,
    )
    await associate(await aLine('Â', { code: 'f1', inn: 'écorce', dosage: '2 g', form: 'Gel', rate: 9 }), products[1]!)
    await aLine('c')
    const list = (query: object) => asOwner().call(productHealthInsurance.withAssociatedProduct, { query })
    await expectSortedBothWays(list, {
      code: ({ code }) => code,
      label: ({ label }) => label,
      inn: ({ inn }) => inn,
      dosage: ({ dosage }) => dosage,
      form: ({ form }) => form,
      price: ({ basePrice }) => basePrice,
      rate: ({ rate }) => rate,
      product: ({ product }) => product && product.label,
    })
  })

  test('the products of the scheme, with what it pays', async () => {
    const product = await aProduct('DOLIPRANE 500 mg, comprimé', [['Paracétamol', '500 mg']])
    const [line, other] = [await aLine('PARACETAMOL 500MG CP'), await aLine('Other')]
    await associate(line, product)
    const list = () => asOwner().call(products.withHealthInsurance, {})
    expect(await list()).toMatchObject({
      items: [
        {
          id: product,
          label: 'DOLIPRANE 500 mg, comprimé',
          inns: [{ name: 'Paracétamol', dosage: '500 mg' }],
          healthInsurance: { id: line.id, label: line.label, basePrice: 500, rate: 70 },
        },
      ],
      total: 1,
    })
    const stranger = await openShop(`scheme foreign ${count}`)
    expect(await as(stranger.titulaire.token).call(products.withHealthInsurance, {})).toEqual({ items: [], total: 0 })
    await expect(as(await openAdmin(database)).call(products.withHealthInsurance, {})).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    await asOwner().call(productHealthInsurance.remove, { params: { id: line.id } })
    await associate(other, product)
    expect((await list()).items[0]?.healthInsurance).toMatchObject({ id: other.id })
  })
})

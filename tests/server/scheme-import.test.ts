import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`scheme import ${count++}`)
})

type Line = {
  code: string
  label: string
  basePrice: number
  rate: number
  inn?: string
  dosage?: string
  form?: string
}
const aListed = (code: string, rest: Partial<Line> = {}): Line => ({
  code,
  label: `LINE ${code}`,
  basePrice: 500,
  rate: 70,
  ...rest,
})
const asOwner = () => as(shop.titulaire.token)
const take = (lines: Line[], archiveOthers = false) =>
  asOwner().call(productHealthInsurance.importList, { body: { lines, archiveOthers } })
type Standing = {
  code: string | null
  label: string
  rate: number
  archived: boolean
  rev: number
  xmin: string
  productId: string | null
}
async function standing(): Promise<Standing[]> {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<Standing>`select code, label, rate, archived, rev, xmin::text, product_id as "productId" from product_health_insurances order by code nulls last`.execute(
      tx,
    ),
  )
  return rows
}

describe('taking over the scheme’s list', () => {
  test('adds what is new, changes what differs and leaves the rest untouched', async () => {
    expect(await take([aListed('A'), aListed('B'), aListed('C')])).toEqual({
      created: 3,
      changed: 0,
      unchanged: 0,
      archived: 0,
    })
    const before = await standing()
    expect(await take([aListed('C'), aListed('B', { rate: 80 }), aListed('D')])).toEqual({
      created: 1,
      changed: 1,
      unchanged: 1,
      archived: 0,
    })
    const after = await standing()
    expect(after.map(({ code, rate }) => [code, rate])).toEqual([
      ['A', 70],
      ['B', 80],
      ['C', 70],
      ['D', 70],
    ])
    expect([after[0], after[2]]).toEqual([before[0], before[2]])
    expect(new Set(after.map(({ rev }) => rev)).size).toBe(4)
    expect(Math.min(after[1]!.rev, after[3]!.rev)).toBeGreaterThan(Math.max(...before.map(({ rev }) => rev)))
  })

  test('the same list twice writes nothing, and nobody is told', async () => {
    const lines = [aListed('A', { inn: 'Paracétamol' }), aListed('B', { dosage: ' ' })]
    await take(lines)
    const before = await standing()
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (list) => heard.push(list))
    expect(await take(lines, true)).toEqual({ created: 0, changed: 0, unchanged: 2, archived: 0 })
    stop()
    expect(await standing()).toEqual(before)
    expect(heard).toEqual([])
  })

  test('what the list no longer has is archived only when asked; what was made by hand stays', async () => {
    await take([aListed('A'), aListed('B')])
    await asOwner().call(productHealthInsurance.create, { body: { label: 'by hand', basePrice: 1, rate: 1 } })
    await take([aListed('A')])
    expect((await standing()).map(({ archived }) => archived)).toEqual([false, false, false])
    expect(await take([aListed('A')], true)).toEqual({ created: 0, changed: 0, unchanged: 1, archived: 1 })
    expect((await standing()).map(({ archived }) => archived)).toEqual([false, true, false])
    expect(await take([aListed('B')])).toEqual({ created: 0, changed: 1, unchanged: 0, archived: 0 })
    expect((await standing()).map(({ archived }) => archived)).toEqual([false, false, false])
  })

  test('a line that comes back leaves its product to who has it meanwhile', async () => {
    const productId = idOf('imported product')
    await database.platform((tx) =>
      tx
        .insertInto('products')
        .values({ id: productId, label: 'X', source: 'tests' })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    await take([aListed('A'), aListed('B')])
    const ids = Object.fromEntries(
      (await asOwner().call(productHealthInsurance.all, {})).map(({ code, id }) => [code, id]),
    )
    const associate = (id: string) =>
      asOwner().call(productHealthInsurance.associateProduct, {
        params: { id },
        body: { productId, productHealthInsuranceId: id },
      })
    await associate(ids.A!)
    await take([aListed('B')], true)
    await associate(ids.B!)
    await take([aListed('A'), aListed('B', { rate: 10 })])
    expect((await standing()).map((line) => [line.code, line.archived, line.productId])).toEqual([
      ['A', false, null],
      ['B', false, productId],
    ])
  })

  test('a code that comes twice, or one wrong line, and nothing is taken over', async () => {
    await expect(take([aListed('A'), aListed('B'), aListed('A')])).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.lines.2.code' }] },
    })
    await expect(take([aListed('A'), aListed('B', { rate: 101 })])).rejects.toMatchObject({
      details: { issues: [{ path: 'body.lines.1.rate' }] },
    })
    expect(await standing()).toEqual([])
  })

  test('20,000 lines in one go', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) =>
      aListed(`K${index}`, {
        label: `PARACETAMOL ${index}MG CP B/20`,
        inn: 'Paracétamol',
        dosage: `${index} mg`,
        form: 'CP',
      }),
    )
    const start = performance.now()
    expect(await take(lines)).toMatchObject({ created: 20_000 })
    const created = performance.now()
    expect(await take(lines, true)).toMatchObject({ unchanged: 20_000 })
    const again = performance.now()
    process.stdout.write(
      `20,000 lines: ${Math.round(created - start)} ms, the same again ${Math.round(again - created)} ms\n`,
    )
  })
})

describe('suggestions', () => {
  /** A referential of 20,000 products: what lines mean lies between thousands of others. */
  async function aReferential(): Promise<void> {
    await database.platform(async (tx) => {
      await sql`insert into inns (id, name) select gen_random_uuid(), 'Substance' || n from generate_series(1, 3000) n on conflict do nothing`.execute(
        tx,
      )
      await sql`insert into inns (id, name) values (${idOf('i', 'p')}, 'PARACÉTAMOL'), (${idOf('i', 'a')}, 'AMOXICILLINE TRIHYDRATÉE'), (${idOf('i', 'c')}, 'CLAVULANATE DE POTASSIUM') on conflict do nothing`.execute(
        tx,
      )
      await sql`insert into forms (id, label) values (${idOf('f', 'cp')}, 'comprimé pelliculé'), (${idOf('f', 'susp')}, 'poudre pour suspension buvable') on conflict do nothing`.execute(
        tx,
      )
      await sql`insert into products (id, label, source) select gen_random_uuid(), 'BRAND' || n || ' ' || n || ' mg, comprimé', 'many' from generate_series(1, 20000) n`.execute(
        tx,
      )
      await sql`insert into product_inns (product_id, position, inn_id, dosage)
        select p.id, 0, i.id, '5 mg' from (select id, row_number() over (order by id) as n from products where source = 'many') p join (select id, row_number() over (order by id) as n from inns where name like 'Substance%') i on i.n = p.n % 3000 + 1`.execute(
        tx,
      )
      const product = async (key: string, label: string, form: string, inns: [string, string][]): Promise<void> => {
        await tx
          .insertInto('products')
          .values({ id: idOf('s', key), label, form_id: idOf('f', form), source: 'tests' })
          .execute()
        await tx
          .insertInto('product_inns')
          .values(
            inns.map(([inn, dosage], position) => ({
              product_id: idOf('s', key),
              position,
              inn_id: idOf('i', inn),
              dosage,
            })),
          )
          .execute()
      }
      await product('500', 'DOLIPRANE 500 mg, comprimé', 'cp', [['p', '500 mg']])
      await product('1000', 'DOLIPRANE 1000 mg, comprimé', 'cp', [['p', '1000 mg']])
      await product('1 g', 'EFFERALGAN 1 g, comprimé pelliculé', 'cp', [['p', '1 g']])
      await product(
        'augmentin',
        'AUGMENTIN 1 g/125 mg ADULTES, poudre pour suspension buvable en sachet-dose',
        'susp',
        [
          ['a', '1 g'],
          ['c', '125 mg'],
        ],
      )
      await product('amoxicilline', 'CLAMOXYL 1 g, poudre pour suspension buvable en sachet-dose', 'susp', [
        ['a', '1 g'],
      ])
    })
  }

  test('lines without a product, each with what it may mean; sold products first; among 20,000', async () => {
    await aReferential()
    await database.platform((tx) =>
      tx
        .insertInto('pharmacy_products')
        .values({ pharmacy_id: shop.id, id: idOf(shop.id, 'sold'), product_id: idOf('s', '1 g') })
        .execute(),
    )
    await take([
      aListed('A', { label: 'PARACETAMOL 500MG CP B/20' }),
      aListed('B', { label: 'PARACETAMOL 1G CP' }),
      aListed('C', { label: 'AMOXICILLINE+AC CLAVULANIQUE 1G/125MG SACHET' }),
      aListed('D', { label: 'SUBSTANCE INCONNUE' }),
      aListed('E', { label: 'EFFERALGAN 1G CP' }),
    ])
    const associated = (await asOwner().call(productHealthInsurance.all, {})).find(({ code }) => code === 'E')!
    await asOwner().call(productHealthInsurance.associateProduct, {
      params: { id: associated.id },
      body: { productId: idOf('s', 'amoxicilline'), productHealthInsuranceId: associated.id },
    })

    const start = performance.now()
    const { items, total } = await asOwner().call(productHealthInsurance.suggestions, { query: { size: 200 } })
    const took = performance.now() - start
    expect(total).toBe(4)
    const of = (code: string) => items.find(({ line }) => line.code === code)!
    expect(items.map(({ line }) => line.code)).toEqual(['C', 'B', 'A', 'D'])
    expect([of('A').certain, of('B').certain, of('C').certain, of('D').certain]).toEqual([true, false, true, false])
    expect(of('A').candidates[0]).toEqual({
      id: idOf('s', '500'),
      label: 'DOLIPRANE 500 mg, comprimé',
      inn: 'PARACÉTAMOL 500 mg',
      form: 'comprimé pelliculé',
      sameDosage: true,
      sameForm: true,
      isSold: false,
    })
    expect(of('B').candidates.map(({ id }) => id)).toEqual([idOf('s', '1 g'), idOf('s', '1000'), idOf('s', '500')])
    expect(of('B').candidates[0]?.isSold).toBe(true)
    expect(of('C').candidates.map(({ id }) => id)).toEqual([idOf('s', 'augmentin')])
    expect(of('D').candidates).toEqual([])
    const again = performance.now()
    await asOwner().call(productHealthInsurance.suggestions, { query: { size: 200 } })
    process.stdout.write(`the same again: ${Math.round(performance.now() - again)} ms\n`)
    process.stdout.write(`suggestions among 20,000 products: ${Math.round(took)} ms\n`)
    // a page of them
    expect(
      (await asOwner().call(productHealthInsurance.suggestions, { query: { page: 1, size: 3 } })).items.map(
        ({ line }) => line.code,
      ),
    ).toEqual(['D'])
  })
})

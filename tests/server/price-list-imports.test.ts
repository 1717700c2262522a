import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { products } from '#shared/contract/products.ts'
import {
  type NewWholesalerProduct,
  priceListImports,
  wholesalerProducts,
  wholesalers,
} from '#shared/contract/wholesalers.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const admin = as(await openAdmin(database))
const shop = await openShop('price lists')
let golfe: string
let count = 0

const aWholesaler = async () =>
  (await admin.call(wholesalers.create, { body: { name: `Tarifs ${count++}`, countryCode: 'BJ' } })).id
beforeEach(async () => {
  clock.now = new Date('2026-03-02T10:00:00Z')
  golfe = await aWholesaler()
})

const line = (code: string, price: number, rest: Partial<NewWholesalerProduct> = {}): NewWholesalerProduct => ({
  code,
  label: `PRODUIT ${code}`,
  pack: null,
  availability: 'available',
  price: String(price),
  publicPrice: null,
  per: 0,
  free: 0,
  rebate: 0,
  ...rest,
})
const take = (day: string, lines: NewWholesalerProduct[], rest: object = {}) =>
  admin.call(wholesalerProducts.takeList, { params: { id: golfe }, body: { day, lines, ...rest } })
const history = async (wholesalerId = golfe) =>
  (await admin.call(priceListImports.history, { query: { wholesalerId } })).items
const rowsOf = (id: string) => admin.call(priceListImports.rows, { params: { id } })
const undo = (id: string, by = admin) => by.call(priceListImports.undo, { params: { id } })
const undoLast = async () => undo((await history()).find(({ canUndo }) => canUndo)!.id)
const codes = async () =>
  (await admin.call(wholesalerProducts.list, { query: { wholesalerId: golfe } })).items.map(({ code }) => code)
const pricesOf = async (code: string) =>
  (await admin.call(wholesalerProducts.history, { params: { id: golfe, code } })).map(({ from, price }) => [
    from,
    Number(price),
  ])
const tie = (code: string, productId: string | null) =>
  admin.call(wholesalerProducts.tie, { params: { id: golfe, code }, body: { productId } })
const aProduct = async (label: string, known: string[] = []) =>
  (await admin.call(products.create, { body: { label, codes: known } })).id
/** Codes and prices as they stand in their tables. */
const everything = (wholesalerId = golfe) =>
  database.platform(async (tx) => {
    const of = async (table: string) =>
      (
        await sql`select to_jsonb(t) as row from ${sql.table(table)} t where wholesaler_id = ${wholesalerId}
          order by to_jsonb(t)`.execute(tx)
      ).rows
    return { codes: await of('wholesaler_products'), prices: await of('wholesaler_product_prices') }
  })
const refused = [{ line: 3, code: 'B1', label: 'PRODUIT B1', errors: [{ field: 'price', text: 'Le prix manque.' }] }]

test('a list is kept with who, when, which file, what was taken and the rows that were not', async () => {
  await take('2026-01-01', [line('A1', 500), line('B1', 90)])
  await take('2026-02-01', [line('A1', 520), line('C1', 70)], { fileName: 'golfe.xlsx', refused })
  const [made, before] = await history()
  expect(made).toMatchObject({
    fileName: 'golfe.xlsx',
    importedAt: clock.now.toISOString(),
    importedByName: expect.stringMatching(/\S/) as string,
    added: 1,
    changed: 1,
    same: 0,
    gone: 0,
    refused: 1,
    undone: null,
    canUndo: true,
  })
  expect(before).toMatchObject({ added: 2, canUndo: false })
  expect(await rowsOf(made!.id)).toEqual({ refused, kept: [] })
})

test('while a row is left out, no code leaves: it may be the row of one', async () => {
  await take('2026-01-01', [line('A1', 500), line('B1', 90)])
  expect(await take('2026-02-01', [line('A1', 500)], { refused })).toMatchObject({ left: 0 })
  expect(await codes()).toEqual(['A1', 'B1'])
  expect(await take('2026-02-02', [line('A1', 500)])).toMatchObject({ left: 1 })
  expect((await history())[0]).toMatchObject({ gone: 1, same: 1 })
})

describe('undoing', () => {
  test('takes new codes away, and gives the others back their price, today and in their history', async () => {
    await take('2026-01-01', [line('A1', 500), line('B1', 90), line('C1', 10)])
    const before = await everything()
    await take('2026-02-01', [line('A1', 520, { availability: 'out' }), line('B1', 90), line('D1', 40)])
    expect(await pricesOf('A1')).toHaveLength(2)
    expect(await undoLast()).toEqual({ removed: 1, restored: 2, kept: 0 })
    expect(await everything()).toEqual(before)
    expect(await pricesOf('A1')).toEqual([['2026-01-01', 500]])
    expect(await take('2026-02-01', [line('A1', 520)])).toMatchObject({ added: 0, repriced: 1 })
  })

  test('of a second list of the same day gives back the price of the first', async () => {
    await take('2026-02-01', [line('A1', 500)])
    await take('2026-02-01', [line('A1', 520)])
    expect(await pricesOf('A1')).toEqual([['2026-02-01', 520]])
    await undoLast()
    expect(await pricesOf('A1')).toEqual([['2026-02-01', 500]])
  })

  test('of an older list takes its prices out of the history, and changes no price of today', async () => {
    await take('2026-02-01', [line('A1', 520)])
    const before = await everything()
    await take('2026-01-01', [line('A1', 500), line('B1', 80)])
    expect(await undoLast()).toEqual({ removed: 1, restored: 1, kept: 0 })
    expect(await everything()).toEqual(before)
  })

  test('twice, or by two at once, is once, and says who did it', async () => {
    await take('2026-01-01', [line('A1', 500)])
    const { id } = (await history())[0]!
    const [one, other] = await Promise.all([undo(id), undo(id)])
    expect(one).toEqual({ removed: 1, restored: 0, kept: 0 })
    expect(other).toEqual(one)
    await take('2026-01-01', [line('A1', 500)])
    expect(await undo(id)).toEqual(one)
    expect(await codes()).toEqual(['A1'])
    expect((await history()).at(-1)).toMatchObject({
      undone: { byName: expect.stringMatching(/\S/) as string, at: clock.now.toISOString(), ...one },
      canUndo: false,
    })
  })

  test('keeps what was tied by hand since: a changed code keeps its product, a new one stays', async () => {
    const [one, other] = [await aProduct(`LIÉ ${count}`), await aProduct(`LIÉ AUSSI ${count}`)]
    await take('2026-01-01', [line('A1', 500)])
    await take('2026-02-01', [line('A1', 520), line('B1', 90)])
    await tie('A1', one)
    await tie('B1', other)
    const { id } = (await history())[0]!
    expect(await undo(id)).toEqual({ removed: 0, restored: 1, kept: 1 })
    expect((await rowsOf(id)).kept).toEqual([{ code: 'B1', label: 'PRODUIT B1', why: 'changed' }])
    const { items } = await admin.call(wholesalerProducts.list, { query: { wholesalerId: golfe } })
    expect(items.map(({ code, price, productId }) => [code, Number(price), productId])).toEqual([
      ['A1', 500, one],
      ['B1', 90, other],
    ])
    expect([await pricesOf('A1'), await pricesOf('B1')]).toEqual([[['2026-01-01', 500]], [['2026-02-01', 90]]])
  })

  test('takes a tie back that the list made by itself', async () => {
    const code = String(3_345_600 + count)
    await take('2026-01-01', [line(code, 500)])
    const before = await everything()
    await aProduct(`CONNU ${count}`, [code])
    expect(await take('2026-02-01', [line(code, 500)])).toMatchObject({ tied: 1 })
    expect(await undoLast()).toEqual({ removed: 0, restored: 1, kept: 0 })
    expect(await everything()).toEqual(before)
  })

  test('leaves a code as a newer list made it, when that list could not be undone for it', async () => {
    await take('2026-01-01', [line('A1', 500)])
    await take('2026-02-01', [line('A1', 520)])
    await database.platform((tx) =>
      sql`update wholesaler_products set label = 'corrected' where wholesaler_id = ${golfe}`.execute(tx),
    )
    expect(await undoLast()).toEqual({ removed: 0, restored: 0, kept: 1 })
    expect(await undoLast()).toEqual({ removed: 0, restored: 0, kept: 1 })
    expect(await pricesOf('A1')).toEqual([
      ['2026-02-01', 520],
      ['2026-01-01', 500],
    ])
  })

  test('is for the last list of this wholesaler only', async () => {
    await take('2026-01-01', [line('A1', 500)])
    await take('2026-02-01', [line('A1', 520)])
    const other = await aWholesaler()
    await admin.call(wholesalerProducts.takeList, {
      params: { id: other },
      body: { day: '2026-03-01', lines: [line('A1', 1)] },
    })
    const untouched = await everything(other)
    await expect(undo((await history())[1]!.id)).rejects.toMatchObject({ message: 'requests:conflict' })
    await undoLast()
    expect(await pricesOf('A1')).toEqual([['2026-01-01', 500]])
    expect(await everything(other)).toEqual(untouched)
  })

  test('is for the platform only, and for its price lists only', async () => {
    await take('2026-01-01', [line('A1', 500)])
    const { id } = (await history())[0]!
    await expect(undo(id, as(shop.titulaire.token))).rejects.toMatchObject({ message: 'auth:forbidden' })
    await expect(undo(golfe)).rejects.toMatchObject({ message: 'requests:notFound' })
    await expect(history(shop.id)).rejects.toMatchObject({ message: 'requests:notFound' })
    expect(await database.read(shop.id, (tx) => tx.selectFrom('import_runs').selectAll().execute())).toEqual([])
    expect(await codes()).toEqual(['A1'])
  })

  test('of any list after any other gives the codes and prices before it', async () => {
    const anyList = fc.record({
      day: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'),
      isWhole: fc.boolean(),
      lines: fc.uniqueArray(
        fc.record({
          code: fc.constantFrom('A1', 'B1', 'C1'),
          price: fc.constantFrom(500, 520),
          rebate: fc.constantFrom(0, 500),
          availability: fc.constantFrom('available' as const, 'out' as const),
        }),
        { selector: ({ code }) => code, minLength: 1 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyList, { minLength: 1, maxLength: 3 }), async (lists) => {
        golfe = await aWholesaler()
        const states = [await everything()]
        for (const { day, isWhole, lines } of lists) {
          await take(
            day,
            lines.map(({ code, price, ...rest }) => line(code, price, rest)),
            { isWhole },
          )
          states.push(await everything())
        }
        for (const before of states.slice(0, -1).toReversed()) {
          expect((await undoLast()).kept).toBe(0)
          expect(await everything()).toEqual(before)
        }
      }),
      { numRuns: 20 },
    )
  })
})

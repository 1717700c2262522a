import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { productHealthInsurance, schemeImports } from '#shared/contract/product-health-insurance.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, hints, openShop } = await testApp()
clock.now = new Date('2026-11-21T10:00:00Z')
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`scheme history ${count++}`)
})

type Line = { code: string; label: string; basePrice: number; rate: number }
const aListed = (code: string, rest: Partial<Line> = {}): Line => ({
  code,
  label: `LINE ${code}`,
  basePrice: 500,
  rate: 70,
  ...rest,
})
const asOwner = () => as(shop.titulaire.token)
const take = (
  lines: Line[],
  given: {
    archiveOthers?: boolean
    fileName?: string
    refused?: { line: number; code: string; label: string; errors: { field: string | null; text: string }[] }[]
  } = {},
) => asOwner().call(productHealthInsurance.importList, { body: { lines, ...given } })
const history = async (by = asOwner()) => (await by.call(schemeImports.history, { query: {} })).items
const rowsOf = (id: string, by = asOwner()) => by.call(schemeImports.rows, { params: { id } })
const undo = (id: string, by = asOwner()) => by.call(schemeImports.undo, { params: { id } })
const undoLast = async () => undo((await history()).find(({ canUndo }) => canUndo)!.id)
/** The lines that the scheme pays for. */
const inUse = async () =>
  (await asOwner().call(productHealthInsurance.all, {}))
    .map(({ code, rate, productId }) => ({ code, rate, productId }))
    .toSorted((a, b) => (a.code ?? '').localeCompare(b.code ?? ''))
const codes = async () => (await inUse()).map(({ code }) => code)
const idOfCode = async (code: string) =>
  (await asOwner().call(productHealthInsurance.all, {})).find((line) => line.code === code)!.id
async function aProduct(name: string): Promise<string> {
  const id = idOf(name)
  await database.platform((tx) =>
    tx
      .insertInto('products')
      .values({ id, label: name, source: 'tests' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return id
}
const associate = async (code: string, productId: string) => {
  const id = await idOfCode(code)
  await asOwner().call(productHealthInsurance.associateProduct, {
    params: { id },
    body: { productId, productHealthInsuranceId: id },
  })
}
const refused = [{ line: 3, code: 'B', label: 'LINE B', errors: [{ field: null, text: 'Le taux manque.' }] }]

test('an import is kept with who, when, which file, what was taken and the rows that were not', async () => {
  await take([aListed('A'), aListed('C')])
  await take([aListed('A'), aListed('C', { rate: 80 }), aListed('D')], { fileName: 'arch.xlsx', refused })
  const [made, before] = await history()
  expect(made).toMatchObject({
    fileName: 'arch.xlsx',
    importedAt: clock.now.toISOString(),
    importedByName: expect.stringMatching(/\S/) as string,
    added: 1,
    changed: 1,
    same: 1,
    gone: 0,
    refused: 1,
    undone: null,
    canUndo: true,
  })
  expect(before).toMatchObject({ fileName: null, added: 2, canUndo: false })
  expect(await rowsOf(made!.id)).toEqual({ refused, kept: [] })
})

test('while a row is left out, no line is archived: it may be the row of one', async () => {
  await take([aListed('A'), aListed('B'), aListed('C')])
  expect(await take([aListed('A')], { archiveOthers: true, refused })).toMatchObject({ unchanged: 1, archived: 0 })
  expect(await codes()).toEqual(['A', 'B', 'C'])
  expect(await take([aListed('A')], { archiveOthers: true })).toMatchObject({ archived: 2 })
  expect((await history())[0]).toMatchObject({ gone: 2 })
})

describe('undoing', () => {
  test('takes away what was added, gives back what was changed and archived, and tells the tills', async () => {
    await take([aListed('A'), aListed('B'), aListed('C')])
    const before = await inUse()
    await take([aListed('A', { rate: 80 }), aListed('B'), aListed('D')], { archiveOthers: true })
    expect(await codes()).toEqual(['A', 'B', 'D'])
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (list) => heard.push(list))
    expect(await undoLast()).toEqual({ removed: 1, restored: 2, kept: 0 })
    stop()
    expect(heard).toContain('product-health-insurance')
    expect(await inUse()).toEqual(before)
    // the same file again is the same import again
    expect(await take([aListed('A', { rate: 80 }), aListed('B'), aListed('D')])).toMatchObject({ changed: 2 })
    expect(await codes()).toEqual(['A', 'B', 'C', 'D'])
  })

  test('twice is once, says who did it, and is traced', async () => {
    await take([aListed('A')])
    const lineId = await idOfCode('A')
    const { id } = (await history())[0]!
    const [one, other] = await Promise.all([undo(id), undo(id)])
    expect(one).toEqual({ removed: 1, restored: 0, kept: 0 })
    expect(other).toEqual(one)
    expect(await inUse()).toEqual([])
    await take([aListed('A')])
    expect(await undo(id)).toEqual(one)
    expect(await codes()).toEqual(['A'])
    expect((await history()).at(-1)).toMatchObject({
      undone: { byName: expect.stringMatching(/\S/) as string, at: clock.now.toISOString(), ...one },
      canUndo: false,
    })
    const { items } = await asOwner().call(audit.list, { query: { page: 0, size: 10, recordId: lineId } })
    expect(items.map(({ call }) => call)).toEqual([
      'POST /product-health-insurance/import',
      'POST /scheme-imports/{id}/undo',
      'POST /product-health-insurance/import',
    ])
  })

  test('leaves a line that was changed by hand since, and tells it', async () => {
    await take([aListed('A'), aListed('B')])
    await take([aListed('A', { rate: 80 }), aListed('B', { rate: 80 }), aListed('C')])
    for (const code of ['A', 'C'])
      await asOwner().call(productHealthInsurance.patch, {
        params: { id: await idOfCode(code) },
        body: { label: `${code} by hand` },
      })
    const { id } = (await history())[0]!
    expect(await undo(id)).toEqual({ removed: 0, restored: 1, kept: 2 })
    expect((await rowsOf(id)).kept.toSorted((a, b) => a.code.localeCompare(b.code))).toEqual([
      { code: 'A', label: 'LINE A', why: 'changed' },
      { code: 'C', label: 'LINE C', why: 'changed' },
    ])
    expect((await inUse()).map(({ code, rate }) => [code, rate])).toEqual([
      ['A', 80],
      ['B', 70],
      ['C', 70],
    ])
  })

  test('leaves a line its product of since: a changed line goes back with it, an added one stays', async () => {
    await take([aListed('A')])
    await take([aListed('A', { rate: 80 }), aListed('B')])
    const [one, other] = [await aProduct('scheme one'), await aProduct('scheme other')]
    await associate('A', one)
    await associate('B', other)
    expect(await undoLast()).toEqual({ removed: 0, restored: 1, kept: 1 })
    expect(await inUse()).toEqual([
      { code: 'A', rate: 70, productId: one },
      { code: 'B', rate: 70, productId: other },
    ])
  })

  test('leaves an archived line whose product another one has meanwhile', async () => {
    const product = await aProduct('scheme taken')
    await take([aListed('A'), aListed('B')])
    await associate('A', product)
    await take([aListed('B')], { archiveOthers: true })
    await associate('B', product)
    const { id } = (await history())[0]!
    expect(await undo(id)).toEqual({ removed: 0, restored: 0, kept: 1 })
    expect(await rowsOf(id)).toMatchObject({ kept: [{ code: 'A', why: 'taken' }] })
    expect(await inUse()).toEqual([{ code: 'B', rate: 70, productId: product }])
  })

  test('is for the last import only, then for the one before it', async () => {
    await take([aListed('A')])
    await take([aListed('A', { rate: 80 })])
    await expect(undo((await history())[1]!.id)).rejects.toMatchObject({ message: 'requests:conflict' })
    await undoLast()
    expect((await inUse())[0]).toMatchObject({ rate: 70 })
    await undoLast()
    expect(await inUse()).toEqual([])
  })

  test('is refused to another pharmacy, and to who may not edit contracts', async () => {
    const stranger = as((await openShop(`scheme history other ${count}`)).titulaire.token)
    await take([aListed('A')])
    const { id } = (await history())[0]!
    await expect(undo(id, stranger)).rejects.toMatchObject({ message: 'requests:notFound' })
    await expect(rowsOf(id, stranger)).rejects.toMatchObject({ message: 'requests:notFound' })
    expect(await history(stranger)).toEqual([])
    await expect(undo(id, as(shop.vendeur.token))).rejects.toMatchObject({ message: 'auth:forbidden' })
    expect(await codes()).toEqual(['A'])
  })

  test('of any file after any other gives the lines before it', async () => {
    const anyFile = fc.uniqueArray(
      fc.record({
        code: fc.constantFrom('A', 'B', 'C', 'D'),
        label: fc.constantFrom('X', 'Y'),
        basePrice: fc.nat({ max: 2 }),
        rate: fc.constantFrom(70, 80),
      }),
      { selector: ({ code }) => code, minLength: 1 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyFile, fc.boolean()), { minLength: 1, maxLength: 3 }), async (files) => {
        shop = await openShop(`scheme history ${count++}`)
        const states = [await inUse()]
        for (const [lines, archiveOthers] of files) {
          await take(lines, { archiveOthers })
          states.push(await inUse())
        }
        for (const before of states.slice(0, -1).toReversed()) {
          expect((await undoLast()).kept).toBe(0)
          expect(await inUse()).toEqual(before)
        }
      }),
      { numRuns: 15 },
    )
  })
})

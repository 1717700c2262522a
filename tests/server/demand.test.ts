import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { demandDays, recentDays } from '#shared/domain/expiries/demand.ts'
import { soldDaysOf } from '#server/stock/demand.repo.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { idOf, openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

/** The demand of a product, from the kept days, is what its movements say, whatever their order (decision 0075). */
const database = await testDatabase()
const today = '2026-11-21'
const units = randomUUID()
let shop: Shop

type Move = {
  daysAgo: number
  cause: 'delivery' | 'sale' | 'sale-canceled' | 'return' | 'unpack' | 'destruction'
  quantity: number
}
type Lot = { loose: boolean; expiresIn: number | null; moves: Move[] }

beforeAll(async () => {
  shop = await openShop(database, 'demand')
  await database.platform((tx) =>
    sql`insert into packagings (id, label, units) values (${units}, 'Comprimé de la demande', 1)`.execute(tx),
  )
})

const cameIn = new Set<Move['cause']>(['delivery', 'sale-canceled', 'return'])
const move = fc
  .record({
    daysAgo: fc.integer({ min: 0, max: 260 }),
    cause: fc.constantFrom<Move['cause'][]>(
      'delivery',
      'delivery',
      'sale',
      'sale',
      'sale-canceled',
      'return',
      'unpack',
      'destruction',
    ),
    size: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ size, ...rest }): Move => ({ ...rest, quantity: cameIn.has(rest.cause) ? size : -size }))
const lots = fc.array(
  fc.record<Lot>({
    loose: fc.boolean(),
    expiresIn: fc.option(fc.integer({ min: -230, max: 100 })),
    moves: fc.array(move, { minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 4 },
)

test('the demand of a product is what its movements say', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(lots, fc.boolean(), async (given, isOneByOne) => {
      const productId = await written(given, isOneByOne)
      const packagings = [...new Set(given.map(({ loose }) => loose))]
      const asked = [
        ...packagings.map((loose) => ({
          packagingId: packagingOf(loose),
          of: given.filter((lot) => lot.loose === loose),
        })),
        { packagingId: null, of: given },
      ]
      for (const { packagingId, of } of asked) {
        const scope = sql`select ${productId}::uuid as product_id, ${packagingId}::uuid as packaging_id`
        const found = await database.read(shop.id, (tx) =>
          soldDaysOf(tx, shop.id, { scope, byPackaging: packagingId !== null, today }),
        )
        expect(found).toEqual([{ productId, packagingId, ...modelOf(of) }])
      }
      expect((await brokenLedgers(database, shop.id)).filter((fault) => fault?.startsWith('of product'))).toEqual([])
    }),
    { numRuns: 60 },
  ),
)

const packagingOf = (loose: boolean) => (loose ? units : idOf('packaging'))
const dayOf = (daysAgo: number) => addDays(today, -daysAgo)

/** A product with these lots; its movements one by one, in the order of the list, or in one statement. */
async function written(given: readonly Lot[], isOneByOne: boolean): Promise<string> {
  const productId = randomUUID()
  const rows = given.map(({ loose, expiresIn, moves }) => ({
    id: randomUUID(),
    packaging_id: packagingOf(loose),
    expires_on: expiresIn === null ? null : addDays(today, expiresIn),
    quantity: moves.reduce((sum, { quantity }) => sum + quantity, 0),
    moves,
  }))
  await database.platform(async (tx) => {
    await tx
      .insertInto('pharmacy_products')
      .values({ pharmacy_id: shop.id, id: productId, private_label: `Produit ${productId}` })
      .execute()
    await tx
      .insertInto('stock_items')
      .values(
        rows.map(({ moves: _moves, ...row }) => ({
          ...row,
          pharmacy_id: shop.id,
          pharmacy_product_id: productId,
          purchase_price: 1,
          sale_price: 2,
        })),
      )
      .execute()
    const movements = rows.flatMap(({ id, moves }) =>
      moves.map(({ daysAgo, cause, quantity }) => ({
        pharmacy_id: shop.id,
        id: randomUUID(),
        stock_item_id: id,
        cause,
        quantity,
        before: 0,
        after: quantity,
        at: new Date(`${dayOf(daysAgo)}T12:00:00Z`),
      })),
    )
    const statements = isOneByOne ? movements.map((one) => [one]) : [movements]
    for (const values of statements) await tx.insertInto('stock_movements').values(values).execute()
  })
  return productId
}

/** Day by day, backwards from what is on the shelf now. */
function modelOf(given: readonly Lot[]) {
  const moves = given.flatMap((lot) => lot.moves)
  const left = ({ moves: of }: Lot) => of.reduce((sum, { quantity }) => sum + quantity, 0)
  const isGone = ({ expiresIn }: Lot, daysAgo: number) => expiresIn !== null && expiresIn < 0 && -expiresIn >= daysAgo
  const stockAfter = (daysAgo: number) =>
    given.reduce((sum, lot) => sum + (isGone(lot, daysAgo) ? 0 : left(lot)), 0) -
    moves.filter((one) => one.daysAgo < daysAgo).reduce((sum, { quantity }) => sum + quantity, 0)
  const soldOn = (daysAgo: number) =>
    -moves
      .filter((one) => one.daysAgo === daysAgo && one.cause !== 'destruction' && one.cause !== 'delivery')
      .reduce((sum, { quantity }) => sum + quantity, 0)
  const days = Array.from({ length: demandDays }, (_, index) => index + 1).map((daysAgo) => ({
    daysAgo,
    sold: soldOn(daysAgo),
    isStocked: stockAfter(daysAgo) > 0 || stockAfter(daysAgo + 1) > 0 || soldOn(daysAgo) > 0,
  }))
  const recent = days.filter(({ daysAgo }) => daysAgo <= recentDays)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  return {
    days: days.filter(({ isStocked }) => isStocked).length,
    units: sum(days.map(({ sold }) => sold)),
    squares: sum(days.map(({ sold }) => sold * sold)),
    recentDays: recent.filter(({ isStocked }) => isStocked).length,
    recentUnits: sum(recent.map(({ sold }) => sold)),
  }
}

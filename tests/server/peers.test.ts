import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { pharmacies } from '#shared/contract/users.ts'
import { reports } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { peerMeasures } from '#shared/domain/reports/peers.ts'
import { openPeers } from '#server/peers/peer-loop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const [october, november, december] = ['2026-10-15', '2026-11-15', '2026-12-15'].map(
  (day) => new Date(`${day}T10:00:00Z`),
)
clock.now = november!

const shops: Shop[] = []
/** A pharmacy of a domain of its own, or of that of another pharmacy. */
async function aPharmacy(name: string, of = name): Promise<Shop> {
  const shop = await openShop(`peers ${name}`)
  await database.platform((tx) =>
    sql`with d as (insert into domains (id, name) values (${idOf('domain', of)}, ${of}) on conflict do nothing)
      select`.execute(tx),
  )
  await database.platform((tx) =>
    sql`update pharmacies set domain_id = ${idOf('domain', of)} where id = ${shop.id}`.execute(tx),
  )
  return shop
}
const baskets = [1, 2, 3, 4, 6, 12]
/** Twelve boxes at 1,000, so many in each sale. */
async function sell(shop: Shop, at: Date, boxes: number) {
  const now = clock.now
  clock.now = at
  for (let left = 12; left > 0; left -= boxes)
    await as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [lineOf(shop, 0, boxes)], soldAt: at.toISOString() }),
    })
  clock.now = now
}
const join = (shop: Shop, comparesWithPeers = true) =>
  as(shop.titulaire.token).call(pharmacies.changeSettings, { body: { comparesWithPeers } })
async function compare() {
  const loop = openPeers({
    database,
    now: () => clock.now,
    onError: (error) => {
      throw error
    },
  })
  const stored = await loop.compare()
  await loop.stop()
  return stored
}
const read = (shop: Shop, token = shop.titulaire.token) => as(token).call(reports.peers, {})
const basketOf = async (shop: Shop) =>
  (await read(shop)).compared?.figures.find(({ measure }) => measure === 'meanBasket')

beforeAll(async () => {
  for (const boxes of baskets) {
    const shop = await aPharmacy(`${boxes}`)
    await sell(shop, october!, boxes)
    shops.push(shop)
  }
}, 120_000)

test('who does not take part counts nowhere and sees nothing; with too few others nothing is told', async () => {
  const [first, ...rest] = shops as [Shop, ...Shop[]]
  expect(await read(first)).toEqual({ takesPart: false, compared: null })
  for (const shop of rest) await join(shop)
  expect(await compare()).toBe(rest.length * peerMeasures.length * 3)
  expect(await read(first)).toEqual({ takesPart: false, compared: null })
  expect(await read(rest[0]!)).toMatchObject({
    takesPart: true,
    compared: { month: { from: '2026-10-01', to: '2026-10-31' }, size: 'small' },
  })
  // Each has four others only.
  for (const shop of rest) expect((await basketOf(shop))?.quartiles).toBeNull()
})

test('of six owners each sees his own figure beside the quartiles of the five others', async () => {
  const [first, ...rest] = shops as [Shop, ...Shop[]]
  await join(first)
  await compare()
  expect(await basketOf(first)).toEqual({
    measure: 'meanBasket',
    own: 1000,
    quartiles: { lower: 2500, median: 4333, upper: 9000 },
  })
  // They were compared before: with one pharmacy more, the difference would be its figure.
  for (const shop of rest) expect((await basketOf(shop))?.quartiles).toBeNull()
})

test('own figures are those of the reports; measures without the right are not told', async () => {
  const shop = shops[0]!
  const { compared } = await read(shop)
  const { totals } = await as(shop.titulaire.token).call(reports.ask, {
    body: { measures: [...peerMeasures], period: compared!.month },
  })
  expect(compared!.figures.map(({ own }) => own)).toEqual(totals.values)
  const { token } = await aMember(database, shop, ['report.see'])
  const seen = (await read(shop, token)).compared!.figures.map(({ measure }) => measure)
  expect(seen).toEqual(['meanBasket', 'discountRate', 'outRate'])
  const { token: other } = await aMember(database, shop, [])
  await expect(read(shop, other)).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('it is computed once: again, or by two processes at once, nothing changes', async () => {
  const rows = () =>
    database.platform((tx) => tx.selectFrom('peer_quartiles').selectAll().orderBy('domain_id').execute())
  const before = await rows()
  expect(await compare()).toBe(0)
  await database.platform((tx) => sql`delete from peer_quartiles`.execute(tx))
  const stored = await Promise.all([compare(), compare()])
  expect(stored[0]! + stored[1]!).toBe(before.length)
  expect(await rows()).toHaveLength(before.length)
  // Now all six are compared together.
  for (const shop of shops) expect((await basketOf(shop))?.quartiles).not.toBeNull()
})

test('the month after, an owner’s own pharmacies are left out, and who has left or is suspended', async () => {
  const [first, second, third] = shops as [Shop, Shop, Shop]
  const sister = await aPharmacy('sister', '1')
  const newcomer = await aPharmacy('newcomer')
  for (const [at, shop] of shops.entries()) await sell(shop, november!, baskets[at]!)
  for (const shop of [sister, newcomer]) {
    await sell(shop, november!, 3)
    await join(shop)
  }
  await join(second, false)
  expect(await read(second)).toEqual({ takesPart: false, compared: null })
  clock.now = december!
  const suspended = (at: Date | null) =>
    database.platform((tx) => sql`update pharmacies set suspended_at = ${at} where id = ${third.id}`.execute(tx))
  await suspended(december!)
  await compare()
  // Four others: of 4, 6 and 12 boxes, and the newcomer.
  expect((await basketOf(first))?.quartiles).toBeNull()
  await suspended(null)
  await database.platform((tx) => sql`delete from peer_quartiles where month = '2026-11-01'`.execute(tx))
  await compare()
  for (const [shop, own] of [
    [first, 1000],
    [sister, 3000],
  ] as const) {
    expect(await read(shop)).toMatchObject({ compared: { month: { from: '2026-11-01', to: '2026-11-30' } } })
    expect(await basketOf(shop)).toMatchObject({ own, quartiles: { lower: 3000, median: 4333, upper: 9000 } })
  }
  // Of his five others one has two of six pharmacies.
  expect((await basketOf(newcomer))?.quartiles).toBeNull()
  await join(second)
  expect(await read(second)).toMatchObject({ compared: { month: { from: '2026-10-01' } } })
})

test('a member reads no row of another owner, whatever he asks the database; he changes none', async () => {
  const [first, second] = shops as [Shop, Shop]
  const all = await database.platform((tx) => tx.selectFrom('peer_quartiles').select('domain_id').distinct().execute())
  expect(all.length).toBeGreaterThanOrEqual(6)
  const domainOf = idOf('domain', '1')
  const seenBy = (shop: Shop) =>
    database.read(shop.id, (tx) => tx.selectFrom('peer_quartiles').select('domain_id').distinct().execute())
  expect(await seenBy(first)).toEqual([{ domain_id: domainOf }])
  const stolen = await database.read(first.id, (tx) =>
    tx.selectFrom('peer_quartiles').selectAll().where('domain_id', '=', idOf('domain', '2')).execute(),
  )
  expect(stolen).toEqual([])
  await join(second, false)
  expect(await seenBy(second)).toEqual([])
  for (const statement of [sql`delete from peer_quartiles`, sql`update peer_quartiles set median = 1`])
    await expect(database.write(first.id, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
  await database.platform(async (tx) => {
    await sql`set local role officine_app`.execute(tx)
    expect(await tx.selectFrom('peer_quartiles').selectAll().execute()).toEqual([])
  })
})

test('nothing of a pharmacy is stored: neither a figure of one nor how many took part', async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = 'peer_quartiles' order by 1`.execute(tx),
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'country_code',
    'domain_id',
    'lower',
    'measure',
    'median',
    'month',
    'size',
    'upper',
  ])
})

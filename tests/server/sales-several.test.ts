import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sales, salesAtOnce, type NewSale } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash, quantityOf, salesCount } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`several ${count++}`)
})

const send = async (...several: NewSale[]) =>
  (await as(shop.terminal.token).call(sales.closeSeveral, { body: { sales: several } })).outcomes
const sent = (several: number) => Array.from({ length: several }, () => aSale(shop))

test('each is closed as if it had come alone, in the order given', async () => {
  const several = sent(salesAtOnce)
  const outcomes = await send(...several)
  expect(outcomes.map((outcome) => outcome.kind === 'closed' && [outcome.sale.id, outcome.sale.number])).toEqual(
    several.map(({ id }, at) => [id, at + 1]),
  )
  expect(outcomes[3]).toEqual({
    kind: 'closed',
    sale: await as(shop.terminal.token).call(sales.close, { body: several[3]! }),
  })
  expect([await salesCount(database, shop), await quantityOf(database, shop, shop.lots[0])]).toEqual([
    salesAtOnce,
    100 - salesAtOnce,
  ])
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('one that is refused holds none back, leaves no gap, and is refused again with the same words', async () => {
  const wrong = { ...aSale(shop), total: 5 }
  const several = [aSale(shop), wrong, aSale(shop)]
  const outcomes = await send(...several)
  expect(outcomes).toMatchObject([
    { kind: 'closed', sale: { number: 1 } },
    { kind: 'refused', status: 422, refusal: { message: 'sales:totalMismatch' } },
    { kind: 'closed', sale: { number: 2 } },
  ])
  const [refused] = outcomes.filter(({ kind }) => kind === 'refused')
  const { status, refusal } = refused as Extract<typeof refused, { kind: 'refused' }>
  await expect(as(shop.terminal.token).call(sales.close, { body: wrong })).rejects.toMatchObject({
    status,
    message: refusal.message,
    details: refusal.details,
  })
  expect(await salesCount(database, shop)).toBe(2)
})

test('sent twice, in other company or alone, a sale is there once and answered the same', async () => {
  const [one, two, three] = sent(3) as [NewSale, NewSale, NewSale]
  const first = await send(one, two)
  expect(await send(two, three, one)).toMatchObject([first[1], { kind: 'closed', sale: { number: 3 } }, first[0]])
  const together = await Promise.all([send(one, two, three), send(three, two, one), send(two)])
  expect(new Set(together.flat().map((outcome) => JSON.stringify(outcome))).size).toBe(3)
  expect(await salesCount(database, shop)).toBe(3)
})

test('the same id twice in one request is one sale; with other content the second is refused', async () => {
  const sale = aSale(shop)
  const other = { ...sale, payments: [cash(1000, 2000)] }
  expect(await send(sale, sale, other)).toMatchObject([
    { kind: 'closed' },
    { kind: 'closed' },
    { kind: 'refused', refusal: { message: 'sales:payloadMismatch' } },
  ])
  expect(await salesCount(database, shop)).toBe(1)
})

test('each is judged on the seller that it names', async () => {
  expect(await send(aSale(shop), aSale(shop, { seller: shop.stocks }))).toMatchObject([
    { kind: 'closed' },
    { kind: 'refused', status: 403, refusal: { message: 'auth:forbidden' } },
  ])
})

test('something breaks at one: it is left undecided without a trace, the others are closed', async () => {
  const [one, broken, three] = sent(3) as [NewSale, NewSale, NewSale]
  await database.platform(async (tx) => {
    await sql`create or replace function break_one() returns trigger language plpgsql as $$ begin raise exception 'the disk broke'; end $$`.execute(
      tx,
    )
    await sql`create trigger break_one before insert on sales for each row when (new.id = '${sql.raw(broken.id)}') execute function break_one()`.execute(
      tx,
    )
  })
  expect((await send(one, broken, three)).map(({ kind }) => kind)).toEqual(['closed', 'undecided', 'closed'])
  expect(await brokenLedgers(database, shop.id)).toEqual([])
  await database.platform((tx) => sql`drop trigger break_one on sales`.execute(tx))
  expect(await send(broken)).toMatchObject([{ kind: 'closed', sale: { number: 3 } }])
})

test('none, too many, or one that cannot be read: nothing of it is closed', async () => {
  const bodies = [
    [],
    sent(salesAtOnce + 1),
    [aSale(shop), { ...aSale(shop), revision: 0 }],
    [aSale(shop), {} as NewSale],
  ]
  for (const body of bodies)
    await expect(as(shop.terminal.token).call(sales.closeSeveral, { body: { sales: body } })).rejects.toMatchObject({
      status: 400,
      message: 'requests:invalid',
    })
  expect(await salesCount(database, shop)).toBe(0)
})

test('the windows hear of it', async () => {
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (hint) => heard.push(JSON.stringify(hint)))
  await send(...sent(2))
  await expect.poll(() => heard.some((hint) => hint.includes('pharmacy-products'))).toBe(true)
  stop()
})

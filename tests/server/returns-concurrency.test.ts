import { expect, test } from 'vitest'
import type { NewSaleReturn, SaleReturn } from '#shared/contract/sale-return.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { times, twoServers, type Server } from '#tests/server/support/two-servers.ts'

async function sold(server: Server, shop: Shop, boxes: number): Promise<Sale> {
  return (await server.post<Sale>('/sales', aSale(shop, { lines: [lineOf(shop, 0, boxes)] }), shop.vendeur.token)).body
}

test('of two returns of the last box at once one is made and the other hears that nothing is left', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shop = await openShop(database, 'last box')
  for (let round = 0; round < 5; round++) {
    const sale = await sold(servers[0], shop, 1)
    const answers = await Promise.all(
      times(2, (index) =>
        servers[index]!.post<SaleReturn>(
          `/sales/${sale.id}/returns`,
          aReturn(shop, sale, [{ line: 0, quantity: 1 }]),
          shop.pharmacien.token,
        ),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect([answers.length - refused.length, refused.map(({ status, body }) => [status, body.message])]).toEqual([
      1,
      [[422, 'sales:returnBeyondSold']],
    ])
  }
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(100)
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('the same return sent at once many times is one credit note, and all hear the same', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shop = await openShop(database, 'same return')
  const sale = await sold(servers[0], shop, 9)
  for (let round = 0; round < 3; round++) {
    const sent: NewSaleReturn = aReturn(shop, sale, [{ line: 0, quantity: 1 }])
    const answers = await Promise.all(
      times(8, (index) =>
        servers[index % 2]!.post<SaleReturn>(`/sales/${sale.id}/returns`, sent, shop.pharmacien.token),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(times(8, () => 201))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0]!.body.number).toBe(round + 1)
  }
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(94)
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('sales and returns side by side lose no number and no box', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shop = await openShop(database, 'side by side')
  const sale = await sold(servers[0], shop, 12)
  const answers = await Promise.all(
    times(24, (index) => {
      const server = servers[index % 2]!
      return index < 12
        ? server.post<SaleReturn>(
            `/sales/${sale.id}/returns`,
            aReturn(shop, sale, [{ line: 0, quantity: 1 }]),
            shop.pharmacien.token,
          )
        : server.post<Sale>('/sales', aSale(shop), shop.vendeur.token)
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(times(24, () => 201))
  expect(
    answers
      .slice(0, 12)
      .map(({ body }) => body.number)
      .sort((a, b) => a - b),
  ).toEqual(times(12, (index) => index + 1))
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(88)
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

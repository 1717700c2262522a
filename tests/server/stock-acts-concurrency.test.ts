import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sale } from '#shared/contract/sales.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, quantityOf } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { aDestruction, aLotBlock, anAdjustment, anUnpacking } from '#tests/server/support/stock-acting.ts'
import { times, twoServers, type Server } from '#tests/server/support/two-servers.ts'
import { runs } from '#tests/support/extent.ts'

test('the last box opened at two tills at once is opened once, and the other hears that none is left', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shop = await openShop(database, 'last box opened')
  for (let round = 0; round < 4; round++) {
    const lot = await aLot(database, shop, { units: 30, quantity: 1 })
    const answers = await Promise.all(
      times(4, (index) =>
        servers[index % 2]!.patch(
          '/pharmacy-products/unpack',
          anUnpacking(shop, { stockItemId: lot.id }),
          shop.terminal.token,
        ),
      ),
    )
    expect(answers.map(({ status, body }) => body.message ?? String(status)).toSorted()).toEqual([
      '200',
      'stocks:beyondStock',
      'stocks:beyondStock',
      'stocks:beyondStock',
    ])
    expect(await quantityOf(database, shop, lot.id)).toBe(0)
    expect(await quantityOf(database, shop, unitItemIdOf(lot.id))).toBe(30)
  }
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

type Gesture = { kind: 'sell' | 'unpack' | 'adjust' | 'destroy' | 'give-back' | 'block'; lot: number; quantity: number }

/** Sends a gesture one to three times at once, over both servers: all answers must be the same. */
async function play(
  servers: readonly Server[],
  { shop, lots, sold }: { shop: Shop; lots: readonly string[]; sold: readonly Sale[] },
  { kind, lot, quantity }: Gesture,
  repeats: number,
): Promise<string[]> {
  const stockItemId = lots[lot % lots.length]!
  const sale = sold[lot % sold.length]!
  const token = shop.pharmacien.token
  const send = {
    sell: () => {
      const body = aSale(shop, { lines: [{ lot: stockItemId, price: 1000, quantity }] })
      return (server: Server) => server.post('/sales', body, shop.vendeur.token)
    },
    unpack: () => {
      const body = anUnpacking(shop, { stockItemId, boxes: quantity })
      return (server: Server) => server.patch('/pharmacy-products/unpack', body, shop.terminal.token)
    },
    adjust: () => {
      const body = anAdjustment(shop, { stockItemId, change: quantity % 2 ? quantity : -quantity })
      return (server: Server) => server.patch('/pharmacy-products/adjust', body, shop.terminal.token)
    },
    destroy: () => {
      const body = aDestruction(shop, { lines: [{ stockItemId, quantity, reason: 'damaged' }] })
      return (server: Server) => server.post('/destructions', body, token)
    },
    'give-back': () => {
      const body = aReturn(shop, sale, [{ line: 0, quantity: 1 }])
      return (server: Server) => server.post(`/sales/${sale.id}/returns`, body, token)
    },
    block: () => {
      const body = aLotBlock(shop, { stockItemId, act: quantity % 2 ? 'quarantine' : 'release' })
      return (server: Server) => server.patch('/pharmacy-products/block', body, shop.terminal.token)
    },
  }[kind]()
  const answers = await Promise.all(times(repeats, (index) => send(servers[(lot + index) % 2]!)))
  for (const { body } of answers) expect(body).toEqual(answers[0]!.body)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  return answers.map(({ status, body }) => body.message ?? String(status))
}

test('law: whatever sells, opens, adjusts, destroys and takes back at once, the ledger is whole and nothing counts twice', async () => {
  const servers = await twoServers()
  const { database } = servers[0]
  const shop = await openShop(database, 'stock rush')
  const kinds = ['sell', 'unpack', 'adjust', 'destroy', 'give-back', 'block'] as const
  const anyGesture = fc.record({
    kind: fc.constantFrom(...kinds),
    lot: fc.nat({ max: 5 }),
    quantity: fc.integer({ min: 1, max: 6 }),
  })
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyGesture, fc.integer({ min: 1, max: 3 })), { minLength: 8, maxLength: 24 }),
      async (gestures) => {
        const lots = [
          (await aLot(database, shop, { units: 30, quantity: 8, price: 1000 })).id,
          (await aLot(database, shop, { units: 10, quantity: 5, price: 1000 })).id,
        ]
        const sold: Sale[] = []
        for (const lot of lots)
          sold.push(
            (
              await servers[0].post<Sale>(
                '/sales',
                aSale(shop, { lines: [{ lot, price: 1000, quantity: 2 }] }),
                shop.vendeur.token,
              )
            ).body,
          )
        const answers = await Promise.all(
          gestures.map(([gesture, repeats]) => play(servers, { shop, lots, sold }, gesture, repeats)),
        )
        for (const said of answers.flat()) seen.set(said, (seen.get(said) ?? 0) + 1)
        expect(await brokenLedgers(database, shop.id)).toEqual([])
      },
    ),
    { numRuns: runs(8) },
  )
  // The walk accepts and refuses: otherwise it would prove nothing.
  expect(seen.get('200')).toBeGreaterThan(0)
  expect(seen.get('201')).toBeGreaterThan(0)
  expect(seen.get('stocks:beyondStock')).toBeGreaterThan(0)
})

import { expect, test } from 'vitest'
import type { NewSale } from '#shared/contract/sales.ts'
import { saleOf, standbyShop, type Computer } from '#tests/server/support/standby-shop.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'

const pin = '4827'

test.skipIf(process.platform !== 'linux')(
  'the first computer dies while it sells: a person with a PIN makes the second one the first, tills send again what it lacks, no number is given twice, and the former one stops when it comes back',
  async () => {
    const { shop, first, second, words, isFollowed } = await standbyShop('taken over')
    await second.start(['--of', `127.0.0.1:${first.standbyPort}`, '--words', await words()])
    await isFollowed()
    // it ends the session of the owner
    const owner = { token: shop.titulaire.token, method: 'PATCH', body: { pin } }
    expect(await first.ask(`/users/${shop.titulaire.id}`, owner)).toMatchObject({ status: 200 })

    const acknowledged = new Map<string, { sale: NewSale; number: number; generation: string }>()
    let isDead = false
    const sell = async (): Promise<void> => {
      while (!isDead) {
        const sale = aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] })
        const reply = await first.sell(sale).catch(() => undefined)
        if (reply?.status !== 201) return
        acknowledged.set(sale.id, { sale, number: saleOf(reply).number, generation: reply.generation })
      }
    }
    const selling = Promise.all([sell(), sell(), sell()])
    await expect.poll(() => acknowledged.size, { timeout: 400_000, interval: 1 }).toBeGreaterThan(60)
    // the network to the second computer stands still for the last sales
    await first.silence()
    const replicated = acknowledged.size + 3
    await expect.poll(() => acknowledged.size, { timeout: 400_000, interval: 1 }).toBeGreaterThan(replicated + 10)
    await first.kill()
    isDead = true
    await selling

    // until a person decides, nothing is taken
    expect(await second.sell()).toMatchObject({ status: 503, body: { message: 'server:standby' } })
    expect(await decide(second, '9999')).toBe(422)
    const decidedAt = Date.now()
    expect(await decide(second, pin)).toBe(202)
    await expect
      .poll(async () => (await second.ask(`/pharmacies/${shop.id}`).catch(() => undefined))?.status, {
        timeout: 400_000,
        interval: 20,
      })
      .toBe(200)
    const tookMs = Date.now() - decidedAt

    // tills ask for what it lacks, and send it again
    const ids = [...acknowledged.keys()]
    const { body } = await second.ask('/sales/reconcile', { body: { ids } })
    const missing = new Set(body.missing as string[])
    expect(missing.size).toBeGreaterThanOrEqual(10)
    const again = new Map<string, number>()
    for (const { sale } of acknowledged.values()) {
      const reply = await second.sell(sale)
      expect(reply.status).toBe(201)
      again.set(sale.id, saleOf(reply).number)
    }
    const given = new Set([...acknowledged.values()].map(({ number }) => number))
    for (const [id, { number }] of acknowledged) {
      if (missing.has(id)) expect(given.has(again.get(id)!)).toBe(false)
      else expect(again.get(id)).toBe(number)
    }
    const fresh = await second.sell()
    expect(given.has(saleOf(fresh).number)).toBe(false)
    expect(new Set(again.values()).size).toBe(acknowledged.size)

    // the former one comes back, and is told before a till is there
    await first.start()
    await expect
      .poll(async () => (await first.sell()).body.message, { timeout: 400_000, interval: 50 })
      .toBe('server:replaced')
    expect((await second.sell()).status).toBe(201)
    process.stdout.write(
      `${acknowledged.size} sales, ${missing.size} were not replicated; ${tookMs} ms from the PIN to the first answer\n`,
    )
  },
  1_200_000,
)

async function decide({ port }: Computer, code: string): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/relais`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pin: code }),
  })
  return reply.status
}

import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { type NewSale, type Sale, sales } from '#shared/contract/sales.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { aFiscalQueue, aTaxpayer } from '#tests/server/support/certifying.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

/** In which order the documents of a pharmacy are certified. */
const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, clock, database } = server
const queue = aFiscalQueue(server, simulator)
let shop: Shop
let nim: string
beforeEach(async () => {
  clock.now = new Date()
  simulator.traps.clear()
  simulator.forgetDrafts()
  shop = await aTaxpayer(server, simulator)
  const { rows } = await database.platform((tx) =>
    sql<{ nim: string }>`select fiscal_nim as nim from pharmacies where id = ${shop.id}`.execute(tx),
  )
  nim = rows[0]!.nim
})

const close = (sale: NewSale): Promise<Sale> => as(shop.vendeur.token).call(sales.close, { body: sale })
const titulaire = () => as(shop.titulaire.token)
const read = (id: string) => titulaire().call(fiscalDocuments.read, { params: { id } })
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}
const certifiedOf = () => simulator.certified().filter((invoice) => invoice.nim === nim)

describe('drafts ahead', () => {
  const sellInDisorder = async (count: number) => {
    for (let n = 1; n <= count; n += 1) {
      const place = ((n * 5) % count) + 1
      const soldAt = new Date(clock.now.getTime() - 3_600_000 + place * 60_000).toISOString()
      await close(aSale(shop, { identifier: `K1-${n}`, soldAt, lines: [lineOf(shop, 0, place)] }))
    }
  }
  const exchanges = async () => {
    const { rows } = await database.platform((tx) =>
      sql<{ step: string }>`select step from fiscal_exchanges where pharmacy_id = ${shop.id} order by seq`.execute(tx),
    )
    return rows.map(({ step }) => step)
  }

  test('are made while another document is confirmed, ten at most; confirmed in the order of selling', async () => {
    await sellInDisorder(14)
    simulator.traps.setDelay(100)
    await queue.runWaiting().finally(() => simulator.traps.setDelay(0))
    expect(certifiedOf().map(({ total }) => total)).toEqual(Array.from({ length: 14 }, (_, n) => (n + 1) * 1000))
    const steps = await exchanges()
    // Each is asked twice, and none was refused as the eleventh.
    expect(steps).toHaveLength(28)
    let pending = 0
    const waited = steps.map((step) => (pending += step === 'draft' ? 1 : -1))
    expect(Math.max(...waited)).toBeGreaterThan(1)
    expect(Math.max(...waited)).toBeLessThanOrEqual(10)
  })

  test('a platform that takes no more is asked once and a moment later again; the document did not fail', async () => {
    const other = await close(aSale(shop, { identifier: 'K1-100' }))
    for (let n = 0; n < 10; n += 1) {
      simulator.traps.lay('draft', 'unseen')
      await queue.runWaiting()
      later(20 * 60_000)
    }
    await sellInDisorder(3)
    const before = (await exchanges()).length
    const { attempts } = await read(other.id)
    await queue.runWaiting()
    await queue.runWaiting()
    expect((await exchanges()).length).toBe(before + 1)
    const { items } = await titulaire().call(fiscalDocuments.list, { query: { page: 0, size: 10 } })
    expect(items.map((item) => [item.state, item.attempts])).toEqual([
      ...Array.from({ length: 3 }, () => ['waiting', 0]),
      ['waiting', attempts],
    ])
    simulator.forgetDrafts()
    later(3_000)
    await queue.runWaiting()
    expect(certifiedOf()).toHaveLength(4)
  })

  test('a draft that fails among them keeps the order; so does a sale that comes late', async () => {
    await sellInDisorder(8)
    simulator.traps.setDelay(30)
    // The first draft stands, and the drafts of others begin; one of them fails.
    simulator.traps.lay('draft', 'slow')
    const running = queue.runWaiting()
    await vi.waitFor(async () => expect((await exchanges()).length).toBeGreaterThan(2), {
      interval: 5,
      timeout: 20_000,
    })
    simulator.traps.lay('draft', 'processing-error')
    await running.finally(() => simulator.traps.setDelay(0))
    await close(aSale(shop, { identifier: 'K1-90', lines: [lineOf(shop, 0, 9)], soldAt: clock.now.toISOString() }))
    later(10_000)
    await queue.runWaiting()
    expect(certifiedOf().map(({ total }) => total)).toEqual(Array.from({ length: 9 }, (_, n) => (n + 1) * 1000))
  })

  test('one that the platform refuses leaves the others alone', async () => {
    await sellInDisorder(4)
    await database.platform((tx) =>
      sql`update fiscal_documents set content = jsonb_set(content, '{lines,0,group}', '"Z"')
        where pharmacy_id = ${shop.id} and total = 3000`.execute(tx),
    )
    await queue.runWaiting()
    expect(certifiedOf().map(({ total }) => total)).toEqual([1000, 2000, 4000])
    const { items } = await titulaire().call(fiscalDocuments.list, { query: { page: 0, size: 10, state: 'rejected' } })
    expect(items).toMatchObject([{ total: 3000 }])
  })
})

describe('the order of selling after an outage', () => {
  const sell = (place: number) =>
    close(aSale(shop, { identifier: `K1-${place}`, soldAt: clock.now.toISOString(), lines: [lineOf(shop, 0, place)] }))
  /** Sells three, each a while after the other, and goes on trying. */
  const sellThree = async () => {
    for (const place of [1, 2, 3]) {
      await sell(place)
      await goOn(13, 7_000)
    }
  }
  const goOn = async (rounds: number, ms: number) => {
    for (let round = 0; round < rounds; round += 1) {
      await queue.runWaiting()
      later(ms)
    }
  }
  const totals = () => certifiedOf().map(({ total }) => total)

  test.each(['lost', 'unavailable', 'html', 'error-500', 'empty', 'processing-error'] as const)(
    'is kept whatever the platform says meanwhile: %s',
    async (trap) => {
      simulator.traps.lay('draft', trap, 1000)
      await sellThree()
      expect(totals()).toEqual([])
      simulator.traps.clear()
      await goOn(65, 2_000)
      expect(totals()).toEqual([1000, 2000, 3000])
    },
  )

  test('is kept when the first answer after a long outage is a trouble too', async () => {
    simulator.traps.lay('draft', 'unavailable', 1000)
    await sellThree()
    simulator.traps.clear()
    simulator.traps.lay('draft', 'processing-error')
    await goOn(130, 2_000)
    expect(totals()).toEqual([1000, 2000, 3000])
  })

  test('an outage that ended is noticed within two minutes', async () => {
    simulator.traps.lay('draft', 'unavailable', 1000)
    await sellThree()
    await goOn(60, 60_000)
    const [first] = (await titulaire().call(fiscalDocuments.list, { query: { page: 0, size: 10, sort: 'soldAt' } }))
      .items
    expect(Date.parse(first!.nextAt!) - clock.now.getTime()).toBeLessThanOrEqual(120_000)
    simulator.traps.clear()
    later(120_000)
    await queue.runWaiting()
    expect(totals()).toEqual([1000, 2000, 3000])
  })

  test('a document that the platform never answers for is passed by the others, and blocks no sale', async () => {
    await database.platform((tx) =>
      sql`update pharmacies set settings = settings || '{"fiscalOutage": "block"}' where id = ${shop.id}`.execute(tx),
    )
    for (const place of [1, 2, 3]) {
      await sell(place)
      later(1_000)
    }
    simulator.traps.failFor((body) => /"quantity":1[,}]/.test(JSON.stringify(body ?? '')))
    await goOn(8, 30_000)
    expect(totals()).toEqual([2000, 3000])
    await sell(4)
    await queue.runWaiting()
    expect(totals()).toEqual([2000, 3000, 4000])
    simulator.traps.clear()
    later(16 * 60_000)
    await queue.runWaiting()
    expect(totals()).toEqual([2000, 3000, 4000, 1000])
  })
  test('several of them, one after the other, hold nobody either, also when they are tried again', async () => {
    const sickOnes = /"quantity":[123][,}]/
    simulator.traps.failFor((body) => sickOnes.test(JSON.stringify(body ?? '')))
    for (const place of [1, 2, 3, 4]) {
      await sell(place)
      later(1_000)
    }
    await goOn(30, 60_000)
    expect(totals()).toEqual([4000])
    for (const place of [5, 6]) {
      // All sick ones are due again: the new one does not wait for them.
      later(16 * 60_000)
      await sell(place)
      await queue.runWaiting()
    }
    expect(totals()).toEqual([4000, 5000, 6000])
    later(16 * 60_000)
    await queue.runWaiting()
    simulator.traps.clear()
    later(16 * 60_000)
    await queue.runWaiting()
    expect(totals()).toEqual([4000, 5000, 6000, 1000, 2000, 3000])
  })
})

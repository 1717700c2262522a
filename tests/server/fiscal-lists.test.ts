import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { type NewSale, type Sale, sales } from '#shared/contract/sales.ts'
import { openSecrets } from '#server/base/secrets.ts'
import { fiscalTokenPlace } from '#server/pharmacies/fiscal-token.service.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { aFiscalQueue, aTaxpayer } from '#tests/server/support/certifying.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp, testKey } from '#tests/server/support/test-app.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, clock, database } = server
const queue = aFiscalQueue(server, simulator)
let shop: Shop
beforeEach(async () => {
  clock.now = new Date()
  shop = await aTaxpayer(server, simulator)
})
const close = (sale: NewSale = aSale(shop)): Promise<Sale> => as(shop.vendeur.token).call(sales.close, { body: sale })
const titulaire = () => as(shop.titulaire.token)
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

test('the list sorts by each column both ways', async () => {
  const sold: Sale[] = []
  for (const minute of [2, 1, 3]) {
    const soldAt = new Date(clock.now.getTime() - 600_000 + minute * 60_000).toISOString()
    sold.push(await close(aSale(shop, { identifier: `K1-${minute}`, soldAt, lines: [lineOf(shop, 0, minute)] })))
  }
  const client = (name: string) => JSON.stringify({ name, taxId: null, contact: null, address: null })
  await database.platform((tx) =>
    sql`update fiscal_documents d set number = v.number, operator = v.operator,
        state = case when v.nim is null then 'waiting' else 'certified' end, next_at = null,
        elements = case when v.nim is not null then jsonb_build_object('nim', v.nim, 'code', v.nim || '-1', 'at', '',
          'qr', '', 'counters', null) end, certified_at = case when v.nim is not null then ${clock.now}::timestamptz end,
        content = d.content || jsonb_build_object('client', v.client::jsonb)
      from (values (${sold[0]!.id}::uuid, 'A10', 'Éric', 'TS02', ${client('Zoé')}),
        (${sold[1]!.id}, '9', 'Alice', 'TS01', ${client('Ève')}), (${sold[2]!.id}, '11', 'Fred', null, null))
        as v (id, number, operator, nim, client) where d.id = v.id`.execute(tx),
  )
  await expectSortedBothWays((query) => titulaire().call(fiscalDocuments.list, { query }), {
    number: ({ number }) => Number(number.replace('A', '')),
    sale: ({ saleNumber }) => saleNumber,
    soldAt: ({ soldAt }) => soldAt,
    client: ({ clientName }) => clientName,
    operator: ({ operator }) => operator,
    total: ({ total }) => total,
    code: ({ code }) => code,
    nim: ({ nim }) => nim,
    state: ({ state }) => state,
  })
})

describe('the journal of exchanges', () => {
  const journal = (query: { from?: string; to?: string } = {}) =>
    titulaire().call(fiscalDocuments.journal, { query: { page: 0, size: 100, ...query } })

  test('has each exchange of the pharmacy in its days, sorted by each column; never the token', async () => {
    const sold = await close()
    for (const trap of ['lost', 'unavailable'] as const) {
      simulator.traps.lay('draft', trap)
      await queue.runWaiting()
      later(20 * 60_000)
    }
    await close(aSale(shop, { identifier: 'K1-2', lines: [lineOf(shop, 1)] }))
    await queue.runWaiting()
    await database.platform((tx) => sql`update fiscal_exchanges set took_ms = seq`.execute(tx))
    const { items, total } = await journal()
    expect([items.length, total]).toEqual([6, 6])
    expect(items.at(-1)).toMatchObject({ documentId: sold.id, step: 'draft', status: null, saleNumber: sold.number })
    const { token } = await tokenOf()
    expect(token.length).toBeGreaterThan(100)
    expect(JSON.stringify(items)).not.toContain(token)
    const day = items[0]!.at.slice(0, 10)
    expect((await journal({ from: day, to: day })).total).toBeGreaterThan(0)
    expect((await journal({ from: '2020-01-01', to: '2020-01-02' })).total).toBe(0)
    await expectSortedBothWays((query) => titulaire().call(fiscalDocuments.journal, { query }), {
      at: ({ at }) => at,
      number: ({ number }) => Number(number.replace('A', '')),
      sale: ({ saleNumber }) => saleNumber,
      step: ({ step }) => step,
      status: ({ status }) => status,
      tookMs: ({ tookMs }) => tookMs,
    })
    const stranger = await aTaxpayer(server, simulator)
    expect(await as(stranger.titulaire.token).call(fiscalDocuments.journal, { query: {} })).toMatchObject({ total: 0 })
  })

  async function tokenOf(): Promise<{ token: string }> {
    const { rows } = await database.platform((tx) =>
      sql<{ token: string }>`select fiscal_token as token from pharmacies where id = ${shop.id}`.execute(tx),
    )
    return { token: openSecrets([testKey]).open(rows[0]!.token, fiscalTokenPlace(shop.id))! }
  }
})

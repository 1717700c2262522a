import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { takeOver } from '#server/standby/take-over.repo.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { aFiscalQueue, aTaxpayer, documentsOf } from '#tests/server/support/certifying.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, database } = server
const queue = aFiscalQueue(server, simulator)
let shop: Shop
beforeEach(async () => {
  shop = await aTaxpayer(server, simulator)
})
const close = (soldAt = new Date()) =>
  as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { soldAt: soldAt.toISOString() }) })
const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const rowOf = (saleId: string) =>
  database.platform((tx) =>
    tx
      .selectFrom('fiscal_documents')
      .select(['state', 'elements', 'evidence', 'next_at'])
      .where('sale_id', '=', saleId)
      .executeTakeFirstOrThrow(),
  )
const take = () => database.platform((tx) => takeOver(tx, { holdsUntil: new Date(), now: new Date() }))

test('a document that waited without a draft is left to a person; one sold after the takeover is certified', async () => {
  const { id } = await close()
  await take()
  server.clock.now = minutes(2)
  const { id: later } = await close(minutes(2))
  await queue.runWaiting()
  expect(await rowOf(id)).toMatchObject({ state: 'uncertain', evidence: { why: 'another computer took over' } })
  expect(await documentsOf(server, shop, later)).toMatchObject([{ state: 'certified' }])
})

test('what tills send again of the time before the takeover is left to a person, and so is its return', async () => {
  await database.platform((tx) => takeOver(tx, { holdsUntil: minutes(-60), now: new Date() }))
  server.clock.now = minutes(3)
  // sold offline before the copy ended, in the lost time, and by a till whose clock is a little ahead
  const lost = [await close(minutes(-90)), await close(minutes(-30)), await close(new Date(Date.now() + 30_000))]
  await queue.runWaiting()
  for (const { id } of lost)
    expect(await rowOf(id)).toMatchObject({
      state: 'uncertain',
      next_at: null,
      elements: null,
      evidence: { why: 'done in the time that another server had' },
    })
  const body = aReturn(shop, lost[1]!, [{ line: 0, quantity: 1 }], { returnedAt: minutes(-20).toISOString() })
  await as(shop.titulaire.token).call(sales.giveBack, { params: { id: lost[1]!.id }, body })
  const documents = await documentsOf(server, shop, lost[1]!.id)
  expect(documents.map(({ kind, state }) => [kind, state])).toEqual(
    expect.arrayContaining([
      ['sale', 'uncertain'],
      ['credit', 'uncertain'],
    ]),
  )
})

test('what the former server certified in the lost time is asked about, and gets the code that it has, not a second one', async () => {
  const { id } = await close()
  const before = await rowOf(id)
  await queue.runWaiting()
  const [certified] = await documentsOf(server, shop, id)
  expect(certified).toMatchObject({ state: 'certified' })
  // what was replicated ends with the draft
  await database.platform(async (tx) => {
    const { rows } = await sql<{ uid: string }>`
      select (answer::jsonb ->> 'uid') as uid from fiscal_exchanges
      where pharmacy_id = ${shop.id} and step = 'draft'`.execute(tx)
    const progress = { step: 'drafted', uid: rows[0]!.uid, draftedAtMs: Date.now() }
    await sql`alter table fiscal_documents disable trigger user`.execute(tx)
    await sql`update fiscal_documents set state = 'waiting', elements = null, certified_at = null, is_simulated = false,
      next_at = ${before.next_at}, progress = ${JSON.stringify(progress)}::jsonb where sale_id = ${id}`.execute(tx)
    await sql`alter table fiscal_documents enable trigger user`.execute(tx)
  })
  await take()
  await queue.runWaiting()
  // the platform says what it certified, or that the draft is gone: no second draft is made
  const row = await rowOf(id)
  expect(['certified', 'uncertain']).toContain(row.state)
  if (row.state === 'certified') expect(row.elements).toMatchObject({ code: certified!.elements!.code })
  const { rows } = await database.platform((tx) =>
    sql<{ drafts: number }>`select count(*)::int as drafts from fiscal_exchanges
      where pharmacy_id = ${shop.id} and step = 'draft'`.execute(tx),
  )
  expect(rows[0]!.drafts).toBe(1)
})

test('the numbers jump, the lists begin a new epoch and the generation rises; a second run after a cut changes no sense', async () => {
  await close()
  const state = () =>
    database.platform((tx) =>
      tx
        .selectFrom('pharmacies')
        .innerJoin('pharmacy_counters', 'pharmacy_counters.pharmacy_id', 'pharmacies.id')
        .select(['pharmacies.epoch', 'pharmacies.generation', 'pharmacy_counters.sale_number'])
        .where('pharmacies.id', '=', shop.id)
        .executeTakeFirstOrThrow(),
    )
  let before = await state()
  for (let run = 0; run < 2; run++) {
    await take()
    const after = await state()
    expect(after.epoch).not.toBe(before.epoch)
    expect(after.generation).toBeGreaterThan(before.generation)
    expect(after.sale_number).toBeGreaterThanOrEqual(before.sale_number + 100)
    before = after
  }
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { assistants } from '#shared/contract/assistants.ts'
import { reports } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { createGrant } from '#shared/contract/tokens.ts'
import { users } from '#shared/contract/users.ts'
import { openRetention } from '#server/retention/retention-loop.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const { as, clock, database, openShop } = await testApp()
const start = clock.now
let shop: Shop
beforeEach(async () => {
  clock.now = start
  // What the tests before did on their days.
  await database.platform((tx) => sql`with g as (delete from grants) delete from unlocks`.execute(tx))
  shop = await openShop(`retention ${randomUUID()}`)
})

const later = (days: number) => new Date(start.getTime() + days * 86_400_000)
/** Somebody unlocks a terminal on each of the 30 days until then. */
const workUntil = (days: number) =>
  database.platform((tx) =>
    sql`insert into unlocks (pharmacy_id, id, user_id, terminal_id, at)
      select ${shop.id}, gen_random_uuid(), ${shop.vendeur.id}, gen_random_uuid(),
        ${later(days)}::timestamptz - make_interval(days => n) from generate_series(0, 29) n`.execute(tx),
  )
/** What the loop takes away some days later, when the pharmacy worked meanwhile. */
async function pruneAfter(days: number) {
  await workUntil(days)
  return pruneAt(days)
}
async function pruneAt(days: number) {
  const loop = openRetention({
    database,
    now: () => later(days),
    onError: (error) => {
      throw error
    },
  })
  const counts = await loop.prune()
  await loop.stop()
  return counts
}
const close = (sale = aSale(shop)) => as(shop.vendeur.token).call(sales.close, { body: sale })
const rows = async <Row>(query: ReturnType<typeof sql<Row>>) =>
  (await database.platform((tx) => query.execute(tx))).rows
const inboxOf = (id: string) =>
  rows(sql<{ revision: number; hash: string; accepted: boolean; answer: unknown }>`
    select revision, hash, accepted, answer from inbox where pharmacy_id = ${shop.id} and id = ${id} order by revision`)

test('the answer of an old sale goes; a retry is answered from the sale, and counts once', async () => {
  const sale = aSale(shop)
  const answer = await close(sale)
  const [before] = await inboxOf(sale.id)
  await pruneAfter(89)
  expect((await inboxOf(sale.id))[0]).toEqual(before)
  await pruneAfter(91)
  expect(await inboxOf(sale.id)).toEqual([{ ...before, answer: null }])
  expect(await close(sale)).toEqual(answer)
  expect(await close({ ...sale, revision: 4 })).toEqual(answer)
  await expect(close({ ...sale, payments: [cash(1000), cash(0)] })).rejects.toMatchObject({
    message: 'sales:payloadMismatch',
  })
  expect(await inboxOf(sale.id)).toHaveLength(1)
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('a retry of an old sale that was canceled meanwhile says so', async () => {
  const sale = aSale(shop)
  await close(sale)
  await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
  await pruneAfter(91)
  expect(await close(sale)).toMatchObject({ id: sale.id, status: 'CANCELED' })
})

test('a refusal keeps its answer for ever', async () => {
  const sale = aSale(shop, { payments: [cash(500)] })
  const refusal = await close(sale).catch((error: unknown) => error)
  await pruneAfter(4000)
  await expect(close(sale)).rejects.toEqual(refusal)
})

test('ledgers, audit, register of medicines and fiscal journal keep every row, whatever their age', async () => {
  await close()
  const count = () =>
    rows(sql<{ name: string; count: number }>`
      select t as name, (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || t, false, true, '')))[1]::text as count
      from unnest(array['sales', 'sale_records', 'sale_payments', 'sale_events', 'stock_movements', 'register_movements',
        'audit_entries', 'prescription_entries', 'fiscal_documents', 'fiscal_exchanges', 'inbox']) t`)
  const before = await count()
  await pruneAfter(4000)
  expect(await count()).toEqual(before)
})

test('an old question of an assistant goes; its entry of the audit stays', async () => {
  const { token, id } = await as(shop.titulaire.token).call(assistants.create, {
    body: { name: 'Assistant', lastDay: later(1).toISOString().slice(0, 10) },
  })
  await as(token).call(reports.meta, {})
  const count = () =>
    rows(sql<{ calls: number }>`select count(*)::int as calls from assistant_calls where token_id = ${id}`)
  await pruneAfter(399)
  expect(await count()).toEqual([{ calls: 1 }])
  expect(await pruneAfter(401)).toMatchObject({ assistantCalls: 1 })
  expect(await count()).toEqual([{ calls: 0 }])
  expect(
    await rows(sql`select part from audit_entries where record_id = ${id} and part = 'assistant_calls'`),
  ).toHaveLength(1)
})

test('of the unlocks the last of each member at each terminal stays', async () => {
  const [here, there] = [randomUUID(), randomUUID()]
  const add = (terminal: string, days: number, ended = true) => sql`
    insert into unlocks (pharmacy_id, id, user_id, terminal_id, at, ended_at, end_reason)
    values (${shop.id}, ${randomUUID()}, ${shop.vendeur.id}, ${terminal}, ${later(days)},
      ${ended ? later(days) : null}, ${ended ? 'lock' : null})`
  await database.platform(async (tx) => {
    for (const days of [0, 1, 2, 700]) await add(here, days).execute(tx)
    for (const days of [0, 1]) await add(there, days).execute(tx)
  })
  await pruneAfter(750)
  const kept = await rows(sql<{ terminal: string; at: Date }>`
    select terminal_id as terminal, at from unlocks where pharmacy_id = ${shop.id}
      and terminal_id in (${here}, ${there}) order by at`)
  expect(kept).toEqual([
    { terminal: there, at: later(1) },
    { terminal: here, at: later(700) },
  ])
})

test('the session that a till without a network still has stays, whatever a wrong clock wrote beside it', async () => {
  const [terminal, former, current] = [randomUUID(), randomUUID(), randomUUID()]
  const add = (id: string, days: number, isEnded: boolean) => sql`
    insert into unlocks (pharmacy_id, id, user_id, terminal_id, at, offline, ended_at, end_reason)
    values (${shop.id}, ${id}, ${shop.vendeur.id}, ${terminal}, ${later(days)}, true,
      ${isEnded ? later(days) : null}, ${isEnded ? 'pin' : null})`
  await database.platform(async (tx) => {
    await add(former, 9000, true).execute(tx)
    await add(current, 0, false).execute(tx)
  })
  await pruneAfter(750)
  expect(await rows(sql`select id from unlocks where pharmacy_id = ${shop.id} and id = ${current}`)).toHaveLength(1)
})

test('a clock that is years ahead for an hour takes nothing of the last days of work', async () => {
  const sale = aSale(shop)
  await close(sale)
  await workUntil(0)
  const terminal = randomUUID()
  await database.platform(async (tx) => {
    // He unlocks his till again while the clock is wrong.
    for (const days of [0, 0.1, 27_000])
      await sql`insert into unlocks (pharmacy_id, id, user_id, terminal_id, at)
        values (${shop.id}, ${randomUUID()}, ${shop.vendeur.id}, ${terminal}, ${later(days)})`.execute(tx)
    await sql`insert into grants (pharmacy_id, id, permission, subject_id, granted_by, terminal_id, at, expires_at)
      values (${shop.id}, ${randomUUID()}, 'sale.discount', ${randomUUID()}, ${shop.titulaire.id}, ${terminal},
        ${start}, ${later(0.02)})`.execute(tx)
  })
  expect(Object.values(await pruneAt(27_000)).filter((count) => count > 0)).toEqual([])
})

test('rights that nobody used go in small steps; those that were used stay', async () => {
  const add = (many: number, isUsed: boolean) => sql`
    insert into grants (pharmacy_id, id, permission, subject_id, granted_by, terminal_id, at, expires_at, used_at, used_by, used_for)
    select ${shop.id}, gen_random_uuid(), 'sale.discount', gen_random_uuid(), ${shop.titulaire.id}, gen_random_uuid(),
      ${start}, ${later(0.02)}, ${isUsed ? start : null}, ${isUsed ? shop.vendeur.id : null}, ${isUsed ? 'x' : null}
    from generate_series(1, ${many})`
  await database.platform(async (tx) => {
    await add(1200, false).execute(tx)
    await add(3, true).execute(tx)
  })
  expect((await pruneAfter(399)).unusedGrants).toBe(0)
  expect((await pruneAfter(401)).unusedGrants).toBe(1200)
  expect(await rows(sql`select id from grants where pharmacy_id = ${shop.id}`)).toHaveLength(3)
})

test('a sale that a till sends after months has the right that was given for it', async () => {
  const pin = '7391'
  await as(shop.titulaire.token).call(users.patch, { params: { id: shop.titulaire.id }, body: { pin } })
  const payments = [cash(900), { id: randomUUID(), type: 'DISCOUNT' as const, amount: 100 }]
  const sale = aSale(shop, { payments, soldAt: start.toISOString() })
  const gesture = { permission: 'sale.discount' as const, subjectId: sale.id, amount: 10 }
  const given = await as(shop.terminal.token).call(createGrant, {
    body: { ...gesture, userId: shop.titulaire.id, pin, terminalId: shop.terminal.id },
  })
  await pruneAfter(200)
  clock.now = later(200)
  const grants = [{ ...gesture, grantedBy: shop.titulaire.id, sessionId: null, ...given }]
  const { flags } = await as(shop.terminal.token).call(sales.close, { body: { ...sale, grants } })
  expect(flags.filter((flag) => flag.startsWith('grant:'))).toEqual([])
})

test('attachments of sent mails and alerts of wrong PINs go after 400 days; the mail stays and names its files', async () => {
  const mails = [randomUUID(), randomUUID()]
  await database.platform(async (tx) => {
    for (const [place, id] of mails.entries()) {
      await sql`insert into mails (pharmacy_id, id, about, about_id, recipient, subject, body, asked_by, asked_at, sent_at)
        values (${shop.id}, ${id}, 'order', ${randomUUID()}, 'a@b.example', 's', 'b', ${shop.titulaire.id}, ${start},
          ${place === 0 ? start : null})`.execute(tx)
      await sql`insert into mail_attachments (pharmacy_id, mail_id, position, name, mime, content)
        values (${shop.id}, ${id}, 0, 'a.pdf', 'application/pdf', 'x')`.execute(tx)
    }
    await sql`insert into pin_alerts (pharmacy_id, id, user_id, terminal_id, terminal_code, guesses, started_at, last_at)
      values (${shop.id}, ${randomUUID()}, ${shop.vendeur.id}, ${randomUUID()}, 'K1', 5, ${start}, ${start})`.execute(
      tx,
    )
  })
  expect(await pruneAfter(399)).toMatchObject({ attachments: 0, pinAlerts: 0 })
  expect(await pruneAfter(401)).toMatchObject({ attachments: 1, pinAlerts: 1 })
  expect(await pruneAfter(402)).toMatchObject({ attachments: 0 })
  expect(
    await rows(sql`select a.name, octet_length(a.content) as bytes, m.sent_at is not null as sent
      from mail_attachments a join mails m on m.id = a.mail_id where a.pharmacy_id = ${shop.id} order by sent`),
  ).toEqual([
    { name: 'a.pdf', bytes: 1, sent: false },
    { name: 'a.pdf', bytes: 0, sent: true },
  ])
  expect(await rows(sql`select id from mails where pharmacy_id = ${shop.id}`)).toHaveLength(2)
})

test('two processes that prune at once take each row once, and one that ends stops', async () => {
  await database.platform((tx) =>
    sql`insert into grants (pharmacy_id, id, permission, subject_id, granted_by, terminal_id, at, expires_at)
      select ${shop.id}, gen_random_uuid(), 'sale.discount', gen_random_uuid(), ${shop.titulaire.id}, gen_random_uuid(),
        ${start}, ${later(0.02)} from generate_series(1, 1500)`.execute(tx),
  )
  const counts = await Promise.all([pruneAfter(401), pruneAfter(401)])
  expect(counts[0]!.unusedGrants + counts[1]!.unusedGrants).toBe(1500)
  const stopped = openRetention({ database, now: () => later(91), onError: () => undefined })
  stopped.start()
  await stopped.stop()
  expect((await stopped.prune()).unusedGrants).toBe(0)
})

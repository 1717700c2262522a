import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { analyze } from '#server/db/analyze.ts'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import { permissions } from '#shared/domain/permissions.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { aFullShop, type FullShop } from '#tests/server/support/full-shop.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { printerOf } from '#tests/server/support/paper.ts'
import { idOf, openShop, shopOf, type Shop } from '#tests/server/support/shop.ts'

export type YearsSize = { days: number; daily: number; seed: number }
export type YearsShop = { shop: Shop; past: FullShop }

/** The last day of every such shop; what `aFullShop` adds is a month older. */
export const lastDay = '2026-03-02'
/** Late on that day, when everything has happened. */
export const yearsNow = new Date(`${lastDay}T22:00:00.000Z`)

/** What is run, in this order. */
export const yearsSteps = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }))

/**
 * A pharmacy with `days` of trade, `daily` sales a day with all that belongs to them, and one row of everything else
 * (`aFullShop`). A run that was interrupted goes on after its last finished step. Throws when a ledger does not add up.
 */
export async function fillYears(
  database: Database,
  size: YearsSize,
  say: (what: string) => void = () => {},
): Promise<YearsShop> {
  const shop = shopOf('years')
  const finished = await openSteps(database)
  if (!finished.has('shop')) {
    await openShop(database, 'years')
    await aFullShop(database, shop)
    // One row of everything leaves some ledgers open: that is no fault of the filler.
    const faults = await brokenLedgers(database, shop.id)
    await database.platform(async (tx) => {
      await tx
        .updateTable('roles')
        .set({ permissions: [...permissions] })
        .execute()
      // Compared with its peers, so that reading that reads the month.
      await sql`update pharmacies set settings = settings || '{"comparesWithPeers": true}' where id = ${shop.id}`.execute(
        tx,
      )
      await sql`insert into peer_quartiles (domain_id, country_code, month, size, measure)
        select domain_id, country_code, '2026-02-01', 'small', 'meanBasket' from pharmacies
        where id = ${shop.id}`.execute(tx)
      await finish(tx, 'shop', faults)
    })
  }
  for (const step of yearsSteps) {
    if (finished.has(step.name)) continue
    const startedAt = performance.now()
    await database.platform((tx) => fill(tx, step, shop, size))
    say(`${step.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  if (!finished.has('ledgers')) await checkLedgers(database, shop)
  return { shop, past: { saleId: idOf(shop.id, 'past sale'), saleNumber: 1, printer: await printerOf(shop) } }
}

/** The finished steps of an earlier run. */
async function openSteps(database: Database): Promise<Set<string>> {
  const { rows } = await database.platform(async (tx) => {
    await sql`create schema if not exists filled`.execute(tx)
    await sql`create table if not exists filled.steps (name text primary key, faults text[])`.execute(tx)
    return sql<{ name: string }>`select name from filled.steps`.execute(tx)
  })
  return new Set(rows.map(({ name }) => name))
}

async function finish(tx: Tx, name: string, faults: readonly string[] = []): Promise<void> {
  await sql`insert into filled.steps values (${name}, ${faults})`.execute(tx)
}

/** Runs a file. Triggers stand still: they would do for each row what the file does for all. */
async function fill(
  tx: Tx,
  { name, text }: (typeof yearsSteps)[number],
  shop: Shop,
  { days, daily, seed }: YearsSize,
): Promise<void> {
  const values: Record<string, string | number> = {
    pharmacy: `'${shop.id}'::uuid`,
    users: `'{${[shop.vendeur, shop.pharmacien, shop.titulaire].map(({ id }) => id).join(',')}}'::uuid[]`,
    terminal: `'${shop.terminal.id}'::uuid`,
    packaging: `'${idOf('packaging')}'::uuid`,
    today: `date '${lastDay}'`,
    products: 50 + 5 * daily,
    days,
    daily,
    seed,
  }
  const statements = text.replaceAll(/(?<!:):([a-z]+)/g, (_, value: string) => String(values[value]))
  await sql`set local work_mem = '256MB'`.execute(tx)
  await sql`set local jit = off`.execute(tx)
  await withoutTriggers(tx, () => sql.raw(statements).execute(tx))
  await finish(tx, name)
}

/** Also without those of foreign keys where the login may: they take most of the time of a large shop. */
async function withoutTriggers(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const { rows: may } = await sql<{
    it: boolean
  }>`select has_parameter_privilege('session_replication_role', 'set') as it`.execute(tx)
  if (may[0]!.it) {
    await sql`set local session_replication_role = replica`.execute(tx)
    return void (await work())
  }
  const { rows } = await sql<{
    name: string
  }>`select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal`.execute(tx)
  for (const { name } of rows) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
  await work()
  for (const { name } of rows) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx)
}

/** The laws of the ledgers of the tests, and the chain of the audit. */
async function checkLedgers(database: Database, shop: Shop): Promise<void> {
  await database.platform(async (tx) => {
    await sql`drop schema if exists years cascade`.execute(tx)
    await analyze(tx)
  })
  const { rows } = await database.platform((tx) =>
    sql<{ faults: string[] }>`select faults from filled.steps where name = 'shop'`.execute(tx),
  )
  const before = new Set(rows[0]!.faults)
  const faults = (await brokenLedgers(database, shop.id)).filter((fault) => !before.has(fault))
  for (const { firstFault } of await checkAuditChains(database))
    if (firstFault !== null) faults.push(`the chain of the audit is broken at ${firstFault}`)
  if (faults.length > 0)
    throw new Error(`the filled ledgers do not add up, ${faults.length} times:\n${faults.slice(0, 20).join('\n')}`)
  await database.platform((tx) => finish(tx, 'ledgers'))
}

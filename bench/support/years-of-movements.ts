import { sql, type RawBuilder } from 'kysely'
import { openDatabase, type Database, type Tx } from '#server/db/database.ts'
import { administer } from '#tests/support/cluster.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'

/** A large pharmacy: 1,500,000 movements in 36 months. */
const aDay = 1_370
const registersADay = 3
const patients = 2_000
/** Autovacuum cleans a growing table when a fifth of it is new: this part of it, one in …, may be uncleaned. */
const untidied = 6

export type Years = { shop: Shop; database: Database }

/**
 * A pharmacy on an empty PostgreSQL with a ledger that ends yesterday; its density is constant, so more movements reach
 * further back. The database stays open.
 */
export async function openYearsOfMovements(url: string, count: number): Promise<Years> {
  const database = await openDatabase({ url })
  const shop = await openShop(database, 'years of movements')
  const newest = Math.floor(count / untidied)
  await database.platform((tx) => insertPatients(tx, shop))
  await database.platform((tx) => insertRegisters(tx, shop, Math.ceil(count / aDay)))
  await database.platform((tx) => insertSold(tx, shop, { oldest: count, newest: newest + 1 }))
  await outside(url, 'vacuum analyze')
  await database.platform((tx) => insertSold(tx, shop, { oldest: newest, newest: 1 }))
  await outside(url, 'analyze')
  return { shop, database }
}

/** Runs a statement that cannot run inside a transaction. */
async function outside(url: string, statement: 'vacuum analyze' | 'analyze'): Promise<void> {
  await administer(url, statement)
}

type Part = { oldest: number; newest: number }

/**
 * Movements are numbered from the newest; four of five sales are paid. Both are in chronological order, as a shop
 * writes them.
 */
async function insertSold(tx: Tx, shop: Shop, { oldest, newest }: Part): Promise<void> {
  await sql`
    insert into sales (pharmacy_id, id, number, identifier, terminal_id, session_id, seller_id, seller_roles, register_id, patient_id, total, rounding, units, sold_at, received_at)
    select ${shop.id}, ${saleId(sql`s`)}, 10000000 - s, 'B-' || s, ${shop.terminal.id}, ${shop.vendeur.sessionId}, ${userOf(shop, sql`s`)}, '{vendeur}', ${registerId(sql`n`, sql`s`)}, ${clientOf(sql`s`)},
      1000, 0, 2, ${momentOf(sql`n`)}, ${momentOf(sql`n`)}
    from generate_series(${saleOf(sql`${oldest}::int`)}, ${saleOf(sql`${newest}::int`)}, -1) s, lateral (select s * 5 / 4 as n) line order by s desc
    on conflict do nothing`.execute(tx)
  await sql`
    insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, occurred_at, user_id, sale_id, operator, client_id, note)
    select ${shop.id}, gen_random_uuid(), ${registerId(sql`n`, sql`s`)}, kind, type, case when kind in ('refund', 'disbursement', 'deposit') then -1 else 1 end * case kind when 'rounding' then 2 else amount end,
      at, at, ${userOf(shop, sql`s`)}, case when gesture is null then ${saleId(sql`s`)} end, case type when 'MOBILE_MONEY' then case when n % 5 < 3 then 'MTN MoMo' else 'Moov Money' end end,
      case when kind = 'collection' then ${patientId(sql`n % ${patients}::int`)} when gesture is null then ${clientOf(sql`s`)} end, case when gesture is not null then 'Monnaie' end
    from (
      select n, s, gesture, at, amount, case when gesture is not null then gesture when chance < 8 then 'refund' when chance < 40 then 'rounding' else 'sale' end as kind,
        case when gesture = 'disbursement' then 'DISBURSEMENT' when gesture is not null or chance < 640 then 'CASH' when chance < 800 then 'MOBILE_MONEY' when chance < 920 then 'INSURANCE' when chance < 950 then 'CREDIT'
          when chance < 985 then 'CREDIT_CARD' else 'CHEQUE' end as type
      from (
        select n, ${saleOf(sql`n`)} as s, n * 7919 % 1000 as chance, (50 + n * 104729 % 3000) * 5 as amount, ${momentOf(sql`n`)} as at,
          case when n % 61 = 0 then (array['disbursement', 'cash-in', 'deposit', 'collection'])[1 + n / 61 % 4] end as gesture
        from generate_series(${oldest}::bigint, ${newest}::bigint, -1) n
      ) drawn
    ) lines order by n desc`.execute(tx)
}

async function insertPatients(tx: Tx, shop: Shop): Promise<void> {
  await sql`insert into persons (pharmacy_id, id, first_name, last_name) select ${shop.id}, ${patientId(sql`n`)}, 'Afi', 'CLIENT ' || n from generate_series(0, ${patients - 1}::int) n`.execute(
    tx,
  )
}

async function insertRegisters(tx: Tx, shop: Shop, days: number): Promise<void> {
  await sql`
    insert into cash_registers (pharmacy_id, id, opened_by, opened_at, float, closed_by, closed_at)
    select ${shop.id}, ${registerId(sql`day * ${aDay}::int`, sql`place`)}, ${userOf(shop, sql`place`)}, ${momentOf(sql`day * ${aDay}::int`)}, 50000, ${shop.titulaire.id}, ${momentOf(sql`day * ${aDay}::int`)} + interval '14 hours'
    from generate_series(0, ${days}::int) day, generate_series(0, ${registersADay - 1}::int) place`.execute(tx)
}

type Sql = RawBuilder<unknown>

/** From 7 in the morning, over thirteen hours; in whole milliseconds, as tills send them. */
function momentOf(n: Sql): Sql {
  return sql`date_trunc('milliseconds', current_date - interval '1 day' * (1 + ${n} / ${aDay}::int) + interval '7 hours' + interval '13 hours' * (1 - ${n} % ${aDay}::int / ${aDay}::float))`
}

function saleOf(n: Sql): Sql {
  return sql`(${n} * 4 / 5)`
}

function saleId(s: Sql): Sql {
  return uuid(sql`lpad(to_hex(9000000000000 - ${s}), 12, '0') || right(md5('sale' || ${s}), 20)`)
}

function registerId(n: Sql, s: Sql): Sql {
  return uuid(sql`md5('register' || ${n} / ${aDay}::int || '/' || ${s} % ${registersADay}::int)`)
}

function patientId(n: Sql): Sql {
  return uuid(sql`md5('patient' || ${n})`)
}

/** Every sixth sale belongs to a known patient. */
function clientOf(s: Sql): Sql {
  return sql`case when ${s} % 6 = 0 then ${patientId(sql`${s} / 6 % ${patients}::int`)} end`
}

function userOf({ vendeur, pharmacien, titulaire }: Shop, s: Sql): Sql {
  return sql`(array[${vendeur.id}, ${pharmacien.id}, ${titulaire.id}])[1 + ${s} % ${registersADay}::int]::uuid`
}

/** 32 digits as a version 7 uuid, as tills make them. */
function uuid(digits: Sql): Sql {
  return sql`overlay(overlay(${digits} placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`
}

import { sql } from 'kysely'
import type { LedgerFigures } from '#shared/domain/backup/drill.ts'
import type { Tx } from '#server/db/database.ts'

/** Where a database stands: which transactions it shows, as PostgreSQL writes a snapshot. */
async function snapshotOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(tx)
  return rows[0]!.snapshot
}

/** From now on this transaction shows one moment of the database. To be called first. */
export async function freeze(tx: Tx): Promise<string> {
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
  return snapshotOf(tx)
}

/**
 * The position of the log at which the database is exactly what a frozen transaction shows; undefined when somebody
 * writes at this moment. The order counts: who commits keeps the lock of the transaction until others see the commit, so
 * nobody who committed before the position can be missing in the snapshot unseen.
 */
export async function positionOf(tx: Tx, snapshot: string): Promise<string | undefined> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn()::text as position`.execute(tx)
  const { rows: writers } = await sql`
    select from pg_locks where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted`.execute(tx)
  return writers.length === 0 && (await snapshotOf(tx)) === snapshot ? rows[0]!.position : undefined
}

/** Up to where the log is on the disk of the database. */
export async function flushedPosition(tx: Tx): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(tx)
  return rows[0]!.position
}

/** What the files of the database server take, in bytes. */
export async function serverBytes(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`select sum(pg_database_size(oid))::bigint as bytes from pg_database`.execute(tx)
  return rows[0]!.bytes
}

/** The ledgers of each pharmacy, as counts and sums. The names are French: a person reads which one differs. */
export const ledgers = ['ventes', 'stock', 'caisse', 'crédit', 'numéros', 'journal'] as const

/** Needs a transaction of the platform. */
export async function ledgerFigures(tx: Tx): Promise<LedgerFigures[]> {
  const found = []
  for (const ledger of ledgers) {
    const { rows } = await queries[ledger].execute(tx)
    found.push(...rows.map((row) => ({ ...row, ledger })))
  }
  return found
}

type Figures = { pharmacyId: string; figures: string }

/** Each is read once, whole: the sums of all pharmacies together. */
const queries = {
  ventes: sql<Figures>`
    with sold as (select pharmacy_id, count(*) as n, sum(total) as total, count(canceled_at) as canceled from sales group by 1),
      lines as (select pharmacy_id, count(*) as n, sum(quantity) as quantity from sale_records group by 1),
      back as (select pharmacy_id, count(*) as n, sum(total) as total from sale_returns group by 1)
    select p.id as "pharmacyId", concat_ws(' ', coalesce(s.n, 0), coalesce(s.total, 0), coalesce(s.canceled, 0),
      coalesce(l.n, 0), coalesce(l.quantity, 0), coalesce(b.n, 0), coalesce(b.total, 0)) as figures
    from pharmacies p left join sold s on s.pharmacy_id = p.id left join lines l on l.pharmacy_id = p.id
      left join back b on b.pharmacy_id = p.id`,
  stock: sql<Figures>`
    with moved as (select pharmacy_id, stock_item_id, count(*) as n, sum(quantity) as quantity from stock_movements group by 1, 2),
      moves as (select pharmacy_id, sum(n) as n, sum(quantity) as quantity from moved group by 1),
      shelf as (select i.pharmacy_id, count(*) as n, sum(i.quantity) as quantity,
          count(*) filter (where i.quantity <> coalesce(m.quantity, 0)) as apart
        from stock_items i left join moved m on m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id group by 1)
    select p.id as "pharmacyId", concat_ws(' ', coalesce(m.n, 0), coalesce(m.quantity, 0), coalesce(i.n, 0),
      coalesce(i.quantity, 0), coalesce(i.apart, 0)) as figures
    from pharmacies p left join moves m on m.pharmacy_id = p.id left join shelf i on i.pharmacy_id = p.id`,
  caisse: sql<Figures>`
    select p.id as "pharmacyId", concat_ws(' ', count(m.id), coalesce(sum(m.amount), 0), coalesce(max(m.seq), 0)) as figures
    from pharmacies p left join register_movements m on m.pharmacy_id = p.id group by p.id`,
  crédit: sql<Figures>`
    with paid as (select pharmacy_id, count(*) as n, sum(amount) as amount, sum(owed) as owed,
        count(distinct client_id) filter (where owed <> 0) as clients from sale_payments group by 1),
      settled as (select pharmacy_id, count(*) as n, sum(amount) filter (where undone_at is null) as amount
        from bill_settlements group by 1),
      received as (select pharmacy_id, count(*) as n, sum(amount) filter (where canceled_at is null) as amount
        from bill_payments group by 1)
    select p.id as "pharmacyId", concat_ws(' ', coalesce(y.n, 0), coalesce(y.amount, 0), coalesce(y.owed, 0),
      coalesce(y.clients, 0), coalesce(z.n, 0), coalesce(z.amount, 0), coalesce(r.n, 0), coalesce(r.amount, 0)) as figures
    from pharmacies p left join paid y on y.pharmacy_id = p.id left join settled z on z.pharmacy_id = p.id
      left join received r on r.pharmacy_id = p.id`,
  numéros: sql<Figures>`
    select p.id as "pharmacyId", concat_ws(' ', to_jsonb(c) - 'pharmacy_id', (select jsonb_object_agg(s.prefix, s.last)
      from bill_series s where s.pharmacy_id = p.id)) as figures
    from pharmacies p left join pharmacy_counters c on c.pharmacy_id = p.id`,
  journal: sql<Figures>`
    with heads as (select distinct on (pharmacy_id) pharmacy_id, n, encode(hash, 'hex') as hash from audit_entries
        order by pharmacy_id, n desc),
      counted as (select pharmacy_id, count(*) as n from audit_entries group by 1)
    select p.id as "pharmacyId", concat_ws(' ', coalesce(c.n, 0), h.n, h.hash) as figures
    from pharmacies p left join heads h on h.pharmacy_id = p.id left join counted c on c.pharmacy_id = p.id`,
} as const satisfies Record<(typeof ledgers)[number], unknown>

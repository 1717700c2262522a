import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** The calendar day of an instant in the pharmacy's time zone, as `2026-11-21`. */
export async function pharmacyToday(tx: Tx, pharmacyId: string, now: Date): Promise<string> {
  const { rows } = await sql<{
    today: string
  }>`select (${now}::timestamptz at time zone time_zone)::date as today from pharmacies
    where id = ${pharmacyId}`.execute(tx)
  if (!rows[0]) throw new Error(`no pharmacy ${pharmacyId}`)
  return rows[0].today
}

/**
 * Read the time zone first, and pass it to the statement that needs it: under row-level security, PostgreSQL 15 uses no
 * index for a bound that comes from a subquery, and reads every row of the pharmacy.
 */
export async function timeZoneOf(tx: Tx, pharmacyId: string): Promise<string> {
  const { time_zone } = await tx
    .selectFrom('pharmacies')
    .select('time_zone')
    .where('id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return time_zone
}

/**
 * SQL conditions: the instant is within these days of the time zone, both included. Bounds are of the instant itself, so
 * that its index is used.
 */
export function inDays(
  instant: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`${instant} >= (${from}::date)::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`${instant} < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
  ]
}

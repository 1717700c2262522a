import { sql } from 'kysely'
import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import { skippedNumbers } from '#shared/domain/backup/skipped-numbers.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Marks every pharmacy of a restored database as a copy (migrations 0170 and 0178), moves all numbers of its papers forward and
 * begins a new epoch of its lists, so that the tills read them again and send what the copy lacks. `holdsUntil`:
 * everything committed until then is there. Answers by how much the numbers jumped, at most. Needs a transaction of the
 * platform.
 */
export async function markCopies(
  tx: Tx,
  { kind = 'copy', holdsUntil, now }: { kind?: CopyKind; holdsUntil: Date; now: Date },
): Promise<number> {
  // Only what becomes the shop must not give a number twice.
  const jumps = kind === 'copy' ? await jumpNumbers(tx, { holdsUntil, now }) : []
  const skippedOf = new Map(jumps.map(({ id, skipped }) => [id, skipped]))
  for (const { id } of await tx.selectFrom('pharmacies').select('id').execute())
    await sql`
      update pharmacies set copy_kind = ${kind}, copy_made_at = ${now}, copy_holds_until = ${holdsUntil},
        copy_skipped = ${skippedOf.get(id) ?? 0}, epoch = gen_random_uuid(), replaced_by = null, replaced_at = null
      where id = ${id}`.execute(tx)
  return Math.max(0, ...skippedOf.values())
}

/**
 * Moves the numbers of all papers of every pharmacy forward, so that none that was given after `holdsUntil` is given again.
 * Needs a transaction of the platform.
 */
export async function jumpNumbers(
  tx: Tx,
  { holdsUntil, now }: { holdsUntil: Date; now: Date },
): Promise<{ id: string; skipped: number }[]> {
  const counters = await counterColumns(tx)
  const jumps: { id: string; skipped: number }[] = []
  for (const { id, busiestDay } of await busiestDays(tx, holdsUntil)) {
    const skipped = skippedNumbers({ lostMs: now.getTime() - holdsUntil.getTime(), busiestDay })
    jumps.push({ id, skipped })
    // A counter or a series whose first number was given in the lost time has no row yet.
    await sql`insert into pharmacy_counters (pharmacy_id) values (${id}) on conflict do nothing`.execute(tx)
    await sql`
      insert into bill_series (pharmacy_id, prefix, last)
      select ${id}, prefix, 0 from (select 'F-' as prefix union select prefix from bill_rules where pharmacy_id = ${id}) p
      on conflict do nothing`.execute(tx)
    const moved = counters.map((name) => sql`${sql.id(name)} = ${sql.id(name)} + ${skipped}`)
    await sql`update pharmacy_counters set ${sql.join(moved)} where pharmacy_id = ${id}`.execute(tx)
    await sql`update bill_series set last = last + ${skipped} where pharmacy_id = ${id}`.execute(tx)
  }
  return jumps
}

/**
 * Whether no pharmacy of this server is the shop: each is a copy that nobody has confirmed, or was replaced by a newer server.
 * With the first one that is, it is the shop's server, whatever becomes of the others (a suspended one cannot be confirmed).
 * One without pharmacies will be. Needs a transaction of the platform.
 */
export async function isNoShop(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isNone: boolean }>`
    select coalesce(not bool_or(lets_leave(p)), false) as "isNone" from pharmacies p`.execute(tx)
  return rows[0]!.isNone
}

/** The columns of the counters that number papers. */
async function counterColumns(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = 'pharmacy_counters' and column_name like '%\_number'`.execute(tx)
  return rows.map(({ name }) => name)
}

/** The most sales of one day of the last 60 days, by pharmacy: no other paper is more frequent. */
async function busiestDays(tx: Tx, until: Date): Promise<{ id: string; busiestDay: number }[]> {
  const { rows } = await sql<{ id: string; busiestDay: number }>`
    select p.id, coalesce((select max(d.sales) from (select count(*)::int as sales from sales s
      where s.pharmacy_id = p.id and s.sold_at > ${until}::timestamptz - interval '60 days'
      group by s.sold_at::date) d), 0) as "busiestDay"
    from pharmacies p`.execute(tx)
  return rows
}

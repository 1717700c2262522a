import { sql } from 'kysely'
import type { DistinctPair } from '#shared/contract/person-records.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'

type Row = Omit<DistinctPair, 'toldByName' | 'toldAt'> & { toldBy: PersonName; toldAt: Date }

/** Pairs told apart, newest first; those with an archived person are omitted: he is proposed to nobody. */
export async function distinctPairs(
  tx: Tx,
  pharmacyId: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: DistinctPair[]; total: number }> {
  const told = (
    of: string,
  ) => sql`json_build_object('id', ${sql.ref(`${of}.id`)}, 'lastName', ${sql.ref(`${of}.last_name`)},
    'firstName', ${sql.ref(`${of}.first_name`)}, 'birthDate', ${sql.ref(`${of}.birth_date`)},
    'phone', ${sql.ref(`${of}.phone`)})`
  const { rows } = await sql<Row & { total: number }>`
    select ${told('a')} as one, ${told('b')} as other, ${personName('u')} as "toldBy", d.told_at as "toldAt",
      count(*) over () as total
    from person_distinct_pairs d
      join persons a on a.pharmacy_id = d.pharmacy_id and a.id = d.one_id and not a.archived
      join persons b on b.pharmacy_id = d.pharmacy_id and b.id = d.other_id and not b.archived
      join users u on u.id = d.told_by
    where d.pharmacy_id = ${pharmacyId} order by d.told_at desc, d.one_id, d.other_id
    limit ${size} offset ${page * size}`.execute(tx)
  const items = rows.map(({ toldBy, toldAt, one, other }) => ({
    one,
    other,
    toldByName: displayName(toldBy),
    toldAt: toldAt.toISOString(),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

/** Those of these ids that are persons of the pharmacy and were not merged into another. */
export async function personsAmong(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from persons where pharmacy_id = ${pharmacyId}
    and id = any(${[...ids]}::uuid[]) and merged_into is null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Each of these persons is another than each other one. A pair that was told before stays as it is. */
export async function insertDistinctPairs(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await sql`
    insert into person_distinct_pairs (pharmacy_id, one_id, other_id, told_by, told_at)
    select ${pharmacyId}::uuid, a, b, ${by}::uuid, ${at}::timestamptz
      from unnest(${[...ids]}::uuid[]) a, unnest(${[...ids]}::uuid[]) b where a < b
    on conflict do nothing`.execute(tx)
}

export async function deleteDistinctPairs(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from person_distinct_pairs where pharmacy_id = ${pharmacyId}
    and one_id = any(${[...ids]}::uuid[]) and other_id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Whom the duplicate is not, the kept person is not either; that the two differ is settled by merging them. */
export async function moveDistinctPairs(
  tx: Tx,
  { pharmacyId, keptId, duplicateId }: { pharmacyId: string; keptId: string; duplicateId: string },
): Promise<void> {
  await sql`
    insert into person_distinct_pairs (pharmacy_id, one_id, other_id, told_by, told_at)
    select d.pharmacy_id, least(x.id, ${keptId}::uuid), greatest(x.id, ${keptId}::uuid), d.told_by, d.told_at
      from person_distinct_pairs d,
        lateral (select case when d.one_id = ${duplicateId} then d.other_id else d.one_id end as id) x
      where d.pharmacy_id = ${pharmacyId} and ${duplicateId} in (d.one_id, d.other_id) and x.id <> ${keptId}
    on conflict do nothing`.execute(tx)
  await deletePairsOf(tx, pharmacyId, [duplicateId])
}

export async function deletePairsOf(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from person_distinct_pairs where pharmacy_id = ${pharmacyId}
    and (one_id = any(${[...ids]}::uuid[]) or other_id = any(${[...ids]}::uuid[]))`.execute(tx)
}

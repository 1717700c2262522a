import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Duplicates, persons } from '#shared/contract/persons.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type DuplicateGroup = { reason: Duplicates['reason']; ids: string[] }

/**
 * Groups of persons who may be the same, most certain reason first unless sorted; archived and merged persons are
 * omitted. A group found by two reasons appears once. A dependant carries the social security number of the insured, so
 * an equal number counts only between two persons who are both the insured. The words of a name may be in another
 * order. Members of a family share a phone, so an equal phone counts only between persons who are not related and whose
 * birth date and sex do not differ. A person who was told apart from everybody else of a group is not of it.
 */
export async function duplicateGroups(
  tx: Tx,
  pharmacyId: string,
  { page, size, sort }: HandlerInput<typeof persons.duplicates>['query'],
): Promise<{ groups: DuplicateGroup[]; total: number }> {
  const oldestName = sql`(select folded(p.last_name || ' ' || p.first_name) from persons p
    where p.pharmacy_id = ${pharmacyId} and p.id = any(found.ids) order by p.created_at, p.id limit 1)`
  const order = sortOrder(
    sort,
    { persons: oldestName, count: sql`cardinality(ids)`, reason: sql`sureness` },
    sql`sureness, key`,
  )
  const { rows } = await sql<{ groups: DuplicateGroup[]; total: number }>`
    with phones as materialized (
      select id, birth_date, sex, regexp_replace(phone, '\\D', '', 'g') as key from persons
        where pharmacy_id = ${pharmacyId} and not archived and phone is not null
    ), numbered as materialized (
      select * from phones where key in (
        select key from phones where key <> '' group by key having count(*) between 2 and ${mostShown})
    ), alike as (
      select 1 as sureness, 'social-security-id' as reason, key, array_agg(id) as ids
      from (select id, lower(regexp_replace(social_security_id, '\\s', '', 'g')) as key from persons
        where pharmacy_id = ${pharmacyId} and not archived and social_security_id is not null) f
      where key <> '' group by key having count(*) > 1
      union all
      select 2, 'policy-number', k.contract_id || ' ' || k.searched, array_agg(distinct f.id)
      from contract_policies k join persons f on f.pharmacy_id = k.pharmacy_id and f.id = k.beneficiary_id
        and not f.archived
      where k.pharmacy_id = ${pharmacyId} and not k.archived and k.holder_id is null
      group by k.contract_id, k.searched having count(distinct f.id) > 1
      union all
      select 3, 'name', birth_date || ' ' || name, array_agg(id)
      from (
        select id, birth_date, array_to_string(array(select word
          from unnest(string_to_array(translate(folded(last_name || ' ' || first_name), '''-.,()/', '       '), ' ')) word
            where word <> '' order by word),
          ' ') as name
        from persons where pharmacy_id = ${pharmacyId} and not archived and birth_date is not null
      ) f
      group by birth_date, name having count(*) > 1
      union all
      select 4, 'phone', a.key, array_agg(distinct a.id)
      from numbered a join numbered b on b.key = a.key and b.id <> a.id
        and (a.birth_date = b.birth_date or a.birth_date is null or b.birth_date is null)
          and (a.sex = b.sex or a.sex is null or b.sex is null)
        and not exists (select from relationships r where r.pharmacy_id = ${pharmacyId}
          and (r.person_id, r.relative_id) in ((a.id, b.id), (b.id, a.id)))
      group by a.key
    ), grouped as (
      select sureness, reason, key, array(select id.id from unnest(ids) id (id)
        where exists (select from unnest(ids) o (id) where o.id <> id.id and not exists (
          select from person_distinct_pairs d where d.pharmacy_id = ${pharmacyId}
            and d.one_id = least(id.id, o.id) and d.other_id = greatest(id.id, o.id)))
        order by id.id) as ids from alike
    ), found as materialized (
      select distinct on (ids) sureness, reason, key, ids from grouped where cardinality(ids) > 1
        order by ids, sureness
    ), page as (
      select *, row_number() over (order by ${order}) as place from found order by place
        limit ${size} offset ${page * size}
    )
    select (select count(*) from found) as total,
      (select coalesce(json_agg(json_build_object('reason', reason, 'ids', array(
        select f.id from persons f where f.pharmacy_id = ${pharmacyId} and f.id = any(page.ids)
          order by f.created_at, f.id limit ${mostShown})) order by place), '[]') from page) as groups`.execute(tx)
  return rows[0]!
}

/** A number shared by more persons, as « 00 00 00 00 », is a placeholder and does not count. */
const mostShown = 50

import { sql } from 'kysely'
import type { Duplicates } from '#shared/contract/persons.ts'
import type { Tx } from '#server/db/database.ts'

export type DuplicateGroup = { reason: Duplicates['reason']; ids: string[] }

/**
 * Groups of persons who may be one, surest reason first, neither archived nor merged; a group that two reasons find stands once. A dependant carries the
 * number of the insured: only two who say that they are the insured are alike by it. First and last name may have been typed the wrong way round.
 */
export async function duplicateGroups(tx: Tx, pharmacyId: string, { page, size }: { page: number; size: number }): Promise<{ groups: DuplicateGroup[]; total: number }> {
  const { rows } = await sql<{ groups: DuplicateGroup[]; total: number }>`
    with person as materialized (
      select id, birth_date, last_name, first_name, phone, social_security_id from persons where pharmacy_id = ${pharmacyId} and not archived
    ), alike as (
      select 1 as sureness, 'social-security-id' as reason, lower(regexp_replace(social_security_id, '\\s', '', 'g')) as key, id from person where social_security_id is not null
      union all
      select 2, 'policy-number', k.contract_id || ' ' || k.searched, f.id
      from contract_policies k join person f on f.id = k.beneficiary_id where k.pharmacy_id = ${pharmacyId} and not k.archived and k.holder_id is null
      union all
      select 3, 'name', birth_date || ' ' || least(folded_name(last_name), folded_name(first_name)) || ' ' || greatest(folded_name(last_name), folded_name(first_name)), id
      from person where birth_date is not null and birth_date in (select birth_date from person group by birth_date having count(*) > 1)
      union all
      select 4, 'phone', regexp_replace(phone, '\\D', '', 'g'), id from person where phone ~ '\\d'
    ), grouped as (
      select sureness, reason, key, array_agg(distinct id) as ids from alike where key <> '' group by sureness, reason, key having count(distinct id) > 1
    ), found as materialized (
      select distinct on (ids) sureness, reason, key, ids from grouped order by ids, sureness
    ), page as (
      select * from found order by sureness, key limit ${size} offset ${page * size}
    )
    select (select count(*) from found) as total,
      (select coalesce(json_agg(json_build_object('reason', reason, 'ids', array(
        select f.id from persons f where f.pharmacy_id = ${pharmacyId} and f.id = any(page.ids) order by f.created_at, f.id limit ${mostShown})) order by sureness, key), '[]') from page) as groups`.execute(tx)
  return rows[0]!
}

/** A number that hundreds share, as « 00 00 00 00 », is no reason to read them all. */
const mostShown = 50

import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

export type AuditChain = {
  pharmacyId: string
  pharmacy: string
  entries: number
  /** The number of the first entry that was changed, or before which one is missing; null for a whole chain. */
  firstFault: number | null
  /** Persons whose names were erased: what the entries said of them is gone, and their hashes stay. */
  erasures: number
  /** Entries without content that no erasure explains: somebody emptied them beside the program. */
  emptied: number
  /** The hash of the last entry, to be noted elsewhere: without it, the loss of the last entries is not seen. */
  head: string | null
}

/** Recomputes the chain of every pharmacy. */
export async function checkAuditChains(database: Database): Promise<AuditChain[]> {
  return database.platform(async (tx) => {
    const { rows } = await sql<AuditChain>`
      with erased as (
        select pharmacy_id, id as person_id, id from persons where erased_at is not null
        union select k.pharmacy_id, p.id, k.id from contract_policies k join persons p on p.pharmacy_id = k.pharmacy_id
          and p.id = k.beneficiary_id where p.erased_at is not null
        union select d.pharmacy_id, p.id, d.id from dues d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
          join persons p on p.pharmacy_id = s.pharmacy_id and p.id = s.patient_id where p.erased_at is not null
      ), links as (
        select e.pharmacy_id, e.n,
          e.salt is null and e.call <> 'POST /persons/{id}/erase'
            and not exists (select from erased x where x.pharmacy_id = e.pharmacy_id and x.id = e.record_id) as emptied,
          e.n <> row_number() over chain
            or e.hash is distinct from audit_hash(lag(e.hash) over chain, e)
            -- what was erased has no salt any more, and its hash stands in the chain
            or (e.salt is not null and e.content_hash is distinct from audit_content_hash(e.salt, e.before, e.after))
            or (e.salt is null and (e.before is not null or e.after is not null)) as faulty
        from audit_entries e window chain as (partition by e.pharmacy_id order by e.n)
      )
      select p.id as "pharmacyId", p.name as pharmacy, count(l.n)::int as entries,
        min(l.n) filter (where l.faulty)::int as "firstFault",
        (count(*) filter (where l.emptied))::int as emptied,
        (select count(distinct x.person_id)::int from erased x where x.pharmacy_id = p.id) as erasures,
        (select encode(e.hash, 'hex') from audit_entries e where e.pharmacy_id = p.id order by e.n desc limit 1) as head
      from pharmacies p left join links l on l.pharmacy_id = p.id group by p.id, p.name order by p.name, p.id`.execute(
      tx,
    )
    return rows
  })
}

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { touchRows } from '#server/lists/revision.repo.ts'

/** What clients paid back at a register, all or those of an array, in minor units, by the person that a merged one turned out to be: `client`, `amount`. */
export function collected(pharmacyId: string, clientIds?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select coalesce(f.merged_into, m.client_id) as client, sum(m.amount) as amount
    from register_movements m left join persons f on f.pharmacy_id = m.pharmacy_id and f.id = m.client_id
    where m.pharmacy_id = ${pharmacyId} and m.kind = 'collection' and ${clientIds ? sql`m.client_id = any(${clientIds})` : sql`m.client_id is not null`} group by 1`
}

/** He owes less now: every till reads him again. */
export async function touchDebtor(tx: Tx, pharmacyId: string, clientId: string): Promise<void> {
  const person = await tx
    .selectFrom('persons')
    .select(['id', 'merged_into'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', clientId)
    .executeTakeFirst()
  await (person
    ? touchRows(tx, pharmacyId, 'persons', [person.merged_into ?? person.id])
    : touchRows(tx, pharmacyId, 'organizations', [clientId]))
}

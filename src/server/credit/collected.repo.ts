import { type RawBuilder, sql } from 'kysely'
import { allocatedOf } from '#server/credit/settled.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { touchRows } from '#server/lists/revision.repo.ts'

/**
 * Subquery (`client`, `amount`): what clients paid back at a register and is for no bill, in minor units. Covers all clients or those of
 * an array. A merged person counts for the person that remains.
 */
export function collected(pharmacyId: string, clientIds?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select coalesce(f.merged_into, m.client_id) as client, sum(m.amount - ${allocatedOf}) as amount
    from register_movements m left join persons f on f.pharmacy_id = m.pharmacy_id and f.id = m.client_id
    where m.pharmacy_id = ${pharmacyId} and m.kind = 'collection'
      and ${clientIds ? sql`m.client_id = any(${clientIds})` : sql`m.client_id is not null`} group by 1`
}

/** Gives the client a new revision after a payment, so that every till reads the lower debt. Returns who he is now. */
export async function touchDebtor(tx: Tx, pharmacyId: string, clientId: string): Promise<string> {
  const person = await tx
    .selectFrom('persons')
    .select(['id', 'merged_into'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', clientId)
    .executeTakeFirst()
  await (person
    ? touchRows(tx, pharmacyId, 'persons', [person.merged_into ?? person.id])
    : touchRows(tx, pharmacyId, 'organizations', [clientId]))
  return person?.merged_into ?? clientId
}

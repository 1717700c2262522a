import { sql, type RawBuilder } from 'kysely'
import type { Person } from '#shared/contract/persons.ts'
import { policiesOf } from '#server/coverage/policy.repo.ts'
import { openBillsOf } from '#server/credit/open-bills.repo.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { ListReader } from '#server/lists/synced-list.ts'

export type PersonRow = Person & { rev: number }
type HeadRow = Omit<PersonRow, 'policies' | 'outgoing' | 'openBills'>
/** Fields that the synced list omits: tills do not need them to find a person or to sell. */
export type PersonNotes = { email: string | null; address: string | null; note: string | null; createdAt: Date }

/** Reads the synced list of persons. `today`: the pharmacy's day, for the amounts used of ceilings. */
export function personReader(today: string): ListReader<PersonRow> {
  return {
    list: 'persons',
    byPage: (tx, pharmacyId, { page, size }) =>
      personsWhere(
        tx,
        pharmacyId,
        today,
        sql`true order by last_name, first_name, id limit ${size} offset ${page * size}`,
      ),
    after: (tx, pharmacyId, cursor, size) => {
      const after = cursor ? sql`(rev, id) > (${cursor.rev}::bigint, ${cursor.id}::uuid)` : sql`true`
      return personsWhere(tx, pharmacyId, today, sql`${after} order by rev, id limit ${size}`)
    },
  }
}

export function personsNotArchived(tx: Tx, pharmacyId: string, today: string): Promise<PersonRow[]> {
  return personsWhere(tx, pharmacyId, today, sql`not archived order by last_name, first_name, id`)
}

export function personsByIds(tx: Tx, pharmacyId: string, ids: readonly string[], today: string): Promise<PersonRow[]> {
  return personsWhere(tx, pharmacyId, today, sql`id = any(${ids}::uuid[])`)
}

export async function findPerson(
  tx: Tx,
  pharmacyId: string,
  id: string,
  today: string,
): Promise<(PersonRow & PersonNotes) | undefined> {
  const [person] = await personsByIds(tx, pharmacyId, [id], today)
  const notes = await tx
    .selectFrom('persons')
    .select(['email', 'address', 'note', 'created_at as createdAt'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return person && notes && { ...person, ...notes }
}

/** Reads complete rows with a fixed number of statements, for any number of persons. */
async function personsWhere(
  tx: Tx,
  pharmacyId: string,
  today: string,
  condition: RawBuilder<unknown>,
): Promise<PersonRow[]> {
  const { rows } = await sql<HeadRow>`
    select id, last_name as "lastName", first_name as "firstName", birth_date as "birthDate", sex, phone,
      social_security_id as "socialSecurityId", credit_limit as "creditLimit",
      tag_ids as tags, archived, merged_into as "mergedInto", rev
    from persons where pharmacy_id = ${pharmacyId} and ${condition}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const policies = await policiesOf(tx, pharmacyId, ids, today)
  const outgoing = await outgoingOf(tx, pharmacyId, ids)
  const bills = await openBillsOf(tx, pharmacyId, ids)
  return rows.map((head) => {
    const { billed, unbilled } = outgoing.get(head.id)!
    return {
      ...head,
      policies: policies.get(head.id) ?? [],
      outgoing: billed + unbilled,
      openBills: bills.get(head.id) ?? [],
    }
  })
}

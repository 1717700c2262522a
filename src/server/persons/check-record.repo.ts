import { sql } from 'kysely'
import type { PersonDetail } from '#shared/contract/persons.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'

type Check = Pick<PersonDetail, 'toCheck' | 'checked' | 'erasedAt'>

/** Whether the record waits for a look, and who looked at it. */
export async function checkOf(tx: Tx, pharmacyId: string, id: string): Promise<Check> {
  const { rows } = await sql<{ toCheck: boolean; by: PersonName | null; at: Date | null; erasedAt: Date | null }>`
    select p.to_check as "toCheck", ${personName('u')} as by, p.checked_at as at, p.erased_at as "erasedAt"
    from persons p left join users u on u.id = p.checked_by
    where p.pharmacy_id = ${pharmacyId} and p.id = ${id}`.execute(tx)
  const { toCheck, by, at, erasedAt } = rows[0]!
  return {
    toCheck,
    checked: by && at ? { byName: displayName(by), at: at.toISOString() } : null,
    erasedAt: erasedAt?.toISOString() ?? null,
  }
}

/** Says who looked at a record that waits. A record that does not wait keeps who looked at it first. */
export async function markChecked(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('persons')
    .set({ to_check: false, checked_by: by, checked_at: at })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .where('to_check', '=', true)
    .execute()
}

/** A record that was looked at waits again. One that never waited does not. */
export async function unmarkChecked(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await tx
    .updateTable('persons')
    .set({ to_check: true, checked_by: null, checked_at: null })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .where('checked_at', 'is not', null)
    .execute()
}

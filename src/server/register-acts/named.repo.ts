import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

type Named = { kind: 'member' | 'client' | 'reason'; id: string }

/**
 * Whether the pharmacy has the named row: a member who can hold a register, a person or an organization, or a reason.
 * An archived reason counts: it may have been archived while the act waited to be sent.
 */
export async function findNamed(tx: Tx, pharmacyId: string, { kind, id }: Named): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`select ${conditionOf(kind, pharmacyId, id)} as "isKnown"`.execute(tx)
  return rows[0]!.isKnown
}

function conditionOf(kind: Named['kind'], pharmacyId: string, id: string) {
  switch (kind) {
    case 'member':
      return sql<boolean>`exists (select from users where pharmacy_id = ${pharmacyId} and id = ${id} and kind = 'member'
        and active)`
    case 'client':
      return sql<boolean>`exists (select from persons where pharmacy_id = ${pharmacyId} and id = ${id})
        or exists (select from organizations where pharmacy_id = ${pharmacyId} and id = ${id})`
    case 'reason':
      return sql<boolean>`exists (select from disbursement_reasons where pharmacy_id = ${pharmacyId} and id = ${id})`
  }
}

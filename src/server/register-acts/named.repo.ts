import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

type Named = { kind: 'member' | 'client' | 'reason'; id: string } | { kind: 'sale'; id: string; registerId: string }

/**
 * Whether the pharmacy has the named row: a member who can hold a register, a person or an organization, a reason, or a
 * sale of a register.
 * An archived reason counts: it may have been archived while the act waited to be sent.
 */
export async function findNamed(tx: Tx, pharmacyId: string, named: Named): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`select ${conditionOf(pharmacyId, named)} as "isKnown"`.execute(tx)
  return rows[0]!.isKnown
}

function conditionOf(pharmacyId: string, named: Named) {
  const { id } = named
  switch (named.kind) {
    case 'member':
      return sql<boolean>`exists (select from users where pharmacy_id = ${pharmacyId} and id = ${id} and kind = 'member'
        and active)`
    case 'client':
      return sql<boolean>`exists (select from persons where pharmacy_id = ${pharmacyId} and id = ${id})
        or exists (select from organizations where pharmacy_id = ${pharmacyId} and id = ${id})`
    case 'sale':
      return sql<boolean>`exists (select from sales where pharmacy_id = ${pharmacyId} and id = ${id}
        and register_id = ${named.registerId})`
    case 'reason':
      return sql<boolean>`exists (select from disbursement_reasons where pharmacy_id = ${pharmacyId} and id = ${id})`
  }
}

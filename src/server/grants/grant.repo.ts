import type { Gesture } from '#shared/contract/tokens.ts'
import type { Tx } from '#server/db/database.ts'

export type NewGrant = Gesture & {
  id: string
  grantedBy: string
  terminalId: string
  at: Date
  expiresAt: Date
}

export async function insertGrant(tx: Tx, pharmacyId: string, grant: NewGrant): Promise<void> {
  await tx
    .insertInto('grants')
    .values({
      pharmacy_id: pharmacyId,
      id: grant.id,
      permission: grant.permission,
      subject_id: grant.subjectId,
      item_id: grant.itemId ?? null,
      amount: grant.amount ?? null,
      granted_by: grant.grantedBy,
      terminal_id: grant.terminalId,
      at: grant.at,
      expires_at: grant.expiresAt,
    })
    .execute()
}

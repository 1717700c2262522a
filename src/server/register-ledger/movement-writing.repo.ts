import { sql } from 'kysely'
import type { RegisterMovement } from '#shared/domain/register/movements.ts'
import type { Tx } from '#server/db/database.ts'

type NewLine = RegisterMovement & {
  id: string
  registerId: string
  userId: string
  occurredAt: string
  recordedAt: Date
  clientId: string | null
  note: string | null
}

/** The franc of something that is no sale. Its id is that of what moved it. */
export async function insertMovement(
  tx: Tx,
  pharmacyId: string,
  { id, registerId, kind, type, amount, operator, userId, occurredAt, recordedAt, clientId, note }: NewLine,
): Promise<void> {
  await sql`
    insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, occurred_at, user_id, operator, client_id, note)
    values (${pharmacyId}, ${id}, ${registerId}, ${kind}, ${type}, ${amount}, ${recordedAt}, ${occurredAt}, ${userId}, ${operator ?? null}, ${clientId}, ${note})`.execute(
    tx,
  )
}

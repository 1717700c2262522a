import { sql, type RawBuilder } from 'kysely'
import type { RegisterMovement } from '#shared/domain/register/movements.ts'

/** Movements of one register, of one sale or of none. A movement without an id gets one. */
type RegisterEntry = {
  movements: readonly (RegisterMovement & { id?: string })[]
  registerId: string
  userId: string
  saleId?: string
  note?: string | null
  /** `occurredAt`: at the counter. `recordedAt`: when the server writes it. */
  occurredAt: string
  recordedAt: string | Date
}

/** The only writer of the register ledger, as a statement that callers execute or place in a `with`. */
export function registerMoved(
  pharmacyId: string,
  { movements, registerId, userId, saleId, note, occurredAt, recordedAt }: RegisterEntry,
): RawBuilder<unknown> {
  return sql`
    insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, occurred_at, user_id, sale_id,
      operator, client_id, note)
    select ${pharmacyId}, coalesce(m.id, gen_random_uuid()), ${registerId}, m.kind, m.type, m.amount, ${recordedAt},
      ${occurredAt}, ${userId}, ${saleId ?? null}, m.operator, m."clientId", ${note ?? null}
    from json_to_recordset(${JSON.stringify(movements)}::json) as m (id uuid, kind text, type text, amount bigint,
      operator text, "clientId" uuid)`
}

import { sql } from 'kysely'
import type { NewDisbursement } from '#shared/contract/disbursements.ts'
import type { Tx } from '#server/db/database.ts'

/** Inserts a disbursement with the pharmacy's next number. Its movement must exist before. */
export async function insertDisbursement(
  tx: Tx,
  pharmacyId: string,
  { id, registerId, reasonId, beneficiary, note, amount, sellerId, spentAt }: NewDisbursement,
  receivedAt: Date,
): Promise<void> {
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, disbursement_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set disbursement_number = pharmacy_counters.disbursement_number + 1
        returning disbursement_number
    )
    insert into disbursements (pharmacy_id, id, number, register_id, reason_id, beneficiary, note, amount, user_id,
      spent_at, received_at)
    select ${pharmacyId}, ${id}, disbursement_number, ${registerId}, ${reasonId}, ${beneficiary}, ${note}, ${amount},
      ${sellerId}, ${spentAt}, ${receivedAt} from counted`.execute(tx)
}

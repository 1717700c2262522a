import { sql } from 'kysely'
import type { Disbursement, disbursements } from '#shared/contract/disbursements.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

export type DisbursementQuery = HandlerInput<typeof disbursements.list>['query']
type Row = Omit<Disbursement, 'spentAt' | 'userName'> & { spentAt: Date; by: PersonName }

export async function findDisbursement(tx: Tx, pharmacyId: string, id: string): Promise<Disbursement | undefined> {
  const { rows } =
    await sql<Row>`select ${columns} from ${joined} where d.pharmacy_id = ${pharmacyId} and d.id = ${id}`.execute(tx)
  return rows.map(disbursementOf)[0]
}

/** One page, newest first, with the sum of all filtered disbursements. Days are in the pharmacy's time zone. */
export async function pageOfDisbursements(
  tx: Tx,
  pharmacyId: string,
  { from, to, reasonId, userId, registerId, page, size }: DisbursementQuery,
): Promise<{ items: Disbursement[]; total: number; amount: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const kept = sql.join(
    [
      sql`d.pharmacy_id = ${pharmacyId}`,
      ...(from ? [sql`d.spent_at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
      ...(to ? [sql`d.spent_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
      ...(reasonId ? [sql`d.reason_id = ${reasonId}`] : []),
      ...(userId ? [sql`d.user_id = ${userId}`] : []),
      ...(registerId ? [sql`d.register_id = ${registerId}`] : []),
    ],
    sql` and `,
  )
  const { rows: sums } = await sql<{
    total: number
    amount: number
  }>`select count(*) as total, coalesce(sum(d.amount), 0) as amount from disbursements d where ${kept}`.execute(tx)
  const { rows } =
    await sql<Row>`select ${columns} from ${joined} where ${kept} order by d.spent_at desc, d.number desc limit ${size} offset ${page * size}`.execute(
      tx,
    )
  return { items: rows.map(disbursementOf), ...sums[0]! }
}

const columns = sql`d.id, d.number, d.register_id as "registerId", d.reason_id as "reasonId", r.label as reason, d.beneficiary, d.note, d.amount, d.user_id as "userId", d.spent_at as "spentAt",
  json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by`
const joined = sql`disbursements d join disbursement_reasons r on r.pharmacy_id = d.pharmacy_id and r.id = d.reason_id join users u on u.id = d.user_id`

function disbursementOf({ by, spentAt, ...row }: Row): Disbursement {
  return { ...row, spentAt: spentAt.toISOString(), userName: displayName(by) }
}

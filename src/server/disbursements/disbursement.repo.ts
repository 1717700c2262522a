import { sql } from 'kysely'
import type { Disbursement, disbursements } from '#shared/contract/disbursements.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'

export type DisbursementQuery = HandlerInput<typeof disbursements.list>['query']
type Row = Omit<Disbursement, 'spentAt' | 'userName'> & { spentAt: Date; by: PersonName }

export async function findDisbursement(tx: Tx, pharmacyId: string, id: string): Promise<Disbursement | undefined> {
  const { rows } =
    await sql<Row>`select ${columns} from ${joined} where d.pharmacy_id = ${pharmacyId} and d.id = ${id}`.execute(tx)
  return rows.map(disbursementOf)[0]
}

/**
 * One page, newest first unless sorted, with the sum of all filtered disbursements. Days are in the pharmacy's time
 * zone.
 */
export async function pageOfDisbursements(
  tx: Tx,
  pharmacyId: string,
  { from, to, search, reasonId, userId, registerId, sort, page, size }: DisbursementQuery,
): Promise<{ items: Disbursement[]; total: number; amount: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const kept = sql.join(
    [
      sql`d.pharmacy_id = ${pharmacyId}`,
      ...inDays(sql`d.spent_at`, { from, to }, timeZone),
      ...(reasonId ? [sql`d.reason_id = any(${reasonId}::uuid[])`] : []),
      ...(userId ? [sql`d.user_id = ${userId}`] : []),
      ...(registerId ? [sql`d.register_id = ${registerId}`] : []),
      ...wordsOf(search ?? '').map(
        (word) => sql`(d.number::text = ${word} or strpos(folded(${searched}), ${word}) > 0)`,
      ),
    ],
    sql` and `,
  )
  const { rows: sums } = await sql<{
    total: number
    amount: number
  }>`select count(*) as total, coalesce(sum(d.amount), 0) as amount from ${joined} where ${kept}`.execute(tx)
  const order = sortOrder(
    sort,
    {
      number: sql`d.number`,
      spentAt: sql`d.spent_at`,
      hour: sql`(d.spent_at at time zone ${timeZone})::time`,
      reason: sql`folded(r.label)`,
      beneficiary: sql`folded(d.beneficiary)`,
      note: sql`folded(d.note)`,
      user: sql`folded(${userName})`,
      amount: sql`d.amount`,
    },
    sql`d.spent_at desc, d.number desc`,
  )
  const { rows } = await sql<Row>`select ${columns} from ${joined} where ${kept} order by ${order}
      limit ${size} offset ${page * size}`.execute(tx)
  return { items: rows.map(disbursementOf), ...sums[0]! }
}

const userName = sql`(u.last_name || ' ' || u.first_name)`
/** The texts of a disbursement that one sees. */
const searched = sql`concat_ws(' ', r.label, d.beneficiary, d.note, ${userName})`
const columns = sql`d.id, d.number, d.register_id as "registerId", d.reason_id as "reasonId", r.label as reason,
  d.beneficiary, d.note, d.amount, d.user_id as "userId", d.spent_at as "spentAt",
  json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by`
const joined = sql`disbursements d join disbursement_reasons r on r.pharmacy_id = d.pharmacy_id and r.id = d.reason_id
  join users u on u.id = d.user_id`

function disbursementOf({ by, spentAt, ...row }: Row): Disbursement {
  return { ...row, spentAt: spentAt.toISOString(), userName: displayName(by) }
}

import { sql } from 'kysely'
import { refundedOf } from '#server/credit/refunded.repo.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Unpaid credit in minor units: asked for by an open bill, or by none yet. What was paid back at a register pays what no bill asks for first; what was
 * paid beyond all of it is nothing here, and pays what is bought next.
 */
export type OutgoingAmounts = { billed: number; unbilled: number }

/** What these persons and organizations owe after what they brought back, each of them in the answer; a person's includes what those merged into him owe, and theirs is nothing then. One statement, whatever their number. */
export async function outgoingOf(
  tx: Tx,
  pharmacyId: string,
  clientIds: readonly string[],
): Promise<Map<string, OutgoingAmounts>> {
  const owing = new Map(clientIds.map((id): [string, OutgoingAmounts] => [id, { billed: 0, unbilled: 0 }]))
  if (owing.size === 0) return owing
  const asked = [...owing.keys()]
  const { rows } = await sql<OutgoingAmounts & { id: string }>`
    with client as (
      select a.id as whose, a.id from unnest(${asked}::uuid[]) as a (id)
      where not exists (select from persons m where m.pharmacy_id = ${pharmacyId} and m.id = a.id and m.merged_into is not null)
      union all
      select merged_into, id from persons where pharmacy_id = ${pharmacyId} and merged_into = any(${asked}::uuid[])
    ), owed as (
      select c.whose, y.amount - ${refundedOf} as amount, coalesce(b.asked, false) as asked
      from client c
        join sale_payments y on y.pharmacy_id = ${pharmacyId} and y.client_id = c.id
        join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id and s.status <> 'CANCELED'
        left join lateral (
          select bool_or(b.status = 'closed') as paid, bool_or(b.status = 'open') as asked
          from bill_lines l join bills b on b.pharmacy_id = l.pharmacy_id and b.id = l.bill_id
          where l.pharmacy_id = y.pharmacy_id and l.sale_id = y.sale_id and l.payment_id = y.id
        ) b on true
      where b.paid is not true
    ), sums as (
      select whose, coalesce(sum(amount) filter (where asked), 0) as billed, coalesce(sum(amount) filter (where not asked), 0) as unbilled from owed group by whose
    ), back as (
      select c.whose, sum(m.amount) as amount
      from client c join register_movements m on m.pharmacy_id = ${pharmacyId} and m.client_id = c.id and m.kind = 'collection' group by c.whose
    )
    select o.whose as id, greatest(0, least(o.billed, o.billed + o.unbilled - coalesce(p.amount, 0))) as billed, greatest(0, o.unbilled - coalesce(p.amount, 0)) as unbilled
    from sums o left join back p on p.whose = o.whose`.execute(tx)
  for (const { id, billed, unbilled } of rows) owing.set(id, { billed, unbilled })
  return owing
}

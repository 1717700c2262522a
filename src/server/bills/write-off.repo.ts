import { sql, type RawBuilder } from 'kysely'
import type { WriteOff } from '#shared/contract/bill-reports.ts'
import type { bills } from '#shared/contract/bills.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { payerName, payerOf } from '#server/bills/bill-report.repo.ts'
import { payerIdOf, payersLike } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { inDays } from '#server/locale/pharmacy-day.repo.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

type WriteOffQuery = HandlerInput<typeof bills.writeOffs>['query']
type Row = Omit<WriteOff, 'at' | 'byName'> & { at: Date; by: PersonName | null }

const payer = payerOf('b')
const from = sql`bill_settlements z
  join bills b on b.pharmacy_id = z.pharmacy_id and b.id = z.bill_id ${payer.tables}
  join sales s on s.pharmacy_id = z.pharmacy_id and s.id = z.sale_id
  left join users u on u.id = z.settled_by`
const sortColumns = {
  at: sql`z.settled_at`,
  by: sql`folded(u.last_name || ' ' || u.first_name)`,
  payer: sql`folded(${payerName})`,
  bill: sql`b.number`,
  note: sql`z.note_number`,
  amount: sql`z.amount`,
  reason: sql`folded(z.reason)`,
}

/** `amount`: of all that the filter finds. */
export async function findWriteOffs(
  tx: Tx,
  pharmacyId: string,
  query: WriteOffQuery,
  timeZone: string,
): Promise<CallReply<typeof bills.writeOffs>> {
  const kept = sql.join(filtersOf(pharmacyId, query, timeZone), sql` and `)
  const page = await pagedRows(tx, query, {
    from: sql`${from} where ${kept}`,
    items: async (limit) => {
      const { rows } = await sql<Row>`
        select z.id, z.bill_id as "billId", b.number as "billNumber", ${payer.columns}, s.number as "saleNumber", z.amount,
          z.note_number as "noteNumber", z.reason, z.settled_at as at, ${personName('u')} as by
        from ${from} where ${kept}
        order by ${sortOrder(query.sort, sortColumns, sql`z.settled_at desc, z.id`)} ${limit}`.execute(tx)
      return rows.map(({ at, by, ...row }): WriteOff => ({
        ...row,
        at: at.toISOString(),
        byName: by && displayName(by),
      }))
    },
  })
  if (query.rowsOnly) return { ...page, amount: 0 }
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(z.amount), 0)::bigint as amount from ${from} where ${kept}`.execute(tx)
  return { ...page, amount: rows[0]!.amount }
}

/** A search finds the payer, the bill, the reason and who gave it up. Days are those of the pharmacy. */
function filtersOf(
  pharmacyId: string,
  { search, from: first, to, payerId }: WriteOffQuery,
  timeZone: string,
): RawBuilder<unknown>[] {
  return [
    sql`z.pharmacy_id = ${pharmacyId} and z.kind = 'written-off' and z.undone_at is null`,
    ...(payerId ? [sql`${payerIdOf('b')} = any(${payersLike(pharmacyId, [payerId])})`] : []),
    ...inDays(sql`z.settled_at`, { from: first, to }, timeZone),
    ...wordsOf(search ?? '').map(
      (word) =>
        sql`strpos(folded(concat_ws(' ', b.number, ${payerName}, z.reason, u.last_name, u.first_name)), ${word}) > 0`,
    ),
  ]
}

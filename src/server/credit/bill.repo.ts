import { sql } from 'kysely'
import type { Bill, BillQuery } from '#shared/contract/clients.ts'
import { payerIdOf, payersLike } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

/**
 * The bills of a person or an organization, newest first unless sorted. Bills of persons merged into this one are
 * included.
 */
export function billsOf(
  tx: Tx,
  pharmacyId: string,
  clientId: string,
  { search, sort, ...page }: BillQuery,
): Promise<{ items: Bill[]; total: number }> {
  const bills = sql`bills b
    where b.pharmacy_id = ${pharmacyId}
      and ${payerIdOf('b')} = any(${payersLike(pharmacyId, [clientId])})
      and strpos(folded(b.number), folded(${search ?? ''})) > 0`
  return pagedRows(tx, page, {
    from: bills,
    items: async (limit) => {
      const { rows } = await sql<Bill>`
        select b.id, b.number, b.status, b.amount, b.issued_on as "issuedOn" from ${bills}
        order by ${sortOrder(sort, sortColumns, sql`b.issued_on desc, b.number desc, b.id`)} ${limit}`.execute(tx)
      return rows
    },
  })
}

const sortColumns = {
  number: sql`folded(b.number)`,
  day: sql`b.issued_on`,
  amount: sql`b.amount`,
  state: sql`b.status`,
}

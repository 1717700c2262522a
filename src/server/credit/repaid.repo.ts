import { sql } from 'kysely'
import { restsAfter } from '#shared/domain/credit.ts'
import { collected } from '#server/credit/collected.repo.ts'
import { payersLike } from '#server/credit/settlement.repo.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { Tx } from '#server/db/database.ts'

/** What a client owes that no bill holds; `saleId` and `paymentId` null: an insurer refused it. Minor units. */
type Unbilled = { client: string; saleId: string | null; paymentId: string | null; left: number }

/** What clients owe that no bill holds, the oldest sale first. A merged person owes with the person that remains. */
export async function unbilledCredit(tx: Tx, pharmacyId: string, clientIds: readonly string[]): Promise<Unbilled[]> {
  const asked = payersLike(pharmacyId, clientIds)
  const { rows } = await sql<Unbilled>`
    select coalesce(f.merged_into, y.client_id) as client, y.sale_id as "saleId", y.id as "paymentId",
      y.owed as "left", s.sold_at, s.number, y.position
    from sale_payments y join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
      left join persons f on f.pharmacy_id = y.pharmacy_id and f.id = y.client_id
    where y.pharmacy_id = ${pharmacyId} and y.client_id = any(${asked}) and y.owed > 0 and not y.billed
    union all
    select coalesce(f.merged_into, z.client_id), null, null, z.amount, s.sold_at, s.number, 0
    from bill_settlements z join persons f on f.pharmacy_id = z.pharmacy_id and f.id = z.client_id
      join sales s on s.pharmacy_id = z.pharmacy_id and s.id = z.sale_id
    where z.pharmacy_id = ${pharmacyId} and z.undone_at is null and z.client_id = any(${asked})
    order by sold_at, number, position`.execute(tx)
  return rows
}

/**
 * Of vouchers that no bill holds, what their clients paid back at tills: money that is for no bill, the oldest voucher
 * first. By `voucherKey`, in minor units; `clientIds`: only of these clients.
 */
export async function repaidVouchers(
  tx: Tx,
  pharmacyId: string,
  clientIds?: readonly string[],
): Promise<Map<string, number>> {
  if (clientIds?.length === 0) return new Map()
  const { rows } = await sql<{ client: string; amount: number }>`
    ${collected(pharmacyId, clientIds && payersLike(pharmacyId, clientIds))}`.execute(tx)
  const money = new Map(rows.flatMap(({ client, amount }) => (Number(amount) > 0 ? [[client, Number(amount)]] : [])))
  if (money.size === 0) return new Map()
  const owed = groupBy(await unbilledCredit(tx, pharmacyId, [...money.keys()]), ({ client }) => client)
  return new Map(
    [...owed].flatMap(([client, of]) =>
      restsAfter(of, money.get(client) ?? 0).flatMap(({ of: { saleId, paymentId }, repaid }) =>
        saleId && paymentId && repaid > 0 ? [[voucherKey({ saleId, paymentId }), repaid] as const] : [],
      ),
    ),
  )
}

export function voucherKey({ saleId, paymentId }: { saleId: string; paymentId: string }): string {
  return `${saleId}.${paymentId}`
}

/** The clients among ids of any rows: persons, merged ones as who they are now, and organizations. */
export async function debtorsAmong(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]> {
  const asked = sql`${[...ids]}::uuid[]`
  const { rows } = await sql<{ client: string }>`
    select coalesce(merged_into, id) as client from persons where pharmacy_id = ${pharmacyId} and id = any(${asked})
    union select id from organizations where pharmacy_id = ${pharmacyId} and id = any(${asked})`.execute(tx)
  return rows.map(({ client }) => client)
}

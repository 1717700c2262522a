import { sql } from 'kysely'
import type { Sale } from '#shared/contract/sales.ts'
import type { Tx } from '#server/db/database.ts'

export async function pharmacyExists(tx: Tx, pharmacyId: string): Promise<boolean> {
  return (await tx.selectFrom('pharmacies').select('id').where('id', '=', pharmacyId).executeTakeFirst()) !== undefined
}

/** Of these sales, those that the database does not have. */
export async function idsMissing(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${ids}::uuid[]) as asked (id) where not exists (select from sales s where s.pharmacy_id = ${pharmacyId} and s.id = asked.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Every sale that came through the inbox, of all pharmacies. Reads as the platform. */
export async function acceptedIds(tx: Tx): Promise<{ pharmacyId: string; id: string }[]> {
  return tx.selectFrom('inbox').select(['pharmacy_id as pharmacyId', 'id']).where('kind', '=', 'sale').where('accepted', '=', true).execute()
}

export async function acceptedSale(tx: Tx, pharmacyId: string, id: string): Promise<{ answer: Sale; sellerRoles: string[]; at: Date } | undefined> {
  const row = await tx
    .selectFrom('inbox as b')
    .innerJoin('sales as s', (join) => join.onRef('s.pharmacy_id', '=', 'b.pharmacy_id').onRef('s.id', '=', 'b.id'))
    .select(['b.answer', 'b.at', 's.seller_roles'])
    .where('b.pharmacy_id', '=', pharmacyId)
    .where('b.id', '=', id)
    .where('b.accepted', '=', true)
    .executeTakeFirst()
  return row && { answer: row.answer as Sale, sellerRoles: row.seller_roles, at: row.at }
}

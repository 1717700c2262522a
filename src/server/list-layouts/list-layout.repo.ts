import { sql } from 'kysely'
import type { ListLayout } from '#shared/contract/list-layouts.ts'
import type { Tx } from '#server/db/database.ts'

export async function layoutsOf(tx: Tx, pharmacyId: string, userId: string): Promise<ListLayout[]> {
  const rows = await tx
    .selectFrom('list_layouts')
    .select('layout')
    .where('pharmacy_id', '=', pharmacyId)
    .where('user_id', '=', userId)
    .orderBy('list')
    .execute()
  // Only this file writes the column, in the shape of the contract.
  return rows.map(({ layout }) => layout as ListLayout)
}

export async function putLayout(tx: Tx, pharmacyId: string, userId: string, layout: ListLayout): Promise<void> {
  await sql`
    insert into list_layouts (pharmacy_id, user_id, list, layout)
    values (${pharmacyId}, ${userId}, ${layout.list}, ${JSON.stringify(layout)}::text::jsonb)
    on conflict (pharmacy_id, user_id, list) do update set layout = excluded.layout`.execute(tx)
}

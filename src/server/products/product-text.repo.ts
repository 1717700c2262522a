import type { Tx } from '#server/db/database.ts'

export type TextKind = 'notice' | 'spc'

export async function textOf(tx: Tx, id: string, kind: TextKind): Promise<string | null> {
  const row = await tx
    .selectFrom('product_texts')
    .select('text')
    .where('product_id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.text ?? null
}

export async function putText(tx: Tx, id: string, kind: TextKind, text: string): Promise<void> {
  await tx
    .insertInto('product_texts')
    .values({ product_id: id, kind, text })
    .onConflict((conflict) => conflict.columns(['product_id', 'kind']).doUpdateSet({ text }))
    .execute()
}

export async function deleteText(tx: Tx, id: string, kind: TextKind): Promise<void> {
  await tx.deleteFrom('product_texts').where('product_id', '=', id).where('kind', '=', kind).execute()
}

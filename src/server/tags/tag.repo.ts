import { sql } from 'kysely'
import type { Tag } from '#shared/contract/tags.ts'
import type { Tx } from '#server/db/database.ts'

type TagRow = Omit<Tag, 'color'> & { color: string }

/** By type, then by label as people read it; of some types where they are named. */
export async function pageOfTags(
  tx: Tx,
  pharmacyId: string,
  { types, page, size }: { types: readonly Tag['type'][] | undefined; page: number; size: number },
): Promise<{ items: Tag[]; total: number }> {
  const wanted = types ? sql`and type = any(${types}::text[])` : sql``
  const { rows } =
    await sql<TagRow>`select id, type, label, color from tags where pharmacy_id = ${pharmacyId} ${wanted} order by type, folded(label), id limit ${size} offset ${page * size}`.execute(
      tx,
    )
  const { rows: counts } = await sql<{
    total: number
  }>`select count(*) as total from tags where pharmacy_id = ${pharmacyId} ${wanted}`.execute(tx)
  return { items: rows.map(asTag), total: counts[0]?.total ?? 0 }
}

export async function findTag(tx: Tx, pharmacyId: string, id: string): Promise<Tag | undefined> {
  const row = await tx
    .selectFrom('tags')
    .select(['id', 'type', 'label', 'color'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && asTag(row)
}

export async function insertTag(tx: Tx, pharmacyId: string, tag: Tag): Promise<void> {
  await tx
    .insertInto('tags')
    .values({ pharmacy_id: pharmacyId, ...tag })
    .execute()
}

export async function updateTag(tx: Tx, pharmacyId: string, { id, label, color }: Tag): Promise<void> {
  await tx
    .updateTable('tags')
    .set({ label, color })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteTag(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await tx.deleteFrom('tags').where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
}

/** Takes a tag off what carries it; answers the rows of the terminals' lists that changed by it. */
export async function untagAll(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<{ persons: string[]; organizations: string[] }> {
  const untag = async (
    table: 'persons' | 'organizations' | 'contract_policies',
    changed: 'id' | 'beneficiary_id',
  ): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      update ${sql.table(table)} set tag_ids = array_remove(tag_ids, ${id}::uuid) where pharmacy_id = ${pharmacyId} and ${id}::uuid = any(tag_ids) returning ${sql.ref(changed)} as id`.execute(
      tx,
    )
    return rows.map((row) => row.id)
  }
  const persons = [...(await untag('persons', 'id')), ...(await untag('contract_policies', 'beneficiary_id'))]
  return { persons, organizations: await untag('organizations', 'id') }
}

/** Of these, what the pharmacy has of one type. */
export async function knownTags(
  tx: Tx,
  pharmacyId: string,
  type: Tag['type'],
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('tags')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('type', '=', type)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

// Only this file writes the column, from the contract's own colors.
function asTag(row: TagRow): Tag {
  return row as Tag
}

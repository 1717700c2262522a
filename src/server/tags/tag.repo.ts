import { sql, type RawBuilder } from 'kysely'
import type { Tag } from '#shared/contract/tags.ts'
import type { Tx } from '#server/db/database.ts'

/** By type, then by label in alphabetical order (case and accents ignored). */
export const tagOrder = ['type', sql`folded(label)`]

/** Only some types, when the query names them. */
export function ofTypes({ types }: { types?: unknown }): RawBuilder<unknown> {
  return types === undefined ? sql`true` : sql`type = any(${types}::text[])`
}

/** Returns the deleted tag; undefined when the pharmacy has no such tag. */
export function deleteTag(tx: Tx, pharmacyId: string, id: string): Promise<{ id: string } | undefined> {
  return tx
    .deleteFrom('tags')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
}

/** Removes a tag from all rows that carry it. Returns the changed rows of the synced lists. */
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
      update ${sql.table(table)} set tag_ids = array_remove(tag_ids, ${id}::uuid) where pharmacy_id = ${pharmacyId}
        and ${id}::uuid = any(tag_ids) returning ${sql.ref(changed)} as id`.execute(tx)
    return rows.map((row) => row.id)
  }
  const persons = [...(await untag('persons', 'id')), ...(await untag('contract_policies', 'beneficiary_id'))]
  return { persons, organizations: await untag('organizations', 'id') }
}

/** Those of the given tags that the pharmacy has for one type. */
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

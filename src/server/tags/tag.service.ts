import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { deleteTag, ofTypes, tagOrder, untagAll } from '#server/tags/tag.repo.ts'

/** A label is unique within its type, whatever its case and accents. */
export const tagFamily = { table: 'tags', name: 'label', order: tagOrder, filter: ofTypes, remove: removeTag } as const

/** Deletes the tag and removes it from every row that carries it. */
function removeTag(context: Context, id: string): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { persons, organizations } = await untagAll(tx, pharmacyId, id)
    touch('persons', persons)
    touch('organizations', organizations)
    return requireRow(await deleteTag(tx, pharmacyId, id))
  })
}

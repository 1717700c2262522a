import type { Tag } from '#shared/contract/tags.ts'
import type { Tx } from '#server/db/database.ts'
import type { FieldIssue } from '#server/base/field-issues.ts'
import { knownTags } from '#server/tags/tag.repo.ts'

/** An issue for each tag that the pharmacy does not have for this type of row. `path` of the list: `body.tags`. */
export async function tagIssues(
  tx: Tx,
  pharmacyId: string,
  type: Tag['type'],
  ids: readonly string[],
  path = 'body.tags',
): Promise<FieldIssue[]> {
  const known = await knownTags(tx, pharmacyId, type, ids)
  return ids.flatMap((id, index) => (known.has(id) ? [] : [{ path: `${path}.${index}`, message: 'unknown' }]))
}

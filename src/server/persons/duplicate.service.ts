import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { persons } from '#shared/contract/persons.ts'
import type { Context } from '#server/http/context.ts'
import { duplicateGroups } from '#server/persons/duplicate.repo.ts'
import { personsByIds } from '#server/persons/person.repo.ts'
import { reading } from '#server/persons/person.service.ts'

/** Persons who may be the same, in groups; the oldest record of each group comes first. */
export function listDuplicates(
  context: Context,
  page: HandlerInput<typeof persons.duplicates>['query'],
): Promise<CallReply<typeof persons.duplicates>> {
  return reading(context, async (tx, pharmacyId, today) => {
    const { groups, total } = await duplicateGroups(tx, pharmacyId, page)
    const rows = await personsByIds(tx, pharmacyId, [...new Set(groups.flatMap(({ ids }) => ids))], today)
    const known = new Map(rows.map((row) => [row.id, row]))
    return {
      items: groups.map(({ reason, ids }) => ({ reason, persons: ids.flatMap((id) => known.get(id) ?? []) })),
      total,
    }
  })
}

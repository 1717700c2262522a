import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { persons } from '#shared/contract/persons.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import type { Context } from '#server/http/context.ts'
import {
  deleteDistinctPairs,
  distinctPairs,
  insertDistinctPairs,
  personsAmong,
} from '#server/persons/distinct-pairs.repo.ts'
import { reading, writing } from '#server/persons/person.service.ts'

export function listDistinctPairs(
  context: Context,
  page: HandlerInput<typeof persons.distinctPairs>['query'],
): Promise<CallReply<typeof persons.distinctPairs>> {
  return reading(context, (tx, pharmacyId) => distinctPairs(tx, pharmacyId, page))
}

/**
 * Persons who look alike and are not the same: they are not proposed as duplicates until it is taken back. A second
 * call changes nothing. Refuses an id that is no person of the pharmacy, or was merged.
 */
export function tellApart(
  context: Context,
  { personIds, distinct }: HandlerInput<typeof persons.tellApart>['body'],
): Promise<CallReply<typeof persons.tellApart>> {
  return writing(context, async (tx, pharmacyId) => {
    const ids = [...new Set(personIds)]
    const known = await personsAmong(tx, pharmacyId, ids)
    refuseFields(ids.every((id) => known.has(id)) ? [] : [{ path: 'body.personIds', message: 'unknown' }])
    if (distinct) await insertDistinctPairs(tx, pharmacyId, ids, { by: context.actor.userId, at: context.now })
    else await deleteDistinctPairs(tx, pharmacyId, ids)
    return { personIds: ids }
  })
}

import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { persons } from '#shared/contract/persons.ts'
import type { Context } from '#server/http/context.ts'
import { markChecked, personsToCheck, unmarkChecked } from '#server/persons/check-record.repo.ts'
import { knownPerson, reading, writing } from '#server/persons/person.service.ts'

export function listPersonsToCheck(
  context: Context,
  query: HandlerInput<typeof persons.toCheck>['query'],
): Promise<CallReply<typeof persons.toCheck>> {
  return reading(context, (tx, pharmacyId) => personsToCheck(tx, pharmacyId, query))
}

/**
 * Notes that a member of the office looked at the record of a person made at the counter, or takes that back. A second
 * call changes nothing: who looked first stays. Throws `requests:notFound`.
 */
export function checkRecord(context: Context, id: string, checked: boolean): Promise<{ id: string }> {
  return writing(context, async (tx, pharmacyId, today) => {
    await knownPerson(tx, pharmacyId, id, today)
    if (checked) await markChecked(tx, pharmacyId, id, { by: context.actor.userId, at: context.now })
    else await unmarkChecked(tx, pharmacyId, id)
    return { id }
  })
}

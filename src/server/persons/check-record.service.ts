import type { Context } from '#server/http/context.ts'
import { markChecked, unmarkChecked } from '#server/persons/check-record.repo.ts'
import { knownPerson, writing } from '#server/persons/person.service.ts'

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

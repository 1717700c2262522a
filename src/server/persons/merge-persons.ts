import type { PersonDetail } from '#shared/contract/persons.ts'
import { AppError } from '#shared/domain/errors.ts'
import { collectFreed } from '#server/credit/collect-on-bills.ts'
import type { Context } from '#server/http/context.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { touchRows } from '#server/lists/revision.repo.ts'
import { moveDistinctPairs } from '#server/persons/distinct-pairs.repo.ts'
import {
  fillFromDuplicate,
  moveOwned,
  movePolicies,
  moveRelationships,
  moveSales,
  retireDuplicate,
  rowsNaming,
} from '#server/persons/merge.repo.ts'
import { findPerson } from '#server/persons/person.repo.ts'
import { knownPerson, wholePerson, writing } from '#server/persons/person.service.ts'

/**
 * Merges two persons. The policies, relatives, purchases and tags of the duplicate move to the kept person. Debts move
 * too, although payments are not rewritten: every query of debts follows `mergedInto`. Throws `persons:cannotMerge`
 * when both are the same person, when one was merged before, or when the kept person is archived.
 */
export function mergePersons(context: Context, keptId: string, duplicateId: string): Promise<PersonDetail> {
  return writing(context, async (tx, pharmacyId, today) => {
    const kept = await knownPerson(tx, pharmacyId, keptId, today)
    const duplicate = await findPerson(tx, pharmacyId, duplicateId, today)
    refuseFields(duplicate ? [] : [{ path: 'body.duplicateId', message: 'unknown' }])
    if (keptId === duplicateId || kept.archived || duplicate?.mergedInto !== null)
      throw new AppError('persons:cannotMerge')

    const pair = { pharmacyId, keptId, duplicateId }
    const naming = await rowsNaming(tx, pair)
    await movePolicies(tx, pair)
    await moveRelationships(tx, pair)
    await moveSales(tx, pair)
    await moveOwned(tx, pair)
    await moveDistinctPairs(tx, pair)
    await fillFromDuplicate(tx, pair)
    await retireDuplicate(tx, pair)
    await collectFreed(tx, pharmacyId, [keptId], context.now)
    await touchRows(tx, pharmacyId, 'persons', [keptId, duplicateId, ...naming.persons])
    await touchRows(tx, pharmacyId, 'companies', naming.companies)
    if (naming.companies.length > 0) context.changes.revised.add('companies')
    return wholePerson(tx, pharmacyId, keptId, today)
  })
}

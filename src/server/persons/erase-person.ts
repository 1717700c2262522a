import { AppError } from '#shared/domain/errors.ts'
import type { Context } from '#server/http/context.ts'
import { companiesOfOwner } from '#server/coverage/contract-links.repo.ts'
import { touchRows } from '#server/lists/revision.repo.ts'
import { refuseUnclosed } from '#server/persons/archive-person.ts'
import { deletePairsOf } from '#server/persons/distinct-pairs.repo.ts'
import {
  eraseNames,
  eraseOwned,
  eraseImportedRows,
  eraseTraces,
  openDues,
  personsOf,
  relativesToRead,
} from '#server/persons/erasure.repo.ts'
import { knownPerson, writing } from '#server/persons/person.service.ts'

/**
 * Erases what names a person, and those merged into him: identity, relatives, numbers of policies, photos, names on
 * prescriptions and dues, and what the audit says of him. Sales, payments, stock and bills keep their rows and sums; the
 * register of listed medicines keeps its entries, as the law asks. A second call changes nothing. Throws as archiving
 * does while bills, sales or debts are open, and `persons:eraseOpenDues` with their number.
 */
export function erasePerson(context: Context, id: string): Promise<{ id: string }> {
  return writing(context, async (tx, pharmacyId, today) => {
    await knownPerson(tx, pharmacyId, id, today)
    await refuseUnclosed(tx, pharmacyId, id)
    const dues = await openDues(tx, pharmacyId, id)
    if (dues > 0) throw new AppError('persons:eraseOpenDues', { dues })
    const [ids, relatives, companies] = [
      await personsOf(tx, pharmacyId, id),
      await relativesToRead(tx, pharmacyId, id),
      await companiesOfOwner(tx, pharmacyId, id),
    ]
    await eraseImportedRows(tx, pharmacyId, ids)
    await eraseNames(tx, pharmacyId, ids, context.now)
    await eraseOwned(tx, pharmacyId, ids)
    await deletePairsOf(tx, pharmacyId, ids)
    await eraseTraces(tx)
    await touchRows(tx, pharmacyId, 'persons', [...ids, ...relatives])
    await touchRows(tx, pharmacyId, 'companies', companies)
    if (companies.length > 0) context.changes.revised.add('companies')
    return { id }
  })
}

import { persons } from '#shared/contract/persons.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Context } from '#server/http/context.ts'
import { companiesOfOwner } from '#server/coverage/contract-links.repo.ts'
import { actingAs, type Database, type Tx } from '#server/db/database.ts'
import { touchRows } from '#server/lists/revision.repo.ts'
import { refuseUnclosed } from '#server/persons/archive-person.ts'
import { deletePairsOf } from '#server/persons/distinct-pairs.repo.ts'
import {
  eraseNames,
  eraseOwned,
  eraseImportedRows,
  eraseTraces,
  erasedPersons,
  isNamed,
  namedOf,
  openDues,
  personsOf,
  relativesToRead,
  type Erased,
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
    const { companies } = await eraseIn(tx, { pharmacyId, id, now: context.now })
    if (companies > 0) context.changes.revised.add('companies')
    return { id }
  })
}

export type { Erased }

/**
 * Erases a person once more whose rows came back, out of a backup or from a till, whatever is open in them: he was erased
 * before. False: the pharmacy does not have him, or he is erased.
 */
export function eraseAgain(
  database: Database,
  { pharmacyId, id, now }: { pharmacyId: string; id: string; now: Date },
): Promise<boolean> {
  // The audit keeps nothing of what this call changes.
  const acting = {
    userId: null,
    unlockId: null,
    terminalId: null,
    call: `${persons.erase.method} ${persons.erase.path}`,
  }
  return actingAs(acting, () =>
    database.write(pharmacyId, async (tx) => {
      if (!(await isNamed(tx, pharmacyId, id))) return false
      await eraseIn(tx, { pharmacyId, id, now })
      return true
    }),
  )
}

/** Every erased person of the platform. Needs a transaction of the platform. */
export function listErased(tx: Tx): Promise<Erased[]> {
  return erasedPersons(tx)
}

/** Those of a list, and who was merged into them, whom this database names. Needs a transaction of the platform. */
export function listNamed(tx: Tx, erased: readonly Erased[]): Promise<Erased[]> {
  return namedOf(tx, erased)
}

/** Answers how many companies show the person's name. */
async function eraseIn(
  tx: Tx,
  { pharmacyId, id, now }: { pharmacyId: string; id: string; now: Date },
): Promise<{ companies: number }> {
  const [ids, relatives, companies] = [
    await personsOf(tx, pharmacyId, id),
    await relativesToRead(tx, pharmacyId, id),
    await companiesOfOwner(tx, pharmacyId, id),
  ]
  await eraseImportedRows(tx, pharmacyId, ids)
  await eraseNames(tx, pharmacyId, ids, now)
  await eraseOwned(tx, pharmacyId, ids)
  await deletePairsOf(tx, pharmacyId, ids)
  await eraseTraces(tx)
  await touchRows(tx, pharmacyId, 'persons', [...ids, ...relatives])
  await touchRows(tx, pharmacyId, 'companies', companies)
  return { companies: companies.length }
}

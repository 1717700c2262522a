import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { NewPerson, Person, PersonDetail, persons } from '#shared/contract/persons.ts'
import { AppError } from '#shared/domain/errors.ts'
import { displayName } from '#shared/domain/person.ts'
import { requireRow } from '#server/base/require-row.ts'
import { policyDetailsOf } from '#server/coverage/policy.repo.ts'
import { companiesOfOwner } from '#server/coverage/contract-links.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { billsOf } from '#server/credit/bill.repo.ts'
import { creditStanding } from '#server/credit/credit-standing.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { Touch } from '#server/lists/changing.ts'
import { touchRows } from '#server/lists/revision.repo.ts'
import { readList } from '#server/lists/synced-list.ts'
import { refuseUnclosed } from '#server/persons/archive-person.ts'
import { checkOf } from '#server/persons/check-record.repo.ts'
import { checkedPerson } from '#server/persons/check-person.ts'
import { findPerson, personReader, personsNotArchived } from '#server/persons/person.repo.ts'
import { insertPerson, updatePerson, type PersonChange } from '#server/persons/person-writing.repo.ts'
import { lastPurchases } from '#server/persons/purchases.repo.ts'
import { relativesOf } from '#server/persons/relationship.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

/** Lists persons by page, or by cursor those that changed since, with their policies and debts. */
export function listPersons(
  context: Context,
  query: HandlerInput<typeof persons.list>['query'],
): Promise<CallReply<typeof persons.list>> {
  return reading(context, (tx, pharmacyId, today) => readList(tx, pharmacyId, personReader(today), query))
}

export function everyPerson(context: Context): Promise<Person[]> {
  return reading(context, (tx, pharmacyId, today) => personsNotArchived(tx, pharmacyId, today))
}

/** Throws `requests:notFound`. */
export function readPerson(context: Context, id: string): Promise<PersonDetail> {
  return reading(context, (tx, pharmacyId, today) => wholePerson(tx, pharmacyId, id, today))
}

export function createPerson(context: Context, body: NewPerson): Promise<PersonDetail> {
  return writing(context, async (tx, pharmacyId, today) => {
    const id = randomUUID()
    await insertPerson(
      tx,
      pharmacyId,
      id,
      await checkedPerson(tx, context, { pharmacyId, today, known: {} }, body),
      context.now,
    )
    return wholePerson(tx, pharmacyId, id, today)
  })
}

/** Changes the given fields. Archiving is `removePerson`. A merged person cannot be changed: `requests:conflict`. */
export function changePerson(context: Context, id: string, body: PersonChange): Promise<PersonDetail> {
  return writing(context, async (tx, pharmacyId, today) => {
    const known = await wholePerson(tx, pharmacyId, id, today)
    if (known.mergedInto !== null) throw new AppError('requests:conflict', { mergedInto: known.mergedInto })
    const change = await checkedPerson(tx, context, { pharmacyId, today, known }, body)
    if (body.archived === true && !known.archived) await refuseUnclosed(tx, pharmacyId, id)
    await updatePerson(tx, pharmacyId, id, change)
    const changed = await wholePerson(tx, pharmacyId, id, today)
    // contracts of this person's companies carry the name
    const naming = displayName(changed) === displayName(known) ? [] : await companiesOfOwner(tx, pharmacyId, id)
    await touchRows(tx, pharmacyId, 'companies', naming)
    if (naming.length > 0) context.changes.revised.add('companies')
    return changed
  })
}

/** The address to which the bills of a person go. */
export async function keepPersonEmail(
  tx: Tx,
  pharmacyId: string,
  touch: Touch,
  id: string,
  email: string,
): Promise<void> {
  await updatePerson(tx, pharmacyId, id, { email })
  touch('persons', [id])
}

/**
 * Archives the person. Throws `persons:archiveUnclosedBillsOrSales` with what is open. A second call changes nothing.
 */
export function removePerson(context: Context, id: string): Promise<{ id: string }> {
  return writing(context, async (tx, pharmacyId, today) => {
    const { archived } = await knownPerson(tx, pharmacyId, id, today)
    if (archived) return { id }
    await refuseUnclosed(tx, pharmacyId, id)
    await updatePerson(tx, pharmacyId, id, { archived: true })
    return { id }
  })
}

export function readOutgoing(
  context: Context,
  id: string,
  { payment }: HandlerInput<typeof persons.outgoing>['query'],
): Promise<CallReply<typeof persons.outgoing>> {
  return reading(context, async (tx, pharmacyId, today) => {
    const { creditLimit } = await knownPerson(tx, pharmacyId, id, today)
    return creditStanding(creditLimit, (await outgoingOf(tx, pharmacyId, [id])).get(id)!, payment)
  })
}

export function listBills(
  context: Context,
  id: string,
  page: HandlerInput<typeof persons.bills>['query'],
): Promise<CallReply<typeof persons.bills>> {
  return reading(context, async (tx, pharmacyId, today) => {
    await knownPerson(tx, pharmacyId, id, today)
    return billsOf(tx, pharmacyId, id, page)
  })
}

export function listPurchases(context: Context, id: string): Promise<CallReply<typeof persons.purchases>> {
  return reading(context, async (tx, pharmacyId, today) => {
    await knownPerson(tx, pharmacyId, id, today)
    return lastPurchases(tx, pharmacyId, id)
  })
}

/** Policies in the order in which they pay; archived ones last. */
export function listPolicies(context: Context, id: string): Promise<CallReply<typeof persons.contractPolicies>> {
  return reading(context, async (tx, pharmacyId, today) => {
    await knownPerson(tx, pharmacyId, id, today)
    return policyDetailsOf(tx, pharmacyId, id, today)
  })
}

/** Runs a read transaction of the pharmacy, with its calendar day. */
export function reading<T>(
  context: Context,
  work: (tx: Tx, pharmacyId: string, today: string) => Promise<T>,
): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    work(tx, pharmacyId, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

/** Runs a write transaction that changes persons. */
export async function writing<T>(
  context: Context,
  work: (tx: Tx, pharmacyId: string, today: string) => Promise<T>,
): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  const result = await context.database.write(pharmacyId, async (tx) =>
    work(tx, pharmacyId, await pharmacyToday(tx, pharmacyId, context.now)),
  )
  context.changes.revised.add('persons')
  return result
}

/** Throws `requests:notFound` when the pharmacy has no such person. */
export async function knownPerson(
  tx: Tx,
  pharmacyId: string,
  id: string,
  today: string,
): Promise<NonNullable<Awaited<ReturnType<typeof findPerson>>>> {
  return requireRow(await findPerson(tx, pharmacyId, id, today))
}

/** A person with relatives, as the calls return it. Throws `requests:notFound`. */
export async function wholePerson(tx: Tx, pharmacyId: string, id: string, today: string): Promise<PersonDetail> {
  const person = await knownPerson(tx, pharmacyId, id, today)
  return {
    ...person,
    createdAt: person.createdAt.toISOString(),
    relationships: await relativesOf(tx, pharmacyId, id),
    ...(await checkOf(tx, pharmacyId, id)),
  }
}

import { atom } from 'jotai'
import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import { noCredit } from '#shared/domain/credit.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import { present, sharedSalesAtom, snapshotAtom, type SharedSales } from '#shared/store/sales/sale-atoms.ts'
import type { LocalPatient } from '#shared/store/sales/sales-rows.ts'

/**
 * In ms. A list requested before the server accepted a patient may arrive after it, so the local copy stays visible
 * this long.
 */
const settlingMs = 60_000

/** All patients made on this terminal that are still stored. */
export const patientsAtom = atom((get) => get(snapshotAtom).patients)

/** Patients that the server does not have: waiting, or refused with reasons. Oldest first. */
export const localPatientsAtom = atom((get) => get(patientsAtom).filter((patient) => patient.status !== 'ACKNOWLEDGED'))

/** Patients that a list of moment `syncedAt` (ms; null: never loaded) may not contain yet, as persons. */
export function unlistedPersons(
  patients: readonly LocalPatient[],
  syncedAt: number | null,
): ReadonlyMap<string, Person> {
  const unlisted = patients.filter(
    (patient) => patient.status !== 'ACKNOWLEDGED' || (syncedAt ?? 0) < patient.acknowledgedAt + settlingMs,
  )
  return new Map(
    unlisted.map((patient) => [
      patient.id,
      patient.status === 'ACKNOWLEDGED' ? patient.reply : personOf(patient.patient),
    ]),
  )
}

/** The patient in the form of a list row. */
function personOf({
  id,
  lastName,
  firstName,
  birthDate,
  sex,
  phone,
  socialSecurityId,
  policy,
}: NewQuickPatient): Person {
  const none = { perSale: null, perDay: null, perMonth: null, perYear: null }
  const policies = policy
    ? [
        {
          ...policy,
          beneficiaryId: id,
          rank: 1,
          ceilings: none,
          validFrom: null,
          validUntil: null,
          tags: [],
          archived: false,
          uses: null,
          familyUses: null,
        },
      ]
    : []
  return {
    id,
    lastName,
    firstName,
    birthDate,
    sex,
    phone,
    socialSecurityId,
    policies,
    creditLimit: noCredit,
    tags: [],
    outgoing: 0,
    archived: false,
    mergedInto: null,
  }
}

/**
 * Creates a patient at the counter, online or offline. Resolves after the write to disk; sales may name the patient
 * then. The outbox sends it.
 */
export const createPatientAtom = atom(null, async (get, _set, typed: TypedPatient): Promise<Person> => {
  const { shared, facts } = making(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  const { patient } = await told(shared, shared.store.createPatient(typed, facts))
  return personOf(patient)
})

/**
 * Sends a refused patient again with corrected data. Throws `PatientConflict` when another window changed or sent it
 * first.
 */
export const correctPatientAtom = atom(
  null,
  async (get, _set, refused: LocalPatient, typed: TypedPatient): Promise<Person> => {
    const { shared, facts } = making(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    const { patient } = await told(shared, shared.store.correctPatient(refused, typed, facts))
    return personOf(patient)
  },
)

/** Deletes a refused patient. Throws `PatientInUse` while a record of this terminal names it. */
export const forgetPatientAtom = atom(null, async (get, _set, refused: LocalPatient): Promise<void> => {
  const { shared } = making(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  await told(shared, shared.store.forgetPatient(refused))
})

function making(...given: Parameters<typeof present>) {
  const { shared, session, terminal } = present(...given)
  return {
    shared,
    facts: {
      terminalId: terminal.terminalId,
      sessionId: session.id,
      sellerId: session.userId,
      sellerRoles: [...session.roles],
    },
  }
}

/** Rereads also after a conflict, so that all windows show the state on disk. */
async function told<Result>(shared: SharedSales, writing: Promise<Result>): Promise<Result> {
  try {
    const result = await writing
    shared.written()
    return result
  } catch (error) {
    await shared.reread()
    throw error
  } finally {
    shared.wakeOutbox()
  }
}

import { atom } from 'jotai'
import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import { present, sharedSalesAtom, snapshotAtom, type SharedSales } from '#shared/store/sales/sale-atoms.ts'
import type { LocalPatient } from '#shared/store/sales/sales-rows.ts'

/** A list that was asked for before the server took a patient may be written after it: he is shown from here for a while longer. */
const settlingMs = 60_000

/** Every patient made here that this terminal keeps. */
export const patientsAtom = atom((get) => get(snapshotAtom).patients)

/** The patients made here whom the server does not have: those who wait, and those it refused with its reasons. Oldest first. */
export const localPatientsAtom = atom((get) => get(patientsAtom).filter((patient) => patient.status !== 'ACKNOWLEDGED'))

/** Those whom a list of that hour (milliseconds of the clock; null: never loaded) cannot have yet, as the till shows a person. */
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

/** A patient as a row of the list will say him. */
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
  const none = { perSale: null, perDay: null, perMonth: null }
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
    creditLimit: null,
    tags: [],
    outgoing: 0,
    archived: false,
    mergedInto: null,
  }
}

/** Makes a patient at the counter, with or without a network. When it resolves he is on the disk, and may be named in a sale; sending begins by itself. */
export const createPatientAtom = atom(null, async (get, _set, typed: TypedPatient): Promise<Person> => {
  const { shared, facts } = making(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  const { patient } = await told(shared, shared.store.createPatient(typed, facts))
  return personOf(patient)
})

/** Sends a refused patient again, as he is typed now. Throws `PatientConflict` when another window was faster. */
export const correctPatientAtom = atom(
  null,
  async (get, _set, refused: LocalPatient, typed: TypedPatient): Promise<Person> => {
    const { shared, facts } = making(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    const { patient } = await told(shared, shared.store.correctPatient(refused, typed, facts))
    return personOf(patient)
  },
)

/** Forgets a refused patient. Throws `PatientInUse` while a sale of this terminal names him. */
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

/** After a conflict too, every window shows what stands. */
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

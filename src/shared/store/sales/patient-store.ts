import type { NewQuickPatient } from '#shared/contract/persons.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import { namedPersons } from '#shared/store/sales/patient-rows.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { LocalPatient, MadePatient, SalesTx } from '#shared/store/sales/sales-rows.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** The fields of a quick patient that the user enters. */
export type TypedPatient = Pick<
  NewQuickPatient,
  'lastName' | 'firstName' | 'birthDate' | 'sex' | 'phone' | 'socialSecurityId' | 'grant'
> & { policy: Omit<NonNullable<NewQuickPatient['policy']>, 'id'> | null }
/** Author, terminal and session of the record, as in a sale. */
export type MakingFacts = Pick<NewQuickPatient, 'terminalId' | 'sessionId' | 'sellerId' | 'sellerRoles'>

/**
 * The patient is no longer refused in the read revision: sent, deleted or corrected in another window. Nothing was
 * written.
 */
export class PatientConflict extends Error {
  override readonly name = 'PatientConflict'
  constructor(readonly current: LocalPatient | undefined) {
    super('the patient was changed in another window')
  }
}

/** A record of this terminal names the patient; settle or change that record before deleting the patient. */
export class PatientInUse extends Error {
  override readonly name = 'PatientInUse'
}

/** The part of the sales database that stores patients made here. */
export function patientStore({ write }: SalesDatabase) {
  return {
    /** Writes the frozen patient, its hash and its outbox row in one strict transaction. */
    async createPatient(typed: TypedPatient, facts: MakingFacts): Promise<LocalPatient> {
      const now = new Date()
      const id = uuid7(now.getTime())
      const patient = sealed({
        ...facts,
        ...typed,
        policy: typed.policy && { ...typed.policy, id: uuid7(now.getTime()) },
        id,
        revision: 1,
        createdAt: now.toISOString(),
      })
      return write((tx) => queued(tx, patient))
    },

    /**
     * Sends a refused patient again with new data under the next revision; the ids of patient and policy stay. Throws
     * `PatientConflict` when it is no longer refused.
     */
    async correctPatient(
      { id, patient: before }: Pick<LocalPatient, 'id' | 'patient'>,
      typed: TypedPatient,
      facts: MakingFacts,
    ): Promise<LocalPatient> {
      const policy = typed.policy && { ...typed.policy, id: before.policy?.id ?? uuid7() }
      const made = sealed({
        ...facts,
        ...typed,
        policy,
        id,
        revision: before.revision + 1,
        createdAt: before.createdAt,
      })
      return write(async (tx) => {
        await refused(tx, id, before.revision)
        return queued(tx, made)
      })
    },

    /**
     * Deletes a refused patient. Throws `PatientInUse` while a sale or another patient of this terminal names it,
     * `PatientConflict` when it is not refused.
     */
    forgetPatient({ id, patient }: Pick<LocalPatient, 'id' | 'patient'>): Promise<void> {
      return write(async (tx) => {
        await refused(tx, id, patient.revision)
        if ((await namedPersons(tx)).has(id)) throw new PatientInUse(id)
        await tx.objectStore('patients').delete(id)
      })
    },
  }
}

function sealed(patient: NewQuickPatient): MadePatient {
  return { id: patient.id, patient, ...frozen(patient) }
}

async function queued(tx: SalesTx, made: MadePatient): Promise<LocalPatient> {
  const patient: LocalPatient = { ...made, status: 'SUBMITTING' }
  const { revision, sessionId } = made.patient
  await tx.objectStore('patients').put(patient)
  await enqueue(tx, { saleId: made.id, kind: 'patient', revision, payload: made.payload, hash: made.hash, sessionId })
  return patient
}

async function refused(tx: SalesTx, id: string, revision: number): Promise<void> {
  const current = await tx.objectStore('patients').get(id)
  if (current?.status !== 'ERROR' || current.patient.revision !== revision) throw new PatientConflict(current)
}

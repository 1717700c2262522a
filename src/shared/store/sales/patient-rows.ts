import type { LocalSale } from '#shared/domain/local-sale.ts'
import { debtorOf } from '#shared/domain/payment.ts'
import type { LocalPatient, MadePatient, PatientState, SalesTx } from '#shared/store/sales/sales-rows.ts'

/** Sets the state of a patient made here; returns false when the id is unknown. */
export async function putState(tx: SalesTx, id: string, state: PatientState): Promise<boolean> {
  const known = await tx.objectStore('patients').get(id)
  if (known) await tx.objectStore('patients').put({ ...madeOf(known), ...state })
  return known !== undefined
}

function madeOf({ id, patient, payload, hash }: LocalPatient): MadePatient {
  return { id, patient, payload, hash }
}

/** Patients made here that the server accepted, oldest first (ids sort by time). */
export async function keptPatients(tx: SalesTx) {
  return (await tx.objectStore('patients').getAll()).filter((patient) => patient.status === 'ACKNOWLEDGED')
}

/**
 * Deletes patients accepted before `moment` (ms), except those that a record of this terminal names, which may have to
 * be sent again.
 */
export async function forgetPatientsBefore(tx: SalesTx, moment: number): Promise<void> {
  const old = (await keptPatients(tx)).filter(({ acknowledgedAt }) => acknowledgedAt < moment)
  if (old.length === 0) return
  const named = await namedPersons(tx)
  for (const { id } of old) if (!named.has(id)) await tx.objectStore('patients').delete(id)
}

/** Ids of all persons named by this terminal's records: its sales, kept sales, and policies of patients made here. */
export async function namedPersons(tx: SalesTx): Promise<ReadonlySet<string>> {
  const [sales, acknowledged, patients] = await Promise.all([
    tx.objectStore('sales').getAll(),
    tx.objectStore('acknowledged').getAll(),
    tx.objectStore('patients').getAll(),
  ])
  const ofSales = [...sales, ...acknowledged.map(({ sale }) => sale)].flatMap(personsOfSale)
  return new Set([...ofSales, ...patients.flatMap(personsOfPatient)])
}

/** The ids of a sale's patient and debtors. */
export function personsOfSale({
  patient,
  payments,
}: Pick<LocalSale, 'payments'> & { patient: { id: string } | null }): string[] {
  const debtors = payments.map(debtorOf).filter((debtor) => debtor?.kind === 'person')
  return [patient, ...debtors].flatMap((person) => person?.id ?? [])
}

function personsOfPatient({ id, patient: { policy } }: LocalPatient): string[] {
  return policy?.holderId && policy.holderId !== id ? [policy.holderId] : []
}

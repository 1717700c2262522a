import type { PrescriptionEntry } from '#shared/contract/prescription-register.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { findEntries, type RegisterQuery } from '#server/prescription-register/prescription-register.repo.ts'

/** A page of the register, newest first. Days are the days of dispensing, in the pharmacy's time zone. */
export function listEntries(
  context: Context,
  query: RegisterQuery,
): Promise<{ items: PrescriptionEntry[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findEntries(tx, pharmacyId, query))
}

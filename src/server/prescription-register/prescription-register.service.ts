import type { NewAmendment, PrescriptionEntry } from '#shared/contract/prescription-register.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import {
  findEntries,
  findEntry,
  insertAmendment,
  type RegisterQuery,
} from '#server/prescription-register/prescription-register.repo.ts'

/** A page of the register, newest first. Days are the days of dispensing, in the pharmacy's time zone. */
export function listEntries(
  context: Context,
  query: RegisterQuery,
): Promise<{ items: PrescriptionEntry[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findEntries(tx, pharmacyId, query))
}

/**
 * Adds what is missing in an entry, with who and when; the entry stays as it was written. Throws `requests:notFound`,
 * `requests:conflict` when a colleague amends it at the same time, and `requests:invalid` for a return or a
 * prescription of a day to come.
 */
export function amendEntry(context: Context, amendment: NewAmendment): Promise<PrescriptionEntry> {
  const { actor, now } = context
  const pharmacyId = pharmacyOf(context)
  return context.database.write(pharmacyId, async (tx) => {
    const entry = requireRow(await findEntry(tx, pharmacyId, amendment.number))
    const today = await pharmacyToday(tx, pharmacyId, now)
    refuseFields([
      ...(entry.quantity < 0 ? [{ path: 'body.number', message: 'a return' }] : []),
      ...(amendment.prescribedOn !== null && amendment.prescribedOn > today
        ? [{ path: 'body.prescribedOn', message: 'in the future' }]
        : []),
    ])
    await insertAmendment(tx, { pharmacyId, amendment, former: entry, userId: actor.userId, at: now })
    return requireRow(await findEntry(tx, pharmacyId, amendment.number))
  })
}

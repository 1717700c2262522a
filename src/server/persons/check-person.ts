import { birthDateFault } from '#shared/domain/birth-date.ts'
import { noCredit } from '#shared/domain/credit.ts'
import { AppError } from '#shared/domain/errors.ts'
import { readPhone } from '#shared/domain/phone.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { countryOf, type PersonChange } from '#server/persons/person-writing.repo.ts'
import { tagIssues } from '#server/tags/tag-issues.ts'

/** The stored values of the person; empty for a new one. */
type Known = Pick<PersonChange, 'phone' | 'birthDate' | 'creditLimit'>

/**
 * Returns the values in their stored form: the phone in one format. Checks only what changes, so that an invalid
 * imported value does not block a change of another field. Throws `auth:forbidden` for a credit limit without the right
 * to set it, `requests:invalid` with an issue at each invalid field.
 */
export async function checkedPerson<Values extends PersonChange>(
  tx: Tx,
  { actor }: Context,
  { pharmacyId, today, known }: { pharmacyId: string; today: string; known: Known },
  values: Values,
): Promise<Values> {
  const { phone, birthDate, creditLimit } = values
  if (
    creditLimit !== undefined &&
    creditLimit !== ('creditLimit' in known ? known.creditLimit : noCredit) &&
    !actor.permissions.has('client.credit')
  )
    throw new AppError('auth:forbidden', { permission: 'client.credit' })
  const issues = await tagIssues(tx, pharmacyId, 'person', values.tags ?? [])
  const checked = { ...values }
  if (phone && phone !== known.phone) {
    const reading = readPhone(phone, await countryOf(tx, pharmacyId))
    if (reading.kind === 'invalid')
      issues.push({ path: 'body.phone', message: typeof reading.reason === 'object' ? 'length' : reading.reason })
    else checked.phone = reading.kind === 'phone' ? reading.e164 : null
  }
  const fault = birthDate && birthDate !== known.birthDate ? birthDateFault(birthDate, today) : null
  if (fault) issues.push({ path: 'body.birthDate', message: fault })
  refuseFields(issues)
  return checked
}

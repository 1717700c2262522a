import { phoneRefusalText, readPhone } from '#shared/domain/phone.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { pharmacyCountry } from '#server/locale/pharmacy-country.repo.ts'

/**
 * A phone in its stored form, parsed with the pharmacy's country as default. Throws `requests:invalid` at `path` when
 * it is not a phone number.
 */
export async function keptPhone(
  tx: Tx,
  pharmacyId: string,
  typed: string | null,
  path: string,
): Promise<string | null> {
  if (typed === null) return null
  const country = await pharmacyCountry(tx, pharmacyId)
  const reading = readPhone(typed, country)
  if (reading.kind === 'invalid') refuseFields([{ path, message: phoneRefusalText(reading.reason, country) }])
  return reading.kind === 'phone' ? reading.e164 : null
}

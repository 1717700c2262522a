import { birthDateFault, birthDateFaultTexts } from '#shared/domain/birth-date.ts'
import { phoneRefusalText, readPhone } from '#shared/domain/phone.ts'
import type { Issue } from '#backoffice/ui/forms/issue-words.ts'

/** Issues of an optional phone number, by the same rule as the server. */
export function phoneIssues(phone: string, countryCode: string, path = 'phone'): Issue[] {
  const reading = readPhone(phone, countryCode)
  return reading.kind === 'invalid' ? [{ path, text: phoneRefusalText(reading.reason, countryCode) }] : []
}

export function birthDateIssues(birthDate: string | null, today: string, path = 'birthDate'): Issue[] {
  const fault = birthDate ? birthDateFault(birthDate, today) : null
  return fault ? [{ path, text: birthDateFaultTexts[fault] }] : []
}

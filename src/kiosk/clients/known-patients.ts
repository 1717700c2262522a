import type { Person } from '#shared/contract/persons.ts'
import { nameKey } from '#shared/domain/insured/insured-keys.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'

export type KnownPatient = { by: 'phone' | 'social-security-id' | 'name'; person: Person }

/**
 * Persons who may be the typed patient: same phone, same policy number, or same name and birth date. Each once,
 * strongest match first.
 */
export function knownPatients(typed: TypedPatient, persons: Iterable<Person>): KnownPatient[] {
  const name = nameKey(typed)
  const found: KnownPatient[] = []
  for (const person of persons) {
    if (person.archived || person.mergedInto !== null) continue
    if (typed.phone !== null && person.phone === typed.phone) found.push({ by: 'phone', person })
    else if (typed.socialSecurityId !== null && person.socialSecurityId === typed.socialSecurityId)
      found.push({ by: 'social-security-id', person })
    else if (typed.birthDate !== null && person.birthDate === typed.birthDate && nameKey(person) === name)
      found.push({ by: 'name', person })
  }
  return found
}

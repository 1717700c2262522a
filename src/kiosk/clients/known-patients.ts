import type { Person } from '#shared/contract/persons.ts'
import { fold } from '#shared/domain/search/fold.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'

export type KnownPatient = { by: 'phone' | 'social-security-id' | 'name'; person: Person }

/** Who may be the patient that is typed: same phone, same number, or same name and birth date. Each once, what says most first. */
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

/** First and last name change places in many mouths. */
function nameKey({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return fold(`${lastName} ${firstName}`)
    .split(/[\s-]+/)
    .filter(Boolean)
    .sort()
    .join(' ')
}

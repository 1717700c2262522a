import type { Person, PersonDetail } from '#shared/contract/persons.ts'

/** A person as read from the server; offline, as stored in this terminal's list. */
export type ShownPerson = Person | PersonDetail

/** Whether all fields are known. Only then the person can be edited. */
export function isWhole(person: ShownPerson): person is PersonDetail {
  return 'relationships' in person
}

import type { Person, PersonDetail } from '#shared/contract/persons.ts'

/** A person as the server tells him; or, without a network, as the list of this terminal knows him. */
export type ShownPerson = Person | PersonDetail

/** Is all of him here? Only then can he be edited. */
export function isWhole(person: ShownPerson): person is PersonDetail {
  return 'relationships' in person
}

import { atom } from 'jotai'
import type { Person } from '#shared/contract/persons.ts'
import { displayName } from '#shared/domain/person.ts'
import type { SearchItem } from '#shared/domain/search/search-index.ts'
import { listView, type ListView } from '#shared/store/lists/list-view.ts'
import { patientsAtom, unlistedPersons } from '#shared/store/sales/patient-atoms.ts'
import { phoneTexts } from '#shared/store/lists/phone-texts.ts'

const listed = listView<Person>('persons', (person) =>
  person.archived || person.mergedInto !== null ? null : personItem(person),
)
const syncedAtAtom = atom((get) => get(listed.stateAtom).syncedAt)
/** Includes the patients made here that the list does not have yet. */
export const personView: ListView<Person> = {
  ...listed,
  unlistedAtom: atom((get) => unlistedPersons(get(patientsAtom), get(syncedAtAtom))),
}

/**
 * All persons of the pharmacy by id, archived and merged ones included, with policies in paying order. A person made at
 * this terminal appears at once.
 */
export const personsAtom = personView.rowsAtom
/**
 * Finds persons that are neither archived nor merged: by name, year of birth or the beginning of a phone number; by the
 * whole phone, social-security or policy number.
 */
export const personIndexAtom = personView.indexAtom
export const personListStateAtom = personView.stateAtom

/** The searchable item of a person. */
export function personItem(person: Person): SearchItem {
  const numbers = [person.socialSecurityId, ...person.policies.map(({ number }) => number)]
  const texts = [...phoneTexts(person.phone), ...(person.birthDate === null ? [] : [person.birthDate.slice(0, 4)])]
  return {
    id: person.id,
    label: displayName(person),
    texts,
    codes: numbers.filter((number) => number !== null),
    rank: 0,
  }
}

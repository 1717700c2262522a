import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Organization } from '#shared/contract/organizations.ts'
import type { Person } from '#shared/contract/persons.ts'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { displayName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { SearchHits, SearchIndex } from '#shared/domain/search/search-index.ts'
import { organizationIndexAtom, organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personIndexAtom, personsAtom } from '#shared/store/lists/person-list-atoms.ts'

/** A search result: a person, or an organization that pays for its members. */
export type ClientHit = { id: string } & (
  { kind: 'person'; person: Person } | { kind: 'organization'; organization: Organization }
)

/** Persons come before organizations, unless no person matches exactly: then the persons are only fuzzy matches. */
export function useClientHits(query: string): { hits: readonly ClientHit[]; total: number; isReady: boolean } {
  const personIndex = useAtomValue(personIndexAtom)
  const organizationIndex = useAtomValue(organizationIndexAtom)
  const persons = useAtomValue(personsAtom)
  const organizations = useAtomValue(organizationsAtom)
  return useMemo(() => {
    const found = personIndex && find(personIndex.index, query)
    const others = organizationIndex && find(organizationIndex.index, query)
    const people = found?.ids.flatMap((id): ClientHit[] => {
      const person = persons.get(id)
      return person ? [{ id, kind: 'person', person }] : []
    })
    const bodies = others?.ids.flatMap((id): ClientHit[] => {
      const organization = organizations.get(id)
      return organization ? [{ id, kind: 'organization', organization }] : []
    })
    const hits = [people ?? [], bodies ?? []]
    if (isGuess(people?.[0], query)) hits.reverse()
    return { hits: hits.flat(), total: (found?.total ?? 0) + (others?.total ?? 0), isReady: personIndex !== null }
  }, [personIndex, organizationIndex, persons, organizations, query])
}

/** The persons that match a query, best first. */
export function usePersonHits(query: string, limit: number): readonly Person[] {
  const shown = useAtomValue(personIndexAtom)
  const persons = useAtomValue(personsAtom)
  return useMemo(
    () => (shown && query !== '' ? find(shown.index, query, limit).ids.flatMap((id) => persons.get(id) ?? []) : []),
    [shown, persons, query, limit],
  )
}

/** The organizations that match a query, best first. For an empty query: the first ones by name. */
export function useOrganizationHits(query: string, limit: number): readonly Organization[] {
  const shown = useAtomValue(organizationIndexAtom)
  const organizations = useAtomValue(organizationsAtom)
  return useMemo(() => {
    if (query !== '')
      return shown ? find(shown.index, query, limit).ids.flatMap((id) => organizations.get(id) ?? []) : []
    return [...organizations.values()]
      .filter(({ archived }) => !archived)
      .sort((a, b) => compareTexts(a.name, b.name))
      .slice(0, limit)
  }, [shown, organizations, query, limit])
}

/** Digits, with the separators that people type between them. */
export function isNumber(query: string): boolean {
  return /^[\d\s.+()/-]*\d[\d\s.+()/-]*$/.test(query)
}

/**
 * « 01 96 12 » is the start of one phone number, not three words, so separators are removed. A card number may contain
 * separators: a query that matches a card number stays unchanged.
 */
function find(index: SearchIndex, query: string, limit?: number): SearchHits {
  return index.find(
    isNumber(query) && index.findCodes([query]).length === 0 ? query.replaceAll(/[^\d+]/g, '') : query,
    limit,
  )
}

function isGuess(hit: ClientHit | undefined, query: string): boolean {
  if (hit?.kind !== 'person' || isNumber(query)) return false
  const words = wordsOf(displayName(hit.person))
  return !wordsOf(query).some((searched) => words.some((word) => word.startsWith(searched)))
}

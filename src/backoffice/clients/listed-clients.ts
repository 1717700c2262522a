import { atom } from 'jotai'
import type { Client, clients } from '#shared/contract/clients.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import type { Person } from '#shared/contract/persons.ts'
import { displayName } from '#shared/domain/person.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import {
  organizationIndexAtom,
  organizationListStateAtom,
  organizationsAtom,
} from '#shared/store/lists/organization-list-atoms.ts'
import { personIndexAtom, personListStateAtom, personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import type { QueryOf } from '#backoffice/ui/lists/list-source.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { offlineContractsAtom } from '#backoffice/ui/policies/listed-contracts.ts'

type Named = { client: Client; sortKey: string }

/**
 * All persons and organizations of this terminal's stored lists, by name. A merged person is replaced by the one kept.
 */
const namedAtom = atom((get): readonly Named[] => {
  const contracts = new Map(get(offlineContractsAtom)?.map((contract) => [contract.id, contract]))
  const insured = new Map<string, number>()
  for (const { owner, policies } of contracts.values())
    if (owner) insured.set(owner.id, (insured.get(owner.id) ?? 0) + policies)
  const persons = [...get(personsAtom).values()]
    .filter(({ mergedInto }) => mergedInto === null)
    .map((person) => clientOfPerson(person, contracts))
  const organizations = [...get(organizationsAtom).values()].map((organization) =>
    clientOfOrganization(organization, insured.get(organization.id) ?? 0),
  )
  const all = [...persons, ...organizations].map((client) => ({ client, sortKey: fold(client.name) }))
  return all.sort((a, b) => (a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0))
})

/**
 * Offline: answers the list call from the stored lists, with the time of the older one. Null online, and when a list
 * was never stored.
 */
export const offlineClientsAtom = atom((get) => {
  const hours = [get(personListStateAtom).syncedAt, get(organizationListStateAtom).syncedAt]
  if (!get(isOfflineAtom) || hours.includes(null)) return null
  const named = get(namedAtom)
  const indexes = [get(personIndexAtom)?.index, get(organizationIndexAtom)?.index]
  const find = ({ search, kind, tag, only }: Partial<QueryOf<typeof clients.list>>) => {
    // The stored list does not tell which records were looked at.
    if (only === 'to-check') return null
    const ids =
      search && only !== 'archived' && indexes.every(Boolean)
        ? new Set(indexes.flatMap((index) => index!.find(search, named.length).ids))
        : null
    const kept = named.filter(
      ({ client, sortKey }) =>
        client.archived === (only === 'archived') &&
        (!kind || client.kind === kind) &&
        (!tag || client.tags.includes(tag)) &&
        (only !== 'debtors' || client.outgoing > 0) &&
        (only !== 'insured' || client.policies > 0) &&
        (!search || (ids ? ids.has(client.id) : wordsOf(search).every((word) => sortKey.includes(word)))),
    )
    const items = kept.map(({ client }) => client)
    return { items, total: items.length }
  }
  return { find, syncedAt: Math.min(...hours.map(Number)) }
})

function clientOfPerson(person: Person, contracts: ReadonlyMap<string, unknown>): Client {
  const { id, phone, birthDate, creditLimit, outgoing, policies, tags, archived } = person
  return {
    kind: 'person',
    id,
    name: displayName(person),
    phone,
    birthDate,
    creditLimit,
    outgoing,
    policies: policies.filter(({ contractId }) => contracts.has(contractId)).length,
    tags,
    archived,
  }
}

function clientOfOrganization(
  { id, name, phone, creditLimit, outgoing, tags, archived }: Organization,
  policies: number,
): Client {
  return { kind: 'organization', id, name, phone, birthDate: null, creditLimit, outgoing, policies, tags, archived }
}

import { atom } from 'jotai'
import type { PolicyDetail } from '#shared/contract/contract-policies.ts'
import type { Contract } from '#shared/contract/contracts.ts'
import type { Person } from '#shared/contract/persons.ts'
import { displayName } from '#shared/domain/person.ts'
import { companiesAtom } from '#shared/store/lists/company-list-atoms.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import type { KnownContract } from '#backoffice/ui/policies/known-contract.ts'

type Payer = Pick<PolicyDetail, 'payerName' | 'payerKind'>
type Known = Payer & { contract: Omit<Contract, 'products'> }

/** Contracts of the stored lists that are not archived, by id, with their payer. */
const contractsAtom = atom((get): ReadonlyMap<string, Known> => {
  const known = new Map<string, Known>()
  const add = (contracts: readonly Contract[], payer: Payer) => {
    for (const { products: _, ...contract } of contracts) known.set(contract.id, { ...payer, contract })
  }
  for (const { name, kind, contracts } of get(companiesAtom).values())
    add(contracts, { payerName: name, payerKind: kind })
  for (const { name, contracts } of get(organizationsAtom).values())
    add(contracts, { payerName: name, payerKind: 'organization' })
  return known
})

const listedContractsAtom = atom((get): readonly KnownContract[] => {
  const policies = new Map<string, number>()
  for (const person of get(personsAtom).values())
    for (const { contractId } of person.policies) policies.set(contractId, (policies.get(contractId) ?? 0) + 1)
  return [...get(contractsAtom).values()].map(({ contract, payerName }) => ({
    ...contract,
    payerName,
    policies: policies.get(contract.id) ?? 0,
  }))
})

/** Offline: the contracts of the stored lists, in the form of the list call. Null online. */
export const offlineContractsAtom = atom((get): readonly KnownContract[] | null =>
  get(isOfflineAtom) ? get(listedContractsAtom) : null,
)

/** Offline: a person's policies in paying order. The stored lists lack policies of archived contracts. Null online. */
export const offlinePoliciesAtom = atom((get) => {
  if (!get(isOfflineAtom)) return null
  const [contracts, persons] = [get(contractsAtom), get(personsAtom)]
  return (person: Person): readonly PolicyDetail[] =>
    person.policies.flatMap((policy) => {
      const known = contracts.get(policy.contractId)
      const holder = policy.holderId === null ? undefined : persons.get(policy.holderId)
      return known
        ? [
            {
              ...policy,
              ...known,
              beneficiaryName: displayName(person),
              holderName: holder ? displayName(holder) : null,
            },
          ]
        : []
    })
})

import { atom } from 'jotai'
import type { Contract } from '#shared/contract/contracts.ts'
import { companiesAtom } from '#shared/store/lists/company-list-atoms.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'

/** A contract and the name of its payer. */
export type KnownContract = { contract: Contract; payerName: string }

/** By id, the contracts of the lists under which a person may have a policy, sorted by label. */
export const contractsAtom = atom((get): ReadonlyMap<string, KnownContract> => {
  const payers = [...get(companiesAtom).values(), ...get(organizationsAtom).values()].filter(
    ({ archived }) => !archived,
  )
  const found = payers.flatMap(({ name, contracts }) =>
    contracts.filter(({ archived }) => !archived).map((contract): KnownContract => ({ contract, payerName: name })),
  )
  const byLabel = new Intl.Collator('fr').compare
  return new Map(
    found
      .map((known) => [labelOf(known), known] as const)
      .sort(([a], [b]) => byLabel(a, b))
      .map(([, known]) => [known.contract.id, known]),
  )
})

/** « NSIA Assurances · Cadres de la SONACOP ». */
export function labelOf({ payerName, contract }: KnownContract): string {
  return `${payerName} · ${contract.label}`
}

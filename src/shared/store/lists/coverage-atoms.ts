import { atom } from 'jotai'
import type { Person } from '#shared/contract/persons.ts'
import { companiesAtom } from '#shared/store/lists/company-list-atoms.ts'
import { schemeLineByProductAtom } from '#shared/store/lists/scheme-atoms.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { payerBook, policiesOf, unknownPolicies, type PersonPolicy } from '#shared/store/lists/payers-of.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { uncountedUsesAtom } from '#shared/store/lists/uncounted-uses.ts'

const payerBookAtom = atom((get) =>
  payerBook({
    companies: get(companiesAtom),
    organizations: get(organizationsAtom),
    schemeLines: get(schemeLineByProductAtom),
    products: get(productsAtom),
  }),
)

/**
 * `get(policiesOfAtom)(person, today)`: the policies of a person on a day of the pharmacy's calendar; this terminal's
 * uncounted sales reduce their ceilings. Unordered: `coverSale` sorts the payers.
 */
export const policiesOfAtom = atom((get) => {
  const [book, uncounted] = [get(payerBookAtom), get(uncountedUsesAtom)]
  return (person: Pick<Person, 'policies' | 'socialSecurityId'>, today: string): PersonPolicy[] =>
    policiesOf(person, book, today, uncounted)
})

/** Policies of a person whose contract is archived or not loaded yet. */
export const unknownPoliciesOfAtom = atom((get) => {
  const book = get(payerBookAtom)
  return (person: Pick<Person, 'policies'>) => unknownPolicies(person, book)
})

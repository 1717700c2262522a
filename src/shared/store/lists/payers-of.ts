import type { Company } from '#shared/contract/companies.ts'
import type { ContractPolicy } from '#shared/contract/contract-policies.ts'
import type { Contract } from '#shared/contract/contracts.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import type { Person } from '#shared/contract/persons.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { ProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import type { Payer, ProductRule } from '#shared/domain/coverage/coverage.ts'
import { productRules } from '#shared/domain/coverage/product-rules.ts'
import { policyTerms } from '#shared/domain/coverage/policy-terms.ts'
import { insuredOf, nothingUncounted, withUses, type UncountedUses } from '#shared/store/lists/uncounted-uses.ts'

/** The lists that determine who pays, by id; rows of the scheme by the referential product that they cover. */
export type PayerLists = {
  companies: ReadonlyMap<string, Company>
  organizations: ReadonlyMap<string, Organization>
  schemeLines: ReadonlyMap<string, ProductHealthInsurance>
  products: ReadonlyMap<string, PharmacyProduct>
}
type Rules = ReadonlyMap<string, ProductRule>
type KnownContract = { contract: Contract; payerId: string; kind: Payer['kind']; name: string }

/** Lookup tables built from `PayerLists`, once for each state of the lists. */
export type PayerBook = {
  contracts: ReadonlyMap<string, KnownContract>
  /** By pharmacyProductId; built on first use. */
  schemeRules: () => Rules
}

/** A policy with its contract and the payer as the coverage rule needs it. */
export type PersonPolicy = {
  policy: ContractPolicy
  contract: Contract
  payer: Payer
  /** Id of the company or the organization. */
  payerId: string
  /** The insured's social-security number, else the policy number; payments carry it. */
  identifier: string
}

/** Builds the lookup tables from the lists; archived payers are left out. */
export function payerBook({ companies, organizations, schemeLines, products }: PayerLists): PayerBook {
  const contracts = new Map<string, KnownContract>()
  for (const { id, name, kind, archived, contracts: own } of companies.values()) {
    if (!archived)
      for (const contract of own)
        contracts.set(contract.id, {
          contract,
          payerId: id,
          name,
          kind: kind === 'social-security' ? 'social-security' : 'insurance',
        })
  }
  for (const { id, name, archived, contracts: own } of organizations.values()) {
    if (!archived)
      for (const contract of own) contracts.set(contract.id, { contract, payerId: id, name, kind: 'credit' })
  }
  let rules: Rules | undefined
  return { contracts, schemeRules: () => (rules ??= rulesOfScheme(schemeLines, products)) }
}

/**
 * Policies of a person with their payers, as of `today`. Lapsed policies are included: the coverage rule reports why
 * they pay nothing. `uncounted` are this terminal's own uses. A policy whose contract is unknown or archived is left
 * out; `unknownPolicies` returns those.
 */
export function policiesOf(
  person: Pick<Person, 'policies' | 'socialSecurityId'>,
  book: PayerBook,
  today: string,
  uncounted: UncountedUses = nothingUncounted,
): PersonPolicy[] {
  return person.policies.flatMap((policy) => {
    const known = policy.archived ? undefined : book.contracts.get(policy.contractId)
    if (!known || known.contract.archived) return []
    const { contract, payerId } = known
    return [
      {
        policy,
        contract,
        payerId,
        payer: payerOf(policy, known, book, today, uncounted),
        identifier: person.socialSecurityId ?? policy.number,
      },
    ]
  })
}

/** Payers of a person, for the coverage rule. */
export function payersOf(
  person: Pick<Person, 'policies' | 'socialSecurityId'>,
  lists: PayerLists,
  today: string,
  uncounted?: UncountedUses,
): Payer[] {
  return policiesOf(person, payerBook(lists), today, uncounted).map(({ payer }) => payer)
}

/** Policies to show as unusable: their contract is archived or not loaded yet. */
export function unknownPolicies({ policies }: Pick<Person, 'policies'>, { contracts }: PayerBook): ContractPolicy[] {
  return policies.filter(
    ({ archived, contractId }) => !archived && contracts.get(contractId)?.contract.archived !== false,
  )
}

function payerOf(
  policy: ContractPolicy,
  { contract, kind, name }: KnownContract,
  book: PayerBook,
  today: string,
  uncounted: UncountedUses,
): Payer {
  const isScheme = kind === 'social-security'
  const { ceilings, ...terms } = policyTerms(policy, contract, today)
  return {
    policyId: policy.id,
    contractId: contract.id,
    kind,
    name,
    rank: policy.rank,
    ceilings: [
      ...withUses(
        ceilings.filter(({ scope }) => scope === 'policy'),
        uncounted.ofPolicies.filter(({ policyId }) => policyId === policy.id),
        today,
        contract,
      ),
      // What families used comes with the persons, as for policies.
      ...withUses(
        ceilings.filter(({ scope }) => scope === 'family'),
        uncounted.ofPolicies.filter(
          ({ contractId, insuredId }) => contractId === contract.id && insuredId === insuredOf(policy),
        ),
        today,
        contract,
      ),
      ...withUses(
        ceilings.filter(({ scope }) => scope === 'contract'),
        uncounted.ofContracts.filter(({ contractId }) => contractId === contract.id),
        today,
        contract,
      ),
    ],
    products: productRules(isScheme ? book.schemeRules() : new Map<string, ProductRule>(), contract.products),
    coversOnlyListed: isScheme,
    ...terms,
  }
}

/** A row of the scheme applies to each pharmacy product of that referential product. */
function rulesOfScheme(
  lines: ReadonlyMap<string, ProductHealthInsurance>,
  products: ReadonlyMap<string, PharmacyProduct>,
): Rules {
  const rules = new Map<string, ProductRule>()
  for (const { id, productId } of products.values()) {
    const line = productId === null ? undefined : lines.get(productId)
    if (line) rules.set(id, { percent: line.rate, referencePrice: line.basePrice })
  }
  return rules
}

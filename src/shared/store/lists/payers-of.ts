import type { Company } from '#shared/contract/companies.ts'
import type { ContractPolicy } from '#shared/contract/contract-policies.ts'
import type { Contract, ContractProduct } from '#shared/contract/contracts.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import type { Person } from '#shared/contract/persons.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { ProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import type { Payer, ProductRule } from '#shared/domain/coverage/coverage.ts'
import { policyTerms } from '#shared/domain/coverage/policy-terms.ts'
import { nothingUncounted, withUses, type UncountedUses } from '#shared/store/lists/uncounted-uses.ts'

/** The lists that say who pays, each by id; the scheme's lines by the product of the referential that they pay for. */
export type PayerLists = {
  companies: ReadonlyMap<string, Company>
  organizations: ReadonlyMap<string, Organization>
  healthInsurances: ReadonlyMap<string, ProductHealthInsurance>
  products: ReadonlyMap<string, PharmacyProduct>
}
type Rules = ReadonlyMap<string, ProductRule>
type KnownContract = { contract: Contract; payerId: string; kind: Payer['kind']; name: string }

/** The same, arranged to be asked: made once for each state of the lists. */
export type PayerBook = {
  contracts: ReadonlyMap<string, KnownContract>
  /** By pharmacyProductId; made when first asked for. */ schemeRules: () => Rules
}

/** A policy with its contract and what the rule of coverage asks of it. */
export type PersonPolicy = {
  policy: ContractPolicy
  contract: Contract
  payer: Payer
  /** The company or the organization. */
  payerId: string
  /** The insured's number with social security: what a payment of it names. */
  identifier: string
}

export function payerBook({ companies, organizations, healthInsurances, products }: PayerLists): PayerBook {
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
  return { contracts, schemeRules: () => (rules ??= rulesOfScheme(healthInsurances, products)) }
}

/**
 * A person's policies with what each payer takes, as known on `today`; lapsed ones too, the rule says why they pay nothing. `uncounted` are this
 * terminal's own uses. A policy whose contract the lists do not have is left out: `unknownPolicies` names it.
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

/** Who pays for a person, for the rule of coverage. */
export function payersOf(
  person: Pick<Person, 'policies' | 'socialSecurityId'>,
  lists: PayerLists,
  today: string,
  uncounted?: UncountedUses,
): Payer[] {
  return policiesOf(person, payerBook(lists), today, uncounted).map(({ payer }) => payer)
}

/** Policies that a screen must show as unusable: their contract is archived, or its list has not come yet. */
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
      ),
      ...withUses(
        ceilings.filter(({ scope }) => scope === 'contract'),
        uncounted.ofContracts.filter(({ contractId }) => contractId === contract.id),
        today,
      ),
    ],
    products: withContractRules(isScheme ? book.schemeRules() : new Map<string, ProductRule>(), contract.products),
    coversOnlyListed: isScheme,
    ...terms,
  }
}

/** A line of the list pays for every product of ours that is that product of the referential. */
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

// What a contract says of a product stands before what a list says.
function withContractRules(rules: Rules, exceptions: readonly ContractProduct[]): Rules {
  if (exceptions.length === 0) return rules
  return new Map([
    ...rules,
    ...exceptions.map(
      (exception) =>
        [exception.pharmacyProductId, { ...rules.get(exception.pharmacyProductId), ...ruleOf(exception) }] as const,
    ),
  ])
}

function ruleOf({ excluded, coverage, referencePrice }: ContractProduct): ProductRule {
  return {
    isExcluded: excluded,
    ...(coverage !== null && { percent: coverage }),
    ...(referencePrice !== null && { referencePrice }),
  }
}

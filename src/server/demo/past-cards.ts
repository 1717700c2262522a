import type { Payer, ProductRule } from '#shared/domain/coverage/coverage.ts'
import { ceilingsOf, type Ceilings } from '#shared/domain/coverage/policy-uses.ts'
import type { DemoClients } from '#server/demo/demo-clients.ts'
import type { CeilingColumns, DemoContract } from '#server/demo/demo-contracts.ts'
import type { DemoPolicy } from '#server/demo/demo-policies.ts'
import type { SchemeRow } from '#server/demo/demo-scheme.ts'
import type { PastUses } from '#server/demo/past-uses.ts'
import type { ShelfProduct } from '#server/demo/shelf.ts'

export type CardShop = {
  clients: DemoClients
  policies: readonly DemoPolicy[]
  scheme: readonly SchemeRow[]
  shelf: readonly ShelfProduct[]
}

/** Returns a function that gives the payers of a policy on a day, as the coverage rule expects them. */
export function cardReader(
  { clients, policies, scheme, shelf }: CardShop,
  uses: PastUses,
): (policy: DemoPolicy, day: string) => Payer {
  const rules = rulesByContract(
    policies.map(({ contract }) => contract),
    clients,
    schemeRules(scheme, shelf),
  )
  const names = new Map([...clients.companies, ...clients.organizations].map(({ id, name }) => [id, name]))
  return ({ contract, row }, day) => {
    const kind = kindOf(contract, clients)
    return {
      policyId: row.id,
      contractId: contract.row.id,
      kind,
      name: names.get(payerId(contract)) ?? '',
      rank: row.rank,
      percent: contract.row.default_coverage,
      ceilings: [
        ...ceilingsOf('policy', ceilings(row), uses.of(row.id, day), day),
        ...ceilingsOf('contract', ceilings(contract.row), uses.of(contract.row.id, day), day),
      ],
      products: rules.get(contract.row.id) ?? new Map<string, ProductRule>(),
      coversOnlyListed: kind === 'social-security',
      ...lapse(contract, row),
    }
  }
}

function kindOf({ row }: DemoContract, { companies }: DemoClients): Payer['kind'] {
  const company = companies.find(({ id }) => id === row.company_id)
  if (!company) return 'credit'
  return company.kind === 'social-security' ? 'social-security' : 'insurance'
}

function payerId({ row }: DemoContract): string {
  return row.company_id ?? row.owner_organization_id ?? ''
}

function ceilings(columns: CeilingColumns): Ceilings {
  return {
    perSale: columns.ceiling_per_sale,
    perDay: columns.ceiling_per_day,
    perMonth: columns.ceiling_per_month,
    perYear: columns.ceiling_per_year,
  }
}

/** The days on which policy and contract are both valid. */
function lapse({ row: contract }: DemoContract, policy: DemoPolicy['row']): Pick<Payer, 'validFrom' | 'validUntil'> {
  const until = [contract.valid_until, policy.valid_until].filter((day) => day !== null)
  return {
    validFrom: [contract.valid_from, policy.valid_from].toSorted().at(-1) ?? null,
    validUntil: until.toSorted()[0] ?? null,
  }
}

function schemeRules(scheme: readonly SchemeRow[], shelf: readonly ShelfProduct[]): Map<string, ProductRule> {
  const lines = new Map(scheme.map((line) => [line.product_id, line]))
  return new Map(
    shelf.flatMap(({ id, medicine }) => {
      const line = lines.get(medicine.id)
      return line ? [[id, { percent: line.rate, referencePrice: line.base_price }] as const] : []
    }),
  )
}

function rulesByContract(
  contracts: readonly DemoContract[],
  clients: DemoClients,
  ofScheme: ReadonlyMap<string, ProductRule>,
): Map<string, ReadonlyMap<string, ProductRule>> {
  return new Map(
    contracts.map((contract) => {
      const own = contract.exceptions.map(
        ({ pharmacy_product_id, excluded, reference_price }): [string, ProductRule] => [
          pharmacy_product_id,
          excluded ? { isExcluded: true } : { referencePrice: reference_price ?? undefined },
        ],
      )
      return [contract.row.id, kindOf(contract, clients) === 'social-security' ? ofScheme : new Map(own)]
    }),
  )
}

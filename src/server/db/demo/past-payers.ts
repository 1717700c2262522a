import { coverSale, type CoveredLine, type Payer, type ProductRule } from '#shared/domain/coverage/coverage.ts'
import { paymentsOfCoverage } from '#shared/domain/coverage/payments-of-coverage.ts'
import { ceilingsOf, type Ceilings } from '#shared/domain/coverage/policy-uses.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { groupBy } from '#server/db/group-by.ts'
import { personsOf, type DemoClients } from '#server/db/demo/demo-clients.ts'
import type { CeilingColumns, DemoContract } from '#server/db/demo/demo-contracts.ts'
import { demoId } from '#server/db/demo/demo-id.ts'
import type { DemoPolicy } from '#server/db/demo/demo-policies.ts'
import { digits } from '#server/db/demo/demo-persons.ts'
import type { SchemeRow } from '#server/db/demo/demo-scheme.ts'
import { openUses, type PastUses } from '#server/db/demo/past-uses.ts'
import type { Random } from '#server/db/demo/seeded-random.ts'
import type { ShelfProduct } from '#server/db/demo/shelf.ts'

export type CoveredSale = { id: string; day: string; patientId: string | null; lines: readonly CoveredLine[]; total: number }

/** Who else pays than the customer at the counter. */
export type PastPayers = {
  patientIds: readonly string[]
  /** What they take of a sale, by the rule of coverage and within ceilings and limits. Sales must come in the order of time. */
  pay(sale: CoveredSale, random: Random): Payment[]
  uses: PastUses
}

export const nobodyElse: PastPayers = { patientIds: [], pay: () => [], uses: openUses() }

/** The card was left at home the rest of the times. */
const cardShown = 0.8
const onCreditShare = 0.4
/** What an office buys for its first-aid box. */
const officeShare = 0.006
const officeFrom = 3000

export type PastShop = { clients: DemoClients; policies: readonly DemoPolicy[]; scheme: readonly SchemeRow[]; shelf: readonly ShelfProduct[] }

export function openPayers({ clients, policies, scheme, shelf }: PastShop): PastPayers {
  const uses = openUses()
  const persons = personsOf(clients)
  const policiesOf = groupBy(policies, ({ person }) => person.id)
  const rules = rulesByContract(policies.map(({ contract }) => contract), clients, schemeRules(scheme, shelf))
  const limits = new Map([...persons, ...clients.organizations].map(({ id, credit_limit }) => [id, credit_limit]))
  const names = new Map([...clients.companies, ...clients.organizations].map(({ id, name }) => [id, name]))
  const owed = new Map<string, number>()
  /** Notes what a client owes more, where his limit lets him. */
  const lends = (clientId: string, amount: number): boolean => {
    const after = (owed.get(clientId) ?? 0) + amount
    if (after > (limits.get(clientId) ?? 0)) return false
    owed.set(clientId, after)
    return true
  }
  const payerOf = ({ contract, row }: DemoPolicy, day: string): Payer => {
    const company = clients.companies.find(({ id }) => id === contract.row.company_id)
    const kind = company?.kind === 'social-security' ? 'social-security' : company ? 'insurance' : 'credit'
    return {
      policyId: row.id, contractId: contract.row.id, kind, name: names.get(payerId(contract)) ?? '', rank: row.rank, percent: contract.row.default_coverage,
      ceilings: [...ceilingsOf('policy', ceilings(row), uses.of(row.id, day), day), ...ceilingsOf('contract', ceilings(contract.row), uses.of(contract.row.id, day), day)],
      products: rules.get(contract.row.id) ?? new Map<string, ProductRule>(), coversOnlyListed: kind === 'social-security', ...lapse(contract, row),
    }
  }
  const covered = (sale: CoveredSale, own: readonly DemoPolicy[], random: Random): Payment[] => {
    const payers = own.map((policy) => payerOf(policy, sale.day))
    const coverage = coverSale(sale.lines, payers, sale.day)
    // less than the smallest coin is left: nobody would run a card for that
    if (coverage.patient > 0 && coverage.patient < 5) return []
    const policyOf = new Map(own.map((policy) => [policy.row.id, policy]))
    const payments = paymentsOfCoverage(coverage, payers, {
      paymentId: (policyId) => demoId('payment', sale.id, policyId),
      identifierOf: (policyId) => policyOf.get(policyId)?.row.number ?? null,
      organizationOf: (policyId) => policyOf.get(policyId)?.contract.row.owner_organization_id ?? null,
    })
    for (const payment of payments) if (payment.type === 'CREDIT_ORG' && !lends(payment.creditMetadata.organization ?? '', payment.amount)) return []
    for (const { policyId, amount } of coverage.shares) {
      uses.add(policyId, sale.day, amount)
      uses.add(policyOf.get(policyId)?.contract.row.id ?? '', sale.day, amount)
    }
    return payments.map((payment) => (payment.type === 'INSURANCE' ? { ...payment, insuranceMetadata: { ...payment.insuranceMetadata, voucher: `${sale.day.slice(0, 4)}-${digits(random, 5)}` } } : payment))
  }
  const pay = (sale: CoveredSale, random: Random): Payment[] => {
    const { id, patientId, total } = sale
    if (patientId === null) {
      if (random.next() >= officeShare || total < officeFrom) return []
      const organization = random.pick(clients.organizations).id
      return lends(organization, total) ? [{ id: demoId('payment', id, 'office'), amount: total, type: 'CREDIT_ORG', creditMetadata: { organization, contractPolicy: null } }] : []
    }
    const own = policiesOf.get(patientId)
    const shares = own && random.next() < cardShown ? covered(sale, own, random) : []
    const rest = total - shares.reduce((sum, { amount }) => sum + amount, 0)
    if (rest === 0 || random.next() >= onCreditShare || !lends(patientId, rest)) return shares
    return [...shares, { id: demoId('payment', id, 'credit'), amount: rest, type: 'CREDIT', creditMetadata: { person: patientId } }]
  }
  return { patientIds: persons.map(({ id }) => id), pay, uses }
}

function payerId({ row }: DemoContract): string {
  return row.company_id ?? row.owner_organization_id ?? ''
}

function ceilings({ ceiling_per_sale, ceiling_per_day, ceiling_per_month }: CeilingColumns): Ceilings {
  return { perSale: ceiling_per_sale, perDay: ceiling_per_day, perMonth: ceiling_per_month }
}

/** The days on which policy and contract are both valid. */
function lapse({ row: contract }: DemoContract, policy: DemoPolicy['row']): Pick<Payer, 'validFrom' | 'validUntil'> {
  const until = [contract.valid_until, policy.valid_until].filter((day) => day !== null)
  return { validFrom: [contract.valid_from, policy.valid_from].toSorted().at(-1) ?? null, validUntil: until.toSorted()[0] ?? null }
}

function schemeRules(scheme: readonly SchemeRow[], shelf: readonly ShelfProduct[]): Map<string, ProductRule> {
  const lines = new Map(scheme.map((line) => [line.product_id, line]))
  return new Map(shelf.flatMap(({ id, medicine }) => {
    const line = lines.get(medicine.id)
    return line ? [[id, { percent: line.rate, referencePrice: line.base_price }] as const] : []
  }))
}

function rulesByContract(contracts: readonly DemoContract[], { companies }: DemoClients, ofScheme: ReadonlyMap<string, ProductRule>): Map<string, ReadonlyMap<string, ProductRule>> {
  const isState = (id: string | null): boolean => companies.some((company) => company.id === id && company.kind === 'social-security')
  return new Map(contracts.map(({ row, exceptions }) => {
    const own = new Map(exceptions.map(({ pharmacy_product_id, excluded, reference_price }) => [pharmacy_product_id, excluded ? { isExcluded: true } : { referencePrice: reference_price ?? undefined }] as [string, ProductRule]))
    return [row.id, isState(row.company_id) ? ofScheme : own]
  }))
}

import type { NewSale } from '#shared/contract/sales.ts'
import { coverageFlags, type CoverageFlag, type PaidByPolicy } from '#shared/domain/coverage/coverage-flags.ts'
import type { Payer } from '#shared/domain/coverage/coverage.ts'
import { productRules } from '#shared/domain/coverage/product-rules.ts'
import { policyTerms } from '#shared/domain/coverage/policy-terms.ts'
import { shareFaults, sharesOf } from '#shared/domain/coverage/share-faults.ts'
import { policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import type { KnownPolicy } from '#server/sales/closing-policies.repo.ts'
import { asksForUses } from '#server/coverage/policy-uses.repo.ts'
import { isLate } from '#server/base/late.ts'
import type { Shop, TouchedClients } from '#server/sales/shop.ts'
import { isGranted } from '#server/sales/granted-rights.ts'
import type { Rights } from '#server/sellers/seller-rights.ts'
import type { SaleFlag } from '#server/sellers/sale-flags.ts'

/**
 * Judges the payers' shares by the rules of the till. Shares that no rule gives are refused; a sale that arrives late
 * keeps them with a flag, because the customer has left. Shares agreed by an older list, or changed, are kept and
 * flagged. More than a policy gives, and gave minutes before, needs the right to set rates, as another price does; a
 * late sale and a new version of a sale keep it with its flag.
 */
export function judgeCoverage(
  sale: NewSale,
  shop: Shop,
  { rights, now }: { rights: Rights; now: Date },
): { refusal: Refusal | null; flags: SaleFlag[] } {
  const faults = shareFaults(sale)
  const isKept = isLate(sale.soldAt, now) || Boolean(sale.regularisation)
  if (faults.length > 0 && !isKept) {
    const issues = faults.map(({ path, message }) => ({ path: `body.${path}`, message }))
    return { refusal: { message: 'requests:invalid', details: { issues } }, flags: [] }
  }
  const flags = flagsOfShares(sale, shop)
  if (
    flags.includes('coverage:raised') &&
    !isKept &&
    !sale.replaces &&
    !shop.lately?.policies.some(
      (policies) => !flagsOfShares(sale, { ...shop, policies }).includes('coverage:raised'),
    ) &&
    !isGranted(shop.grants, 'contract.edit') &&
    !rights.may('contract.edit')
  )
    return { refusal: { message: 'auth:forbidden', details: { permission: 'contract.edit' } }, flags: [] }
  return { refusal: null, flags: faults.length > 0 && flags.length === 0 ? ['coverage:differs'] : flags }
}

function flagsOfShares(sale: NewSale, shop: Shop): CoverageFlag[] {
  const { policies, today } = shop
  const paid = sale.payments.flatMap((payment) => paidByPolicy(payment, policies, today) ?? [])
  if (paid.length === 0) return []
  const productOf = new Map(shop.stockItems.map(({ id, productId }) => [id, productId]))
  const lines = sale.records.map(({ id, stockItemId, price, quantity }) => ({
    id,
    pharmacyProductId: productOf.get(stockItemId)!,
    price,
    quantity,
  }))
  const flags = coverageFlags(lines, paid, today)
  // The till's ceilings still count the version that this one replaces.
  const isByOlderUses =
    sale.replaces && paid.some(({ payer }) => payer.ceilings.some(({ period }) => period !== 'sale'))
  return isByOlderUses ? flags.filter((flag) => flag !== 'coverage:differs') : flags
}

function paidByPolicy(payment: Payment, policies: readonly KnownPolicy[], day: string): PaidByPolicy | undefined {
  const policy = policies.find(({ id }) => id === policyOfPayment(payment))
  if (!policy) return undefined
  return {
    payer: payerOf(policy, day),
    amount: payment.amount,
    shares: sharesOf(payment),
    claimed: payment.type === 'INSURANCE' ? payment.insuranceMetadata.coverage : null,
    isBarred: policy.archived || !paysThisWay(payment, policy.payer),
  }
}

function payerOf({ contract, payer, ...policy }: KnownPolicy, day: string): Payer {
  const scheme = policy.scheme.filter(({ archived }) => !archived)
  return {
    ...policyTerms(policy, contract, day),
    policyId: policy.id,
    contractId: contract.id,
    kind: payerKinds[payer.kind],
    name: '',
    rank: policy.rank,
    products: productRules(
      new Map(
        scheme.map(({ pharmacyProductId, rate, basePrice }) => [
          pharmacyProductId,
          { percent: rate, referencePrice: basePrice },
        ]),
      ),
      policy.exceptions,
    ),
    coversOnlyListed: payer.kind === 'social-security',
  }
}

const payerKinds = { insurer: 'insurance', 'social-security': 'social-security', organization: 'credit' } as const

/** The till's list may be older than the contract: the till may then take an insurer for the employer. */
function paysThisWay(payment: Payment, payer: KnownPolicy['payer']): boolean {
  switch (payer.kind) {
    case 'insurer':
      return payment.type === 'INSURANCE'
    case 'social-security':
      return payment.type === 'SOCIAL_SECURITY'
    case 'organization':
      return payment.type === 'CREDIT_ORG' && payment.creditMetadata.organization === payer.id
  }
}

/** The clients whose debt or used coverage a sale changes: tills read them again. */
export function touchedClients({ patientId }: NewSale, { persons, organizations, policies }: Shop): TouchedClients {
  const limited = policies.filter(({ contract }) => asksForUses(contract))
  const payers = (isOrganization: boolean): string[] =>
    limited.filter(({ payer }) => (payer.kind === 'organization') === isOrganization).map(({ payer }) => payer.id)
  const patient = policies.length > 0 && patientId !== null ? [patientId] : []
  return {
    persons: distinct([
      ...persons.flatMap(({ id, owedBy }) => [id, owedBy]),
      ...patient,
      ...policies.flatMap(({ beneficiaryId, family }) => [beneficiaryId, ...family]),
    ]),
    organizations: distinct([...organizations.map(({ id }) => id), ...payers(true)]),
    companies: distinct(payers(false)),
  }
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

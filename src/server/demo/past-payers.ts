import { coverSale, type CoveredLine } from '#shared/domain/coverage/coverage.ts'
import { paymentsOfCoverage } from '#shared/domain/coverage/payments-of-coverage.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { personsOf } from '#server/demo/demo-clients.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { digits } from '#server/demo/demo-persons.ts'
import type { DemoPolicy } from '#server/demo/demo-policies.ts'
import { cardReader, type CardShop } from '#server/demo/past-cards.ts'
import { openUses, type PastUses } from '#server/demo/past-uses.ts'
import type { Random } from '#server/demo/seeded-random.ts'
import { groupBy } from '#server/db/group-by.ts'

export type CoveredSale = {
  id: string
  day: string
  patientId: string | null
  lines: readonly CoveredLine[]
  total: number
}

/** Payments by payers other than the customer at the counter. */
export type PastPayers = {
  patientIds: readonly string[]
  /**
   * The payers' payments for a sale, by the coverage rule and within ceilings and limits. Sales must be given in
   * chronological order.
   */
  pay(sale: CoveredSale, random: Random): Payment[]
  uses: PastUses
}

export const nobodyElse: PastPayers = { patientIds: [], pay: () => [], uses: openUses() }

/** Probability that the customer shows the card. */
const cardShown = 0.8
const onCreditShare = 0.4
/** Share of purchases by an office, for its first-aid box. */
const officeShare = 0.006
const officeFrom = 3000

export function openPayers(shop: CardShop): PastPayers {
  const { clients, policies } = shop
  const uses = openUses()
  const persons = personsOf(clients)
  const policiesOf = groupBy(policies, ({ person }) => person.id)
  const payerOf = cardReader(shop, uses)
  const lends = openCredit([...persons, ...clients.organizations])
  const covered = (sale: CoveredSale, own: readonly DemoPolicy[], random: Random): Payment[] => {
    const payers = own.map((policy) => payerOf(policy, sale.day))
    const coverage = coverSale(sale.lines, payers, sale.day)
    // the patient's share is below the smallest coin: not worth a payment
    if (coverage.patient > 0 && coverage.patient < 5) return []
    const policyOf = new Map(own.map((policy) => [policy.row.id, policy]))
    const payments = paymentsOfCoverage(coverage, payers, {
      paymentId: (policyId) => demoId('payment', sale.id, policyId),
      identifierOf: (policyId) => policyOf.get(policyId)?.row.number ?? null,
      organizationOf: (policyId) => policyOf.get(policyId)?.contract.row.owner_organization_id ?? null,
    })
    for (const payment of payments)
      if (payment.type === 'CREDIT_ORG' && !lends(payment.creditMetadata.organization ?? '', payment.amount)) return []
    for (const { policyId, amount } of coverage.shares) {
      uses.add(policyId, sale.day, amount)
      uses.add(policyOf.get(policyId)?.contract.row.id ?? '', sale.day, amount)
    }
    return payments.map((payment) => withVoucher(payment, `${sale.day.slice(0, 4)}-${digits(random, 5)}`))
  }
  const pay = (sale: CoveredSale, random: Random): Payment[] => {
    const { id, patientId, total } = sale
    if (patientId === null) {
      if (random.next() >= officeShare || total < officeFrom) return []
      const organization = random.pick(clients.organizations).id
      return lends(organization, total)
        ? [
            {
              id: demoId('payment', id, 'office'),
              amount: total,
              type: 'CREDIT_ORG',
              creditMetadata: { organization, contractPolicy: null },
            },
          ]
        : []
    }
    const own = policiesOf.get(patientId)
    const shares = own && random.next() < cardShown ? covered(sale, own, random) : []
    const rest = total - shares.reduce((sum, { amount }) => sum + amount, 0)
    if (rest === 0 || random.next() >= onCreditShare || !lends(patientId, rest)) return shares
    return [
      ...shares,
      { id: demoId('payment', id, 'credit'), amount: rest, type: 'CREDIT', creditMetadata: { person: patientId } },
    ]
  }
  return { patientIds: persons.map(({ id }) => id), pay, uses }
}

/** Records what clients owe, up to their limits; a client without a limit buys nothing on credit. */
function openCredit(
  clients: readonly { id: string; credit_limit: number | null }[],
): (clientId: string, amount: number) => boolean {
  const limits = new Map(clients.map(({ id, credit_limit }) => [id, credit_limit]))
  const owed = new Map<string, number>()
  return (clientId, amount) => {
    const after = (owed.get(clientId) ?? 0) + amount
    if (after > (limits.get(clientId) ?? 0)) return false
    owed.set(clientId, after)
    return true
  }
}

function withVoucher(payment: Payment, voucher: string): Payment {
  return payment.type === 'INSURANCE'
    ? { ...payment, insuranceMetadata: { ...payment.insuranceMetadata, voucher } }
    : payment
}

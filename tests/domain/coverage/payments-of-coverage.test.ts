import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverSale } from '#shared/domain/coverage/coverage.ts'
import { paymentsOfCoverage, type PaymentFacts } from '#shared/domain/coverage/payments-of-coverage.ts'
import { missingInformation } from '#shared/domain/missing-information.ts'
import { sum } from '#shared/domain/money.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { aLine, anyLines, anyPayers, aPayer, TODAY } from '#tests/domain/coverage/support/any-coverage.ts'
import { runs } from '#tests/support/extent.ts'

const facts: PaymentFacts = {
  paymentId: (policyId) => `payment of ${policyId}`,
  identifierOf: (policyId) => `number at ${policyId}`,
  organizationOf: (policyId) => `organization of ${policyId}`,
}

test('each payer pays in its own way, in paying order', () => {
  // 10 000: the scheme 50 % = 5 000; the insurer 30 % = 3 000; the company 100 %, of which 2 000 are left.
  const payers = [
    aPayer({ policyId: 'company', kind: 'credit', name: 'SOBEBRA', rank: 3, percent: 100 }),
    aPayer({ policyId: 'nsia', percent: 30, rank: 2 }),
    aPayer({ policyId: 'cmu', kind: 'social-security', name: 'CMU', percent: 50 }),
  ]
  expect(paymentsOfCoverage(coverSale([aLine({ price: 10_000 })], payers, TODAY), payers, facts)).toEqual([
    {
      id: 'payment of cmu',
      amount: 5000,
      type: 'SOCIAL_SECURITY',
      socialSecurityMetadata: { body: 'CMU', identifier: 'number at cmu', contractPolicy: 'cmu' },
      shares: [{ lineId: 'a', amount: 5000 }],
    },
    {
      id: 'payment of nsia',
      amount: 3000,
      type: 'INSURANCE',
      insuranceMetadata: { insurer: 'NSIA', coverage: 30, contractPolicy: 'nsia', voucher: null },
      shares: [{ lineId: 'a', amount: 3000 }],
    },
    {
      id: 'payment of company',
      amount: 2000,
      type: 'CREDIT_ORG',
      creditMetadata: { organization: 'organization of company', contractPolicy: 'company' },
      shares: [{ lineId: 'a', amount: 2000 }],
    },
  ])
})

test('who pays nothing makes no payment', () => {
  const payers = [
    aPayer({ percent: 100 }),
    aPayer({ policyId: 'late', rank: 2 }),
    aPayer({ policyId: 'expired', rank: 0, validUntil: '2026-01-31' }),
  ]
  expect(paymentsOfCoverage(coverSale([aLine()], payers, TODAY), payers, facts).map(({ id }) => id)).toEqual([
    'payment of policy-1',
  ])
})

test('a voucher number that was typed already stays with its insurer', () => {
  const payments = paymentsOfCoverage(coverSale([aLine()], [aPayer()], TODAY), [aPayer()], {
    ...facts,
    voucherOf: (policyId) => `voucher at ${policyId}`,
  })
  expect(payments).toMatchObject([{ insuranceMetadata: { voucher: 'voucher at policy-1' } }])
})

test('a share whose payer is not given is never dropped in silence', () => {
  expect(() => paymentsOfCoverage(coverSale([aLine()], [aPayer()], TODAY), [], facts)).toThrow(RangeError)
})

test('what the patient pays beside these payments is what remains of the sale; only the voucher number is still missing', () => {
  fc.assert(
    fc.property(anyLines, anyPayers, (lines, payers) => {
      const coverage = coverSale(lines, payers, TODAY)
      const payments = paymentsOfCoverage(coverage, payers, facts)
      const records = lines.map((line) => ({ ...line, stockItemId: line.pharmacyProductId, label: line.id }))
      expect(saleBalance({ records, vouchers: [], payments }, 5).remainder).toBe(coverage.patient)
      expect(sum(payments.map(({ amount }) => amount))).toBe(coverage.total - coverage.patient)
      for (const payment of payments)
        expect(sum(('shares' in payment ? payment.shares! : []).map(({ amount }) => amount))).toBe(payment.amount)
      for (const payment of payments)
        expect(missingInformation(payment, { patientId: 'patient' })).toEqual(
          payment.type === 'INSURANCE' ? ['voucherNumber'] : [],
        )
    }),
    { numRuns: runs(2000) },
  )
})

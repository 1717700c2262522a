import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingInformation, missingLabels } from '#shared/domain/missing-information.ts'
import type { MissingInformation, Payment } from '#shared/domain/payment.ts'
import { anInsurance, anyPayment } from '#tests/domain/support/any-sale.ts'

const settles = { id: 'p', amount: 1000 }
const [noPatient, withPatient] = [{ patientId: null }, { patientId: 'patient-1' }]

describe('what a payment lacks is named, payment by payment (specification §5)', () => {
  const cases: [title: string, payment: Payment, sale: { patientId: string | null }, missing: MissingInformation[]][] =
    [
      ['cash lacks nothing', { ...settles, type: 'CASH', tendered: 1000 }, noPatient, []],
      ['a card lacks nothing', { ...settles, type: 'CREDIT_CARD' }, noPatient, []],
      ['a discount lacks nothing', { ...settles, type: 'DISCOUNT' }, noPatient, []],
      [
        'a cheque needs its bank',
        { ...settles, type: 'CHEQUE', bank: null, chequeNumber: '0042' },
        noPatient,
        ['bank'],
      ],
      [
        'a cheque whose number is unknown does not block the customer',
        { ...settles, type: 'CHEQUE', bank: 'BOA', chequeNumber: null },
        noPatient,
        [],
      ],
      [
        'mobile money needs its operator, blanks are none',
        { ...settles, type: 'MOBILE_MONEY', phoneOperator: '  ', transactionReference: 'X1' },
        noPatient,
        ['phoneOperator'],
      ],
      [
        'mobile money without reference does not block',
        { ...settles, type: 'MOBILE_MONEY', phoneOperator: 'MTN MoMo', transactionReference: null },
        noPatient,
        [],
      ],
      [
        'credit needs its client',
        { ...settles, type: 'CREDIT', creditMetadata: { person: null } },
        withPatient,
        ['client'],
      ],
      [
        'credit with its client lacks nothing',
        { ...settles, type: 'CREDIT', creditMetadata: { person: 'c1' } },
        noPatient,
        [],
      ],
      [
        'credit of an organization needs it',
        { ...settles, type: 'CREDIT_ORG', creditMetadata: { organization: null } },
        withPatient,
        ['client'],
      ],
      [
        'credit of an organization with it lacks nothing',
        { ...settles, type: 'CREDIT_ORG', creditMetadata: { organization: 'o1' } },
        noPatient,
        [],
      ],
      [
        'an organization that pays by a policy pays for somebody',
        { ...settles, type: 'CREDIT_ORG', creditMetadata: { organization: 'o1', contractPolicy: 'c1' } },
        noPatient,
        ['patient'],
      ],
      [
        'insurance can lack patient, coverage and voucher number at once',
        anInsurance({ contractPolicy: null, voucher: '' }),
        noPatient,
        ['patient', 'coverage', 'voucherNumber'],
      ],
      ['insurance without percent lacks its coverage', anInsurance({ coverage: null }), withPatient, ['coverage']],
      ['insurance of 0 % is complete', anInsurance({ coverage: 0 }), withPatient, []],
      [
        'social security needs the patient and its body',
        { ...settles, type: 'SOCIAL_SECURITY', socialSecurityMetadata: { body: null, identifier: null } },
        noPatient,
        ['patient', 'socialSecurityBody'],
      ],
      [
        'social security is complete without the insured number',
        { ...settles, type: 'SOCIAL_SECURITY', socialSecurityMetadata: { body: 'CNSS', identifier: null } },
        withPatient,
        [],
      ],
    ]
  test.each(cases)('%s', (_title, payment, sale, missing) => expect(missingInformation(payment, sale)).toEqual(missing))
})

describe('a policy that may not pay for the patient is no coverage', () => {
  const byPolicy: Payment[] = [
    anInsurance({ contractPolicy: 'c1' }),
    {
      ...settles,
      type: 'SOCIAL_SECURITY',
      socialSecurityMetadata: { body: 'CNSS', identifier: null, contractPolicy: 'c1' },
    },
    { ...settles, type: 'CREDIT_ORG', creditMetadata: { organization: 'o1', contractPolicy: 'c1' } },
  ]
  test.each(byPolicy)('%o', (payment) => {
    expect(missingInformation(payment, withPatient, new Set(['c2']))).toEqual(['coverage'])
    expect(missingInformation(payment, withPatient, new Set(['c1', 'c2']))).toEqual([])
    // nobody's policy could it be
    expect(missingInformation(payment, noPatient, new Set())).toEqual(['patient'])
  })

  test('and nothing is asked of who names none', () => {
    expect(
      missingInformation(
        { ...settles, type: 'SOCIAL_SECURITY', socialSecurityMetadata: { body: 'CNSS', identifier: null } },
        withPatient,
        new Set(),
      ),
    ).toEqual([])
    expect(
      missingInformation(
        { ...settles, type: 'CREDIT_ORG', creditMetadata: { organization: 'o1', contractPolicy: null } },
        withPatient,
        new Set(),
      ),
    ).toEqual([])
  })
})

test('each thing is named once and has its words; choosing the patient never adds something to ask', () => {
  fc.assert(
    fc.property(anyPayment, (payment) => {
      const missing = missingInformation(payment, noPatient)
      expect(new Set(missing).size).toBe(missing.length)
      for (const name of missing) expect(missingLabels[name]).toMatch(/manquant/)
      expect(missingInformation(payment, withPatient)).toEqual(missing.filter((name) => name !== 'patient'))
    }),
  )
})

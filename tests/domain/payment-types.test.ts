import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minor, sum } from '#shared/domain/money.ts'
import {
  debtorOf,
  isPaymentType,
  movementTypes,
  paymentLabels,
  saleTypes,
  sourceOf,
  typeFacts,
  withDebtor,
  type Payment,
  type PaymentOf,
  type PaymentType,
} from '#shared/domain/payment.ts'
import { words } from '#shared/domain/receipt-code/known-shapes.ts'
import {
  collectionTypes,
  movementsOfReturn,
  movementsOfReversal,
  movementsOfSale,
} from '#shared/domain/register/movements.ts'
import { countedTypes, expectedByMeans, totalsByType } from '#shared/domain/register/totals.ts'
import { refundOf, type MadeReturn } from '#shared/domain/returns.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { aRecord } from '#tests/domain/support/any-sale.ts'
import { runs } from '#tests/support/extent.ts'

/** One payment of each type, a payer's by its policy where it has one. */
const oneOfEach: { [Type in PaymentType]: PaymentOf<Type> } = {
  CASH: { id: 'CASH', amount: 0, type: 'CASH', tendered: 0 },
  MOBILE_MONEY: {
    id: 'MOBILE_MONEY',
    amount: 0,
    type: 'MOBILE_MONEY',
    phoneOperator: 'MTN MoMo',
    transactionReference: null,
  },
  CREDIT_CARD: { id: 'CREDIT_CARD', amount: 0, type: 'CREDIT_CARD' },
  CHEQUE: { id: 'CHEQUE', amount: 0, type: 'CHEQUE', chequeNumber: null, bank: 'BOA' },
  INSURANCE: {
    id: 'INSURANCE',
    amount: 0,
    type: 'INSURANCE',
    insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: 'policy', voucher: '4471' },
  },
  SOCIAL_SECURITY: {
    id: 'SOCIAL_SECURITY',
    amount: 0,
    type: 'SOCIAL_SECURITY',
    socialSecurityMetadata: { body: 'CNSS', identifier: null },
  },
  CREDIT: { id: 'CREDIT', amount: 0, type: 'CREDIT', creditMetadata: { person: 'person' } },
  CREDIT_ORG: { id: 'CREDIT_ORG', amount: 0, type: 'CREDIT_ORG', creditMetadata: { organization: 'organization' } },
  DISCOUNT: { id: 'DISCOUNT', amount: 0, type: 'DISCOUNT' },
}
const paid = <Type extends PaymentType>(type: Type, amount: number): Payment => {
  const payment: Payment = oneOfEach[type]
  return payment.type === 'CASH' ? { ...payment, amount, tendered: amount } : { ...payment, amount }
}

describe('the table of types', () => {
  test('lists every type that money moves by, once', () => {
    expect(Object.keys(typeFacts).toSorted()).toEqual(movementTypes.toSorted())
    expect(movementTypes.filter(isPaymentType).toSorted()).toEqual(saleTypes.toSorted())
  })

  test('a sale may be paid with all but a transfer and a disbursement, in the order of the tiles', () => {
    expect(saleTypes.map((type) => `${typeFacts[type].sale.key} ${paymentLabels[type]}`)).toEqual([
      'e Espèces',
      'm Mobile',
      'c Carte',
      'q Chèque',
      'a Couverture',
      's Sécurité sociale',
      'k Crédit',
      'o Crédit Org.',
      'r Remise',
    ])
  })

  test('only a cover comes by its policy alone; cash and the discount stand once in a sale; cash and card have no fields', () => {
    const typesThat = (fact: 'isByPolicyOnly' | 'isSingle' | 'hasFields', value = true) =>
      saleTypes.filter((type) => typeFacts[type].sale[fact] === value)
    expect(typesThat('isByPolicyOnly')).toEqual(['INSURANCE'])
    expect(typesThat('isSingle')).toEqual(['CASH', 'DISCOUNT'])
    expect(typesThat('hasFields', false)).toEqual(['CASH', 'CREDIT_CARD'])
  })

  test('no two types share a letter or a label', () => {
    expect(new Set(saleTypes.map((type) => typeFacts[type].sale.key)).size).toBe(saleTypes.length)
    expect(new Set(Object.values(paymentLabels)).size).toBe(movementTypes.length)
  })

  test('what is counted in the evening is what a client may pay back with', () => {
    expect(countedTypes).toEqual(['CASH', 'CHEQUE', 'CREDIT_CARD', 'MOBILE_MONEY', 'TRANSFER'])
    expect(collectionTypes).toEqual(countedTypes)
  })

  test.each(saleTypes)('%s: only a debt has a client who owes it', (type) => {
    const { source, debtor } = typeFacts[type].sale
    expect(debtor === null).toBe(source !== 'debt')
    expect(debtorOf(oneOfEach[type])).toEqual(debtor === null ? null : { kind: debtor, id: debtor })
    expect(debtorOf(withDebtor(oneOfEach[type], 'another'))?.id).toBe(debtor === null ? undefined : 'another')
  })

  test('the customer’s own means are counted, and nothing else of a sale is', () => {
    for (const type of saleTypes)
      expect([type, typeFacts[type].counted !== 'never']).toEqual([type, typeFacts[type].sale.source === 'means'])
  })

  test('by a policy an organization is a payer, without one it is a debtor', () => {
    const { CREDIT_ORG: owed } = oneOfEach
    expect(sourceOf(owed)).toBe('debt')
    expect(sourceOf({ ...owed, creditMetadata: { ...owed.creditMetadata, contractPolicy: 'policy' } })).toBe('payer')
  })

  test('each type has a word in the code of a receipt', () => {
    expect(words).toEqual(expect.arrayContaining(saleTypes))
  })
})

describe('every type is accounted for', () => {
  const someOf = fc.record({
    amounts: fc.array(fc.record({ type: fc.constantFrom(...saleTypes), amount: fc.integer({ min: 1, max: 90_000 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    inCash: fc.boolean(),
    boxes: fc.integer({ min: 1, max: 4 }),
  })
  /** Each type once, and one line of some boxes that costs what they pay. */
  const soldOf = ({ amounts, boxes }: { amounts: readonly { type: PaymentType; amount: number }[]; boxes: number }) => {
    const each = amounts.filter(({ type }, place) => amounts.findIndex((other) => other.type === type) === place)
    const payments = each.map(({ type, amount }) => paid(type, amount * boxes * 5))
    const price = sum(payments.map(({ amount }) => minor(amount))) / boxes
    const content = { records: [aRecord({ price, quantity: boxes })], vouchers: [], payments }
    return { ...content, rounding: saleBalance(content, 5).rounding }
  }

  test('the line of a return: what comes back by type is what the line was worth, and in the end what was paid', () => {
    fc.assert(
      fc.property(someOf, ({ inCash, ...how }) => {
        const sale = soldOf(how)
        const made: MadeReturn[] = []
        for (let box = 0; box < how.boxes; box++) {
          const verdict = refundOf(sale, made, [{ lineId: 'r1', quantity: 1 }], { inCash, cashStep: 5 })
          if (!verdict.ok) throw new Error(verdict.reason)
          expect(sum(verdict.refunds.map(({ amount }) => amount)) + 0).toBe(verdict.total)
          expect(sum(movementsOfReturn(sale, verdict).map(({ amount }) => amount))).toBe(0 - verdict.total)
          made.push(verdict)
        }
        const given = made.flatMap(({ refunds }) => refunds)
        for (const { id, amount } of sale.payments)
          expect(sum(given.filter(({ paymentId }) => paymentId === id).map((refund) => refund.amount))).toBe(amount)
      }),
      { numRuns: runs(300) },
    )
  })

  test('the register: a sale brings each type its amount, and undoing it leaves nothing of any', () => {
    fc.assert(
      fc.property(someOf, (how) => {
        const sale = soldOf(how)
        const brought = movementsOfSale(sale)
        expect(Object.fromEntries(totalsByType(brought))).toEqual(
          Object.fromEntries(sale.payments.map(({ type, amount }) => [type, amount])),
        )
        const after = [...brought, ...movementsOfReversal(sale)]
        expect([...totalsByType(after).values(), ...expectedByMeans(after).map(({ expected }) => expected)]).toSatisfy(
          (sums: number[]) => sums.every((left) => left === 0),
        )
      }),
      { numRuns: runs(300) },
    )
  })
})

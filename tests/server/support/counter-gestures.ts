import fc from 'fast-check'
import {
  addPayment,
  removePayment,
  setAmount,
  setDetails,
  setPercent,
  type AddedType,
  type PaymentRules,
} from '#kiosk/payment/payment-edits.ts'
import { moveToLot } from '#kiosk/counter/sale/move-to-lot.ts'
import { boxOfUnits, openableLots } from '#kiosk/counter/sale/opened-lots.ts'
import { lineOf, sellAs, withOpenedBoxes } from '#kiosk/counter/sale/unit-sale.ts'
import type { ClosingRefusal } from '#shared/domain/closing-refusals.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { minor } from '#shared/domain/money.ts'
import { policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import {
  acceptPolicy,
  addRecord,
  addVoucher,
  declinePolicy,
  payCash,
  removeRecord,
  removeVoucher,
  setPatient,
  setPosology,
  setBuyer,
  setPrescription,
  setPrice,
  setQuantity,
  setVoucher,
} from '#shared/domain/sale-lines.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { settleSale } from '#shared/domain/settle-sale.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import type { ReadingTill } from '#tests/server/support/reading-till.ts'

export type CounterWorld = {
  till: ReadingTill
  rules: PaymentRules
  /** Stock items that a scan or a parked sale may bring, by index. */
  lots: readonly string[]
  patients: readonly (string | null)[]
  debtors: readonly string[]
  organizationId: string
}

const at = fc.nat(6)
const types: readonly AddedType[] = [
  'CASH',
  'MOBILE_MONEY',
  'CREDIT_CARD',
  'CHEQUE',
  'SOCIAL_SECURITY',
  'CREDIT',
  'CREDIT_ORG',
  'DISCOUNT',
]
const often = {
  weight: 4,
  arbitrary: fc.record({
    does: fc.constant('add' as const),
    lot: fc.nat(20),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
}

/** Any action at the counter; indexes are taken modulo the number of items. */
export const anyCounterGesture = fc.oneof(
  often,
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pay' as const), type: fc.constantFrom(...types) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('owe' as const), at, amount: fc.nat(9_000) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('discount' as const), amount: fc.nat(4_000) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('patient' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('amount' as const), at, amount: fc.oneof(fc.nat(3_000), fc.nat(60_000)) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('complete' as const), at, choice: at }) },
  fc.record({ does: fc.constant('quantity' as const), at, quantity: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ does: fc.constant('price' as const), at, price: fc.nat(9_999) }),
  fc.record({ does: fc.constant('units' as const), at }),
  fc.record({ does: fc.constant('boxes' as const), at }),
  fc.record({ does: fc.constant('lot' as const), at, lot: fc.nat(20) }),
  fc.record({ does: fc.constant('service' as const), price: fc.nat(5_000), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ does: fc.constant('serviceChange' as const), at, price: fc.nat(5_000) }),
  fc.record({ does: fc.constant('remove' as const), at }),
  fc.record({ does: fc.constant('removeService' as const), at }),
  fc.record({
    does: fc.constant('posology' as const),
    at,
    text: fc.constantFrom('1 matin et soir', '  ', '2 × 3 par jour, après le repas'),
  }),
  fc.record({ does: fc.constant('prescriber' as const), name: fc.constantFrom('Dr Adjovi', '') }),
  fc.record({ does: fc.constant('decline' as const), at }),
  fc.record({ does: fc.constant('accept' as const), at }),
  fc.record({
    does: fc.constant('percent' as const),
    at,
    percent: fc.oneof(fc.nat(30), fc.nat(800), fc.constant(null)),
  }),
  fc.record({ does: fc.constant('unpay' as const), at }),
)
export type CounterGesture = typeof anyCounterGesture extends fc.Arbitrary<infer One> ? One : never

/** Applies an action as the kiosk does: the change, the boxes to open, the payments recomputed (`editSaleAtom`). */
export function gestured(sale: LocalSale, gesture: CounterGesture, world: CounterWorld): LocalSale {
  return inStep(changed(sale, gesture, world), world)
}

export function inStep(sale: LocalSale, { till }: CounterWorld): LocalSale {
  const opened = withOpenedBoxes(sale, { find: till.find, leftOf: ({ quantity }) => quantity })
  return settleSale(opened, till.settlementFacts(opened))
}

function changed(sale: LocalSale, gesture: CounterGesture, world: CounterWorld): LocalSale {
  const { till, rules, lots, patients } = world
  const record = 'at' in gesture ? one(sale.records, gesture.at) : undefined
  const voucher = 'at' in gesture ? one(sale.vouchers, gesture.at) : undefined
  const payment = 'at' in gesture ? one(sale.payments, gesture.at) : undefined
  const place = record && till.find(new Set([record.stockItemId])).get(record.stockItemId)
  switch (gesture.does) {
    case 'add':
      return addRecord(sale, { ...scanned(one(lots, gesture.lot)!, till), id: uuid7(), quantity: gesture.quantity })
    case 'quantity':
      return record ? setQuantity(sale, record.id, gesture.quantity) : sale
    case 'price':
      return record ? setPrice(sale, record.id, minor(gesture.price)) : sale
    case 'units': {
      const units =
        place && openableLots(place.product, rules.cashStep).find(({ box }) => box.id === place.item.id)?.units
      return record && units ? sellAs(sale, record.id, place.product, units) : sale
    }
    case 'boxes': {
      const box = place && boxOfUnits(place.product, place.item)
      return record && box ? sellAs(sale, record.id, place.product, box) : sale
    }
    case 'lot': {
      const other =
        place &&
        one(
          place.product.stockItems.filter((item) => !boxOfUnits(place.product, item)),
          gesture.lot,
        )
      return record && other && !boxOfUnits(place.product, place.item) ? moveToLot(sale, record.id, other) : sale
    }
    case 'service':
      return addVoucher(sale, {
        id: uuid7(),
        label: 'Livraison à domicile',
        quantity: gesture.quantity,
        price: gesture.price,
      })
    case 'serviceChange':
      return voucher ? setVoucher(sale, voucher.id, { price: gesture.price }) : sale
    case 'remove':
      return record ? removeRecord(sale, record.id) : sale
    case 'removeService':
      return voucher ? removeVoucher(sale, voucher.id) : sale
    case 'posology':
      return record ? setPosology(sale, record.id, gesture.text) : sale
    case 'prescriber':
      return setPrescription(sale, {
        prescriber: gesture.name,
        prescriberAddress: null,
        prescribedOn: null,
        patientName: null,
        patientAddress: null,
      })
    case 'patient': {
      const person = till.person(one(patients, gesture.at) ?? '')
      return setPatient(sale, person ? { id: person.id, firstName: person.firstName, lastName: person.lastName } : null)
    }
    case 'decline': {
      const policy = payment && policyOfPayment(payment)
      return policy ? declinePolicy(sale, policy) : sale
    }
    case 'accept': {
      const policy = one(sale.declinedPolicies ?? [], gesture.at)
      return policy ? acceptPolicy(sale, policy) : sale
    }
    case 'pay':
      return addPayment(sale, { id: uuid7(), type: gesture.type }, rules)
    case 'owe': {
      const id = uuid7()
      const owed = addPayment(sale, { id, type: gesture.at % 2 === 0 ? 'CREDIT' : 'CREDIT_ORG' }, rules)
      const added = owed.payments.find((each) => each.id === id)
      return added ? setAmount(setDetails(owed, completed(added, gesture.at, world)), id, gesture.amount, rules) : owed
    }
    case 'discount': {
      const given = addPayment(sale, { id: uuid7(), type: 'DISCOUNT' }, rules)
      const added = given.payments.find(({ type }) => type === 'DISCOUNT')
      return added ? setAmount(given, added.id, gesture.amount, rules) : given
    }
    case 'amount':
      return payment ? setAmount(sale, payment.id, gesture.amount, rules) : sale
    case 'percent': {
      const discount = sale.payments.find(({ type }) => type === 'DISCOUNT')
      return discount ? setPercent(sale, discount.id, gesture.percent, rules) : sale
    }
    case 'complete':
      return payment ? setDetails(sale, completed(payment, gesture.choice, world)) : sale
    case 'unpay':
      return payment ? removePayment(sale, payment.id, rules.cashStep) : sale
  }
}

/** What the seller does after a refusal, as the catalogue says. */
export function mended(sale: LocalSale, { message, details }: ClosingRefusal, world: CounterWorld): LocalSale {
  const { cashStep } = world.rules
  const without = (payments: readonly Payment[]): LocalSale =>
    payments.reduce((left, { id }) => removePayment(left, id, cashStep), sale)
  switch (message) {
    case 'sales:cannotCloseEmptySale':
      return addRecord(sale, { ...scanned(world.lots[0]!, world.till), id: uuid7(), quantity: 1 })
    case 'sales:cannotCloseSaleWithNotEnoughPaid':
      return payCash(
        sale,
        {
          id: sale.payments.find(({ type }) => type === 'CASH')?.id ?? uuid7(),
          tendered: 5 * Math.ceil(saleBalance(sale, cashStep).total / 5),
        },
        cashStep,
      )
    case 'sales:cannotCloseSaleWithInvalidPayment': {
      const lacking = new Set(details.payments.map(({ paymentId }) => paymentId))
      const named = details.payments.some(({ missing }) => missing.includes('patient'))
        ? changed(sale, { does: 'patient', at: 1 }, world)
        : sale
      return named.payments
        .filter(({ id }) => lacking.has(id))
        .reduce((left, payment) => setDetails(left, completed(payment, 0, world)), named)
    }
    case 'sales:discountNotAllowed':
    case 'sales:discountOverLimit':
      return without(sale.payments.filter(({ type }) => type === 'DISCOUNT'))
    case 'sales:cannotCloseSaleWithCreditLimitExceeded':
      return without(
        sale.payments.filter(
          (payment) =>
            (payment.type === 'CREDIT' && payment.creditMetadata.person === details.clientId) ||
            (payment.type === 'CREDIT_ORG' && payment.creditMetadata.organization === details.clientId),
        ),
      )
    case 'sales:unknownStockItem':
    case 'sales:cannotSaleArchivedStockItem':
    case 'sales:blockedStockItem':
    case 'sales:expiredStockItem': {
      const refused = new Set(details.items.map(({ recordId }) => recordId))
      const keepsALine = sale.vouchers.length > 0 || sale.records.some(({ id }) => !refused.has(id))
      // A refused sale is never emptied: the customer takes another box instead.
      const instead = keepsALine
        ? sale
        : addRecord(sale, { ...scanned(world.lots[0]!, world.till), id: uuid7(), quantity: 1 })
      return details.items.reduce((left, { recordId }) => removeRecord(left, recordId), instead)
    }
    case 'sales:prescriptionNeeded':
      return setPrescription(sale, {
        prescriber: 'Dr Kpadé',
        prescriberAddress: null,
        prescribedOn: '2026-11-20',
        patientName: 'ZINSOU Aurèle',
        patientAddress: null,
      })
    case 'sales:invalidBuyerTaxId':
      return setBuyer(sale, null)
    case 'sales:overpaid':
    case 'sales:cannotCloseSaleWithSameContractPolicyTwice':
    case 'sales:cannotCloseSaleWithoutPharmacyId':
    case 'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken':
      throw new Error(`no gesture of the counter leads to ${message}`)
  }
}

/** Fills all required fields of a payment other than its amount. */
function completed(payment: Payment, choice: number, { debtors, organizationId }: CounterWorld): Payment {
  switch (payment.type) {
    case 'CASH':
    case 'CREDIT_CARD':
    case 'DISCOUNT':
      return payment
    case 'MOBILE_MONEY':
      return {
        ...payment,
        phoneOperator: choice % 2 === 0 ? 'MTN' : 'Moov',
        transactionReference: choice > 3 ? 'MP261121.1034.A77' : null,
      }
    case 'CHEQUE':
      return { ...payment, bank: 'Bank of Africa', chequeNumber: choice > 3 ? '0004711' : null }
    case 'INSURANCE':
      return { ...payment, insuranceMetadata: { ...payment.insuranceMetadata, voucher: `2026-${choice}` } }
    case 'SOCIAL_SECURITY':
      return {
        ...payment,
        socialSecurityMetadata: {
          ...payment.socialSecurityMetadata,
          body: payment.socialSecurityMetadata.body ?? 'CNSS',
          identifier: choice > 3 ? '229-0471' : payment.socialSecurityMetadata.identifier,
        },
      }
    case 'CREDIT':
      return { ...payment, creditMetadata: { person: one(debtors, choice)! } }
    case 'CREDIT_ORG':
      return policyOfPayment(payment) === null
        ? { ...payment, creditMetadata: { ...payment.creditMetadata, organization: organizationId } }
        : payment
  }
}

/** The line that a scan of this lot adds; a lot that is on no list may be in a sale that was started earlier. */
function scanned(stockItemId: string, till: ReadingTill): ReturnType<typeof lineOf> {
  const place = till.find(new Set([stockItemId])).get(stockItemId)
  return place ? lineOf(place.product, place.item) : { stockItemId, label: 'Doliprane 1 g', price: 1000 }
}

function one<Item>(items: readonly Item[], place: number): Item | undefined {
  return items.length > 0 ? items[place % items.length] : undefined
}

import { creditExcess } from '#shared/domain/credit.ts'
import { discountTotal, largestDiscount } from '#shared/domain/discount.ts'
import { isClientTaxId, type Buyer } from '#shared/domain/fiscal/buyer.ts'
import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import type { ErrorMessage } from '#shared/domain/errors.ts'
import {
  missingPrescription,
  type ListedRules,
  type MedicineList,
  type PrescriptionNeed,
} from '#shared/domain/listed-medicines.ts'
import type { Prescription } from '#shared/domain/local-sale.ts'
import { missingInformation } from '#shared/domain/missing-information.ts'
import { minor, sum } from '#shared/domain/money.ts'
import { clientOf, keptOf, policyOfPayment, type MissingInformation, type PaymentType } from '#shared/domain/payment.ts'
import type { LotBlock } from '#shared/domain/recalled-lots.ts'
import { goodsOf, goodsTotal, saleBalance, type SaleContent, type SaleRecord } from '#shared/domain/sale.ts'
import { isExpired } from '#shared/domain/stock.ts'

/** A sale as it would be sent. */
export type SaleToClose = SaleContent & {
  patientId: string | null
  prescription: Prescription | null
  buyer?: Buyer | null
}

/** External facts that the rules need. The kiosk takes them from its stored lists, the server from the database. */
export type ClosingFacts = ListedRules & {
  /** The smallest coin in use, in minor units. */
  cashStep: number
  /** All stock items of the sale by id; a missing one is unknown and cannot be sold. */
  stockItems: ReadonlyMap<
    string,
    {
      archived: boolean
      expiresOn: string | null
      list: MedicineList
      lot?: string | null
      /** Set aside: refused. Null where the goods have left and the sale is kept with a flag. */
      blocked?: LotBlock | null
    }
  >
  /** Per client (person or organization): debt before this sale and limit (null: none), in minor units. */
  credit: ReadonlyMap<string, { outgoing: number; limit: number | null }>
  /**
   * Ids of the policies that may pay for the sale's patient; a payment by another policy lacks its coverage. Omitted:
   * policies are not checked.
   */
  policies?: ReadonlySet<string>
  /** The pharmacy's calendar day. */
  today: string
  maySellExpired: boolean
  /** Ids of expired lots that may be sold all the same. */
  grantedLots?: ReadonlySet<string>
  /** The right to hand over a listed medicine without the prescription that its list needs. */
  mayDispenseListed: boolean
  mayDiscount: boolean
  /** Percent of what the goods cost; null or omitted: no limit for sellers who may discount. */
  discountLimit?: number | null
  /** Null: the account has no pharmacy. Omitted where the caller always has one. */
  pharmacyId?: string | null
  /** What a tax number of a buyer must be like; omitted or `none`: anything. */
  fiscalPlatform?: FiscalPlatform
  /** Omitted where no fiscal platform applies. */
  fiscalToken?: 'ready' | 'missing' | 'wrong'
}

export type SoldItem = { recordId: string; stockItemId: string; label: string }

/** The details of each refusal: plain JSON, because they are sent and stored. Amounts in minor units. */
export type ClosingDetails = {
  'sales:cannotCloseEmptySale': undefined
  /** Amount still to pay. */
  'sales:cannotCloseSaleWithNotEnoughPaid': { remainder: number }
  /** Amount paid above the total that is not change. */
  'sales:overpaid': { excess: number }
  'sales:cannotCloseSaleWithInvalidPayment': {
    payments: { paymentId: string; type: PaymentType; missing: MissingInformation[] }[]
  }
  'sales:cannotCloseSaleWithSameContractPolicyTwice': { contractPolicies: string[]; paymentIds: string[] }
  'sales:invalidBuyerTaxId': { taxId: string }
  'sales:discountNotAllowed': { discount: number }
  /** `allowed`: the largest discount that the seller's roles allow on this sale. */
  'sales:discountOverLimit': { discount: number; allowed: number }
  /** `current`: debt before this sale. `excess`: amount above the limit after it. */
  'sales:cannotCloseSaleWithCreditLimitExceeded': { clientId: string; current: number; excess: number; limit: number }
  'sales:unknownStockItem': { items: SoldItem[] }
  'sales:cannotSaleArchivedStockItem': { items: SoldItem[] }
  'sales:expiredStockItem': { items: (SoldItem & { expiresOn: string })[] }
  'sales:blockedStockItem': { items: (SoldItem & { lot: string | null; blocked: LotBlock })[] }
  'sales:prescriptionNeeded': { items: SoldItem[]; missing: PrescriptionNeed[] }
  'sales:cannotCloseSaleWithoutPharmacyId': undefined
  'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken': { token: 'missing' | 'wrong' }
}
export type ClosingMessage = keyof ClosingDetails & ErrorMessage
export type ClosingRefusal = {
  [Message in ClosingMessage]: { message: Message; details: ClosingDetails[Message] }
}[ClosingMessage]

type Rule = (sale: SaleToClose, facts: ClosingFacts) => ClosingRefusal | null

const refuseEmpty: Rule = (sale) =>
  goodsOf(sale).length === 0 ? { message: 'sales:cannotCloseEmptySale', details: undefined } : null

const refuseUnderpaid: Rule = (sale, { cashStep }) => {
  // A cash payment that settles more than was handed over leaves the difference to pay.
  const shortCash = sum(
    sale.payments.map((payment) => (payment.type === 'CASH' ? Math.max(0, keptOf(payment) - payment.tendered) : 0)),
  )
  const remainder = saleBalance(sale, cashStep).remainder + shortCash
  return remainder > 0
    ? { message: 'sales:cannotCloseSaleWithNotEnoughPaid', details: { remainder: minor(remainder) } }
    : null
}

/**
 * Cash handed over above the total is change of the cash payment; the payment itself never settles more than the total.
 */
const refuseOverpaid: Rule = (sale, { cashStep }) => {
  const { remainder } = saleBalance(sale, cashStep)
  return remainder < 0 ? { message: 'sales:overpaid', details: { excess: minor(0 - remainder) } } : null
}

const refuseIncompletePayments: Rule = (sale, { policies }) => {
  const payments = sale.payments
    .map((payment) => ({
      paymentId: payment.id,
      type: payment.type,
      missing: missingInformation(payment, sale, policies),
    }))
    .filter((payment) => payment.missing.length > 0)
  return payments.length > 0 ? { message: 'sales:cannotCloseSaleWithInvalidPayment', details: { payments } } : null
}

/** A policy may pay only once in a sale. */
export const refuseSamePolicyTwice: Rule = (sale) => {
  const insured = sale.payments.flatMap((payment) => {
    const policy = policyOfPayment(payment)
    return policy === null ? [] : [{ id: payment.id, policy }]
  })
  const twice = insured.filter(({ policy }) => insured.filter((other) => other.policy === policy).length > 1)
  if (twice.length === 0) return null
  const contractPolicies = [...new Set(twice.map(({ policy }) => policy))]
  return {
    message: 'sales:cannotCloseSaleWithSameContractPolicyTwice',
    details: { contractPolicies, paymentIds: twice.map(({ id }) => id) },
  }
}

/** The platform would refuse the invoice. */
export const refuseBuyerTaxId: Rule = ({ buyer }, { fiscalPlatform = 'none' }) =>
  buyer?.taxId && !isClientTaxId(buyer.taxId, fiscalPlatform)
    ? { message: 'sales:invalidBuyerTaxId', details: { taxId: buyer.taxId } }
    : null

const refuseDiscount: Rule = (sale, { mayDiscount, discountLimit = null }) => {
  const discount = discountTotal(sale.payments)
  if (discount > 0 && !mayDiscount) return { message: 'sales:discountNotAllowed', details: { discount } }
  const allowed = largestDiscount(goodsTotal(sale), discountLimit)
  return allowed !== null && discount > allowed
    ? { message: 'sales:discountOverLimit', details: { discount, allowed } }
    : null
}

/** The first client, in the order of the payments, whose credit would exceed its limit. */
const refuseCreditOverLimit: Rule = (sale, { credit }) => {
  const asked = new Map<string, number>()
  for (const payment of sale.payments) {
    const client = clientOf(payment)
    if (client !== null) asked.set(client, (asked.get(client) ?? 0) + payment.amount)
  }
  for (const [clientId, amount] of asked) {
    const known = credit.get(clientId)
    if (amount === 0 || !known || known.limit === null) continue
    const excess = creditExcess(known, amount)
    if (excess > 0)
      return {
        message: 'sales:cannotCloseSaleWithCreditLimitExceeded',
        details: { clientId, current: known.outgoing, excess, limit: known.limit },
      }
  }
  return null
}

const soldItem = ({ id, stockItemId, label }: SaleRecord): SoldItem => ({ recordId: id, stockItemId, label })

const refuseUnknownStockItems: Rule = (sale, { stockItems }) => {
  const items = sale.records.filter((record) => !stockItems.has(record.stockItemId)).map(soldItem)
  return items.length > 0 ? { message: 'sales:unknownStockItem', details: { items } } : null
}

/** Archived stock items cannot be sold. */
export const refuseArchivedStockItems: Rule = (sale, { stockItems }) => {
  const items = sale.records.filter((record) => stockItems.get(record.stockItemId)?.archived).map(soldItem)
  return items.length > 0 ? { message: 'sales:cannotSaleArchivedStockItem', details: { items } } : null
}

/** Expired stock items can be sold only by members with the right to. */
export const refuseExpiredStockItems: Rule = (sale, { stockItems, today, maySellExpired, grantedLots }) => {
  if (maySellExpired) return null
  const items = sale.records.flatMap((record) => {
    const expiresOn = stockItems.get(record.stockItemId)?.expiresOn ?? null
    return expiresOn !== null && isExpired(expiresOn, today) && !grantedLots?.has(record.stockItemId)
      ? [{ ...soldItem(record), expiresOn }]
      : []
  })
  return items.length > 0 ? { message: 'sales:expiredStockItem', details: { items } } : null
}

/** Recalled lots and lots in quarantine cannot be sold by anybody. */
export const refuseBlockedStockItems: Rule = (sale, { stockItems }) => {
  const items = sale.records.flatMap((record) => {
    const { lot = null, blocked = null } = stockItems.get(record.stockItemId) ?? {}
    return blocked === null ? [] : [{ ...soldItem(record), lot, blocked }]
  })
  return items.length > 0 ? { message: 'sales:blockedStockItem', details: { items } } : null
}

/**
 * Narcotics, and list I if the pharmacy requires it, need a complete prescription, or a member with the right to
 * dispense without one.
 */
export const refuseWithoutPrescription: Rule = (sale, { stockItems, mayDispenseListed, ...rules }) => {
  if (mayDispenseListed) return null
  const lacking = missingPrescription(sale, ({ stockItemId }) => stockItems.get(stockItemId)?.list ?? 'none', rules)
  return (
    lacking && {
      message: 'sales:prescriptionNeeded',
      details: { items: lacking.lines.map(soldItem), missing: lacking.missing },
    }
  )
}

const refuseWithoutPharmacy: Rule = (_sale, { pharmacyId }) =>
  pharmacyId === null ? { message: 'sales:cannotCloseSaleWithoutPharmacyId', details: undefined } : null

const refuseWithoutFiscalToken: Rule = (_sale, { fiscalToken }) =>
  fiscalToken === 'missing' || fiscalToken === 'wrong'
    ? { message: 'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken', details: { token: fiscalToken } }
    : null

/** In the order of product.md §5: refusals that the seller can correct at once come first. */
const rules: readonly Rule[] = [
  refuseEmpty,
  refuseUnderpaid,
  refuseOverpaid,
  refuseIncompletePayments,
  refuseSamePolicyTwice,
  refuseBuyerTaxId,
  refuseDiscount,
  refuseCreditOverLimit,
  refuseUnknownStockItems,
  refuseArchivedStockItems,
  refuseBlockedStockItems,
  refuseExpiredStockItems,
  refuseWithoutPrescription,
  refuseWithoutPharmacy,
  refuseWithoutFiscalToken,
]

/**
 * Why this sale cannot be closed: the first refusal in a fixed order, or null. The kiosk uses it to warn, the server to
 * decide.
 */
export function closingRefusal(sale: SaleToClose, facts: ClosingFacts): ClosingRefusal | null {
  for (const rule of rules) {
    const refusal = rule(sale, facts)
    if (refusal) return refusal
  }
  return null
}

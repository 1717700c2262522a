/** Every type of money movement (specification §3). */
export const movementTypes = [
  'CASH',
  'CHEQUE',
  'CREDIT_CARD',
  'MOBILE_MONEY',
  'TRANSFER',
  'INSURANCE',
  'CREDIT',
  'CREDIT_ORG',
  'DISBURSEMENT',
  'DISCOUNT',
  'SOCIAL_SECURITY',
] as const
export type MovementType = (typeof movementTypes)[number]

/**
 * `amount`: the part of the sale that the payment settles, in minor units. `tendered` is the cash handed over; the
 * excess over `amount` is the change.
 */
type Settles = { id: string; amount: number }

/** The payer's share of one line, as told to the customer, in minor units. */
export type LineShare = { lineId: string; amount: number }

export type Payment = Settles &
  /** `stampDuty`: kept above `amount`, for the state; it settles nothing. */
  (
    | { type: 'CASH'; tendered: number; stampDuty?: number | undefined }
    | { type: 'CHEQUE'; chequeNumber: string | null; bank: string | null }
    | { type: 'CREDIT_CARD' }
    | { type: 'MOBILE_MONEY'; phoneOperator: string | null; transactionReference: string | null }
    | {
        type: 'INSURANCE'
        insuranceMetadata: {
          insurer: string | null
          coverage: number | null
          contractPolicy: string | null
          voucher: string | null
        }
        shares?: readonly LineShare[] | undefined
      }
    | {
        type: 'SOCIAL_SECURITY'
        socialSecurityMetadata: {
          body: string | null
          identifier: string | null
          contractPolicy?: string | null | undefined
        }
        shares?: readonly LineShare[] | undefined
      }
    | { type: 'CREDIT'; creditMetadata: { person: string | null } }
    | {
        type: 'CREDIT_ORG'
        creditMetadata: { organization: string | null; contractPolicy?: string | null | undefined }
        shares?: readonly LineShare[] | undefined
      }
    | { type: 'DISCOUNT'; percent?: number | null | undefined }
  )

/** The types that can pay for a sale. */
export type PaymentType = Payment['type']
export type PaymentOf<Type extends PaymentType> = Extract<Payment, { type: Type }>

/**
 * Who provides the money of a payment; it decides how a return refunds the payment. `payer`: its share of the line goes
 * back to it. `discount`: the discount on the returned line is undone. `debt`: the debt of the client is reduced.
 * `means`: the customer gets money back.
 */
type Source = 'payer' | 'discount' | 'debt' | 'means'

/** Facts about a type of movement. */
type TypeFacts = {
  label: string
  /**
   * How the type is counted in the evening: `in-drawer` is part of the notes and coins of the drawer, `apart` has its
   * own row, `never` is not counted.
   */
  counted: 'in-drawer' | 'apart' | 'never'
  /** Each operator has its own account, so totals and counts are per operator. */
  isPerOperator: boolean
  /** A client may repay a debt by this type. */
  collects: boolean
}
type SaleFacts = {
  /** Shortcut on the payment screen: a letter, because digits are amounts. */
  key: string
  /** Source of a payment without a policy. A payment by a policy always has the source `payer`. */
  source: Source
  /** The kind of client who owes the payment; null: it creates no debt. */
  debtor: 'person' | 'organization' | null
  /** Added only by a policy of the patient; its amount is computed, never typed. */
  isByPolicyOnly: boolean
  /** A sale has at most one payment of this type. */
  isSingle: boolean
  /** The payment screen has fields besides the amount. */
  hasFields: boolean
}

/**
 * The facts of each type, in the order of the tiles of the payment screen. A new type does not compile until all its
 * facts are given. Behaviour that depends on a payment's fields is an exhaustive `switch` on its type. Only CASH has
 * coins, change and rounding: those rules name it directly.
 */
export const typeFacts = {
  CASH: {
    label: 'Espèces',
    counted: 'in-drawer',
    isPerOperator: false,
    collects: true,
    sale: { key: 'e', source: 'means', debtor: null, isByPolicyOnly: false, isSingle: true, hasFields: false },
  },
  MOBILE_MONEY: {
    label: 'Mobile',
    counted: 'apart',
    isPerOperator: true,
    collects: true,
    sale: { key: 'm', source: 'means', debtor: null, isByPolicyOnly: false, isSingle: false, hasFields: true },
  },
  CREDIT_CARD: {
    label: 'Carte',
    counted: 'apart',
    isPerOperator: false,
    collects: true,
    sale: { key: 'c', source: 'means', debtor: null, isByPolicyOnly: false, isSingle: false, hasFields: false },
  },
  CHEQUE: {
    label: 'Chèque',
    counted: 'apart',
    isPerOperator: false,
    collects: true,
    sale: { key: 'q', source: 'means', debtor: null, isByPolicyOnly: false, isSingle: false, hasFields: true },
  },
  INSURANCE: {
    label: 'Couverture',
    counted: 'never',
    isPerOperator: false,
    collects: false,
    sale: { key: 'a', source: 'payer', debtor: null, isByPolicyOnly: true, isSingle: false, hasFields: true },
  },
  SOCIAL_SECURITY: {
    label: 'Sécurité sociale',
    counted: 'never',
    isPerOperator: false,
    collects: false,
    sale: { key: 's', source: 'payer', debtor: null, isByPolicyOnly: false, isSingle: false, hasFields: true },
  },
  CREDIT: {
    label: 'Crédit',
    counted: 'never',
    isPerOperator: false,
    collects: false,
    sale: { key: 'k', source: 'debt', debtor: 'person', isByPolicyOnly: false, isSingle: false, hasFields: true },
  },
  CREDIT_ORG: {
    label: 'Crédit Org.',
    counted: 'never',
    isPerOperator: false,
    collects: false,
    sale: { key: 'o', source: 'debt', debtor: 'organization', isByPolicyOnly: false, isSingle: false, hasFields: true },
  },
  DISCOUNT: {
    label: 'Remise',
    counted: 'never',
    isPerOperator: false,
    collects: false,
    sale: { key: 'r', source: 'discount', debtor: null, isByPolicyOnly: false, isSingle: true, hasFields: true },
  },
  TRANSFER: {
    label: 'Virement',
    counted: 'apart',
    isPerOperator: false,
    collects: true,
    sale: null,
  },
  DISBURSEMENT: {
    label: 'Décaissement',
    counted: 'in-drawer',
    isPerOperator: false,
    collects: false,
    sale: null,
  },
} as const satisfies {
  [Type in MovementType | PaymentType]: TypeFacts & { sale: Type extends PaymentType ? SaleFacts : null }
}

/** The types for which a fact has the given value. */
export type TypeWhere<Fact extends keyof TypeFacts, Said extends TypeFacts[Fact]> = {
  [Type in MovementType]: (typeof typeFacts)[Type][Fact] extends Said ? Type : never
}[MovementType]

/** The types that can pay for a sale, in the order of the tiles. */
export const saleTypes = (Object.keys(typeFacts) as MovementType[]).filter(isPaymentType)

export function isPaymentType(type: MovementType): type is PaymentType {
  return typeFacts[type].sale !== null
}

export const paymentLabels = Object.fromEntries(movementTypes.map((type) => [type, typeFacts[type].label])) as Record<
  MovementType,
  string
>

/** Information that a payment may lack (specification §5). */
export type MissingInformation =
  'bank' | 'client' | 'patient' | 'coverage' | 'voucherNumber' | 'socialSecurityBody' | 'phoneOperator'

/** Id of the policy of a payment; null when it has none. */
export function policyOfPayment(payment: Payment): string | null {
  switch (payment.type) {
    case 'INSURANCE':
      return payment.insuranceMetadata.contractPolicy
    case 'SOCIAL_SECURITY':
      return payment.socialSecurityMetadata.contractPolicy ?? null
    case 'CREDIT_ORG':
      return payment.creditMetadata.contractPolicy ?? null
    case 'CASH':
    case 'CHEQUE':
    case 'CREDIT_CARD':
    case 'MOBILE_MONEY':
    case 'CREDIT':
    case 'DISCOUNT':
      return null
  }
}

/** The name of the insurer or social-security body that pays; null when it is unknown or neither pays. */
export function payerNameOf(payment: Payment): string | null {
  switch (payment.type) {
    case 'INSURANCE':
      return payment.insuranceMetadata.insurer
    case 'SOCIAL_SECURITY':
      return payment.socialSecurityMetadata.body
    case 'CASH':
    case 'CHEQUE':
    case 'CREDIT_CARD':
    case 'MOBILE_MONEY':
    case 'CREDIT':
    case 'CREDIT_ORG':
    case 'DISCOUNT':
      return null
  }
}

/** The stamp duty that the cash of a sale brought, in minor units. */
export function stampDutyIn(payments: readonly Payment[]): number {
  return payments.reduce((duty, payment) => duty + (payment.type === 'CASH' ? (payment.stampDuty ?? 0) : 0), 0)
}

/** What stays in the drawer of a cash payment, in minor units. */
export function keptOf({ amount, stampDuty = 0 }: Pick<PaymentOf<'CASH'>, 'amount' | 'stampDuty'>): number {
  return amount + stampDuty
}

/** The source of a payment; `payer` for every payment by a policy. */
export function sourceOf(payment: Payment): Source {
  return policyOfPayment(payment) === null ? typeFacts[payment.type].sale.source : 'payer'
}

/** The payments with this source. */
export function paymentsFrom<Of extends Payment>(source: Source, payments: readonly Of[]): Of[] {
  return payments.filter((payment) => sourceOf(payment) === source)
}

/** The client who owes a payment. Null if the payment is not owed, or if the client is not chosen yet. */
export function debtorOf(payment: Payment): { kind: 'person' | 'organization'; id: string } | null {
  const id = clientOf(payment)
  const kind = typeFacts[payment.type].sale.debtor
  return id === null || kind === null ? null : { kind, id }
}

/** Id of the client who owes a payment. Null if the payment is not owed, or if the client is not chosen yet. */
export function clientOf(payment: Payment): string | null {
  switch (payment.type) {
    case 'CREDIT':
      return payment.creditMetadata.person
    case 'CREDIT_ORG':
      return payment.creditMetadata.organization
    case 'CASH':
    case 'CHEQUE':
    case 'CREDIT_CARD':
    case 'MOBILE_MONEY':
    case 'INSURANCE':
    case 'SOCIAL_SECURITY':
    case 'DISCOUNT':
      return null
  }
}

/** The payment with another client as debtor. A payment without a debtor is returned unchanged. */
export function withDebtor<Of extends Payment>(payment: Of, id: string | null): Of
export function withDebtor(payment: Payment, id: string | null): Payment {
  switch (payment.type) {
    case 'CREDIT':
      return { ...payment, creditMetadata: { person: id } }
    case 'CREDIT_ORG':
      return { ...payment, creditMetadata: { ...payment.creditMetadata, organization: id } }
    case 'CASH':
    case 'CHEQUE':
    case 'CREDIT_CARD':
    case 'MOBILE_MONEY':
    case 'INSURANCE':
    case 'SOCIAL_SECURITY':
    case 'DISCOUNT':
      return payment
  }
}

/** Every way money moves (specification §3). */
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

/** `amount` is what the payment settles of the sale, in minor units; what a customer hands over beyond it is `tendered` and comes back as change. */
type Settles = { id: string; amount: number }

/** What a payer took of each line, as the customer was told it. */
export type LineShare = { lineId: string; amount: number }

export type Payment = Settles &
  (
    | { type: 'CASH'; tendered: number }
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

/** What a sale may be paid with. */
export type PaymentType = Payment['type']
export type PaymentOf<Type extends PaymentType> = Extract<Payment, { type: Type }>

/**
 * Where the money of a payment comes from, and so how a return gives it back: a payer takes back its part of the line, a discount its part of what
 * the payers left, a debt shrinks, and the customer's own means are handed back.
 */
type Source = 'payer' | 'discount' | 'debt' | 'means'

/** What every place asks of a way in which money moves. */
type TypeFacts = {
  label: string
  /** In the evening: part of the notes and coins of the drawer, counted on a row of its own, or a sum that nobody can count. */
  counted: 'in-drawer' | 'apart' | 'never'
  /** Each operator has its own account: collected and counted one by one. */
  isPerOperator: boolean
  /** A client may pay back what he owes with it. */
  collects: boolean
}
type SaleFacts = {
  /** The letter that adds it on the payment screen: figures are amounts. */
  key: string
  /** Without a policy; by a policy every payment is a payer's. */
  source: Source
  /** Of whom the client who owes it is one. */
  debtor: 'person' | 'organization' | null
  /** Only a policy of the patient adds it: its amount is worked out, never typed. */
  isByPolicyOnly: boolean
  /** Only one of these stands on a sale. */
  isSingle: boolean
  /** The payment screen asks for more than its amount. */
  hasFields: boolean
}

/**
 * All that is said of each type, in the order of the tiles of the payment screen. A new type does not compile until it is said here; what differs by
 * the fields of a payment is an exhaustive `switch` on its type. CASH alone has coins, change and rounding: rules about those name it.
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

/** The types of which a fact says this. */
export type TypeWhere<Fact extends keyof TypeFacts, Said extends TypeFacts[Fact]> = {
  [Type in MovementType]: (typeof typeFacts)[Type][Fact] extends Said ? Type : never
}[MovementType]

/** What a sale may be paid with, in the order of the tiles. */
export const saleTypes = (Object.keys(typeFacts) as MovementType[]).filter(isPaymentType)

export function isPaymentType(type: MovementType): type is PaymentType {
  return typeFacts[type].sale !== null
}

export const paymentLabels = Object.fromEntries(movementTypes.map((type) => [type, typeFacts[type].label])) as Record<
  MovementType,
  string
>

/** What can be missing of a payment (specification §5). */
export type MissingInformation =
  'bank' | 'client' | 'patient' | 'coverage' | 'voucherNumber' | 'socialSecurityBody' | 'phoneOperator'

/** The policy that a payment goes by; null where it goes by none. */
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

/** What an insurer or a social-security body is called on its payment; null: nobody said, or nobody of that kind pays. */
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

/** Where the money of a payment comes from: by a policy, from its payer. */
export function sourceOf(payment: Payment): Source {
  return policyOfPayment(payment) === null ? typeFacts[payment.type].sale.source : 'payer'
}

/** Of some payments those whose money comes from there. */
export function paymentsFrom<Of extends Payment>(source: Source, payments: readonly Of[]): Of[] {
  return payments.filter((payment) => sourceOf(payment) === source)
}

/** The client who owes what a payment puts on credit; null: nobody, or not chosen yet. */
export function debtorOf(payment: Payment): { kind: 'person' | 'organization'; id: string } | null {
  const id = clientOf(payment)
  const kind = typeFacts[payment.type].sale.debtor
  return id === null || kind === null ? null : { kind, id }
}

/** The id of the client who owes what a payment puts on credit; null: nobody, or not chosen yet. */
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

/** The same payment owed by another client; one that nobody owes stays as it is. */
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

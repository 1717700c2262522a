import type { Sale } from '#shared/contract/sales.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { keptOf } from '#shared/domain/payment.ts'
import { cashHandedBack, type MadeReturn, type Refund } from '#shared/domain/returns.ts'

/** `others`: the amounts that do not leave the drawer, with their text (« À renvoyer par MTN MoMo »). */
export type GivenBack = { cash: Minor; others: { label: string; amount: number }[] }

/** For a canceled sale: each payment goes back by its own means, cash with its stamp duty. */
export function givenBackByCanceling({ payments }: Pick<Sale, 'payments'>): GivenBack {
  return {
    cash: sum(payments.flatMap((payment) => (payment.type === 'CASH' ? [minor(keptOf(payment))] : []))),
    others: othersOf(
      payments.map(({ id, type, amount }) => ({ paymentId: id, type, amount })),
      payments,
    ),
  }
}

/** For a partial return. */
export function givenBackByReturning(
  made: Pick<MadeReturn, 'total' | 'rounding' | 'refunds'>,
  { payments }: Pick<Sale, 'payments'>,
): GivenBack {
  return { cash: cashHandedBack(made), others: othersOf(made.refunds, payments) }
}

function othersOf(refunds: readonly Refund[], payments: Sale['payments']): GivenBack['others'] {
  return refunds.flatMap(({ paymentId, type, amount }) => {
    const payment = payments.find(({ id }) => id === paymentId)
    return payment && type !== 'CASH' && amount > 0 ? [{ label: labelOf(payment), amount }] : []
  })
}

function labelOf(payment: Sale['payments'][number]): string {
  switch (payment.type) {
    case 'CASH':
      return 'À rendre en espèces'
    case 'CHEQUE':
      return 'À rembourser du chèque'
    case 'CREDIT_CARD':
      return 'À recréditer sur la carte'
    case 'MOBILE_MONEY':
      return `À renvoyer par ${payment.phoneOperator ?? 'mobile'}`
    case 'INSURANCE':
      return `Ne sera plus demandé à ${payment.insuranceMetadata.insurer ?? 'l’assureur'}`
    case 'SOCIAL_SECURITY':
      return `Ne sera plus demandé à ${payment.socialSecurityMetadata.body ?? 'la sécurité sociale'}`
    case 'CREDIT':
      return 'Dette du client diminuée'
    case 'CREDIT_ORG':
      return 'Ne sera plus demandé à l’organisme'
    case 'DISCOUNT':
      return 'Remise reprise'
  }
}

import * as z from 'zod'
import { noCredit } from '#shared/domain/credit.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import { goodsTotal } from '#shared/domain/sale.ts'
import { clientOf, paymentsFrom, policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import { loweredCredit } from '#kiosk/counter/payment/credit-of.ts'

/** One problem to correct, as its row shows it. */
export type RemedyRow =
  | { kind: 'payment'; payment: Payment; gesture: 'remove' }
  /** The allowed amount of this payment; 0: none. */
  | { kind: 'lower'; payment: Payment; to: number }
  | { kind: 'line'; recordId: string; label: string; expiresOn: string | null }
  /** What this client owes is collected at the till. */
  | { kind: 'collect'; clientId: string }
/** `isSolved`: no problem of this refusal is left in the sale. `title`, `text`: more precise than those of the refusal. */
export type Remedy = { rows: readonly RemedyRow[]; isSolved: boolean; title?: string; text?: string }

// The details come from the network: if they do not match the schema, the refusal shows its text without gestures.
const SameTwice = z.object({ paymentIds: z.array(z.string()) })
const CreditExceeded = z.object({ clientId: z.string(), current: z.number(), limit: z.number() })
const Discount = z.object({ allowed: z.number().optional() })
const Items = z.object({
  items: z.array(
    z.object({ recordId: z.string(), stockItemId: z.string(), label: z.string(), expiresOn: z.string().optional() }),
  ),
})

/**
 * The problems of a refusal that the user can correct in the current sale. Undefined if the dialog can show only the
 * text of the refusal.
 */
export function remedyOf({ message, details }: SaleError, sale: LocalSale): Remedy | undefined {
  switch (message) {
    case 'sales:cannotCloseSaleWithSameContractPolicyTwice':
      return remedyWith(SameTwice, details, (read) => sameTwice(read, sale))
    case 'sales:cannotCloseSaleWithCreditLimitExceeded':
      return remedyWith(CreditExceeded, details, (read) => creditExceeded(read, sale))
    case 'sales:discountNotAllowed':
      return lowered(sale.payments, 0)
    case 'sales:discountOverLimit':
      return remedyWith(Discount, details, ({ allowed }) =>
        allowed === undefined ? undefined : lowered(sale.payments, Math.min(allowed, goodsTotal(sale))),
      )
    case 'sales:cannotSaleArchivedStockItem':
    case 'sales:blockedStockItem':
    case 'sales:unknownStockItem':
    case 'sales:expiredStockItem':
      return remedyWith(Items, details, (read) => refusedItems(read, sale))
    default:
      return undefined
  }
}

function remedyWith<Read>(
  schema: z.ZodType<Read>,
  details: unknown,
  remedy: (read: Read) => Remedy | undefined,
): Remedy | undefined {
  const { data } = schema.safeParse(details)
  return data && remedy(data)
}

function sameTwice({ paymentIds }: z.infer<typeof SameTwice>, sale: LocalSale): Remedy {
  const policies = sale.payments.map(policyOfPayment)
  const twice = sale.payments.filter(
    (payment) =>
      paymentIds.includes(payment.id) && policies.filter((policy) => policy === policyOfPayment(payment)).length > 1,
  )
  return {
    rows: twice.map((payment) => ({ kind: 'payment', payment, gesture: 'remove' })),
    isSolved: twice.length === 0,
  }
}

function creditExceeded({ clientId, current, limit }: z.infer<typeof CreditExceeded>, sale: LocalSale): Remedy {
  const asked = sale.payments
    .filter((payment) => clientOf(payment) === clientId)
    .reduce((sum, { amount }) => sum + amount, 0)
  const lowered = loweredCredit(sale.payments, clientId, Math.max(0, current + asked - limit))
  const rows = sale.payments.flatMap((payment): RemedyRow[] => {
    const to = lowered.get(payment.id)
    if (to === undefined) return []
    // A payment by an employer under a policy depends on the policy. It cannot be lowered, only removed together with
    // the policy.
    return [
      policyOfPayment(payment) === null
        ? { kind: 'lower', payment, to }
        : { kind: 'payment', payment, gesture: 'remove' },
    ]
  })
  return {
    rows: [...rows, ...(current > 0 ? [{ kind: 'collect' as const, clientId }] : [])],
    isSolved: lowered.size === 0,
    ...(limit === noCredit && {
      title: 'Ce client n’a pas de crédit',
      text: 'Il paie tout maintenant, ou le code d’un pharmacien permet le crédit pour cette vente.',
    }),
  }
}

/** Lowers the discounts until they sum up to `allowed`, starting with the last. */
function lowered(payments: readonly Payment[], allowed: number): Remedy {
  const discounts = paymentsFrom('discount', payments)
  let excess = discounts.reduce((sum, { amount }) => sum + amount, 0) - allowed
  const rows: RemedyRow[] = []
  for (const payment of discounts.toReversed()) {
    if (excess <= 0) break
    const to = Math.max(0, payment.amount - excess)
    excess -= payment.amount - to
    rows.push({ kind: 'lower', payment, to })
  }
  return { rows, isSolved: rows.length === 0 }
}

/** The lines that still use one of the refused lots. */
function refusedItems({ items }: z.infer<typeof Items>, sale: LocalSale): Remedy {
  const rows = items.flatMap(({ recordId, stockItemId, label, expiresOn }): RemedyRow[] =>
    sale.records.some((record) => record.id === recordId && record.stockItemId === stockItemId)
      ? [{ kind: 'line', recordId, label, expiresOn: expiresOn ?? null }]
      : [],
  )
  return { rows, isSolved: rows.length === 0 }
}

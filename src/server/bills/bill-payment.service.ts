import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { BillPayment, billPayments } from '#shared/contract/bill-payments.ts'
import { allocatePayment } from '#shared/domain/billing/allocate-payment.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { stableId } from '#server/base/stable-id.ts'
import {
  findPayment,
  findPayments,
  insertPayment,
  markPaymentCanceled,
  type PaymentQuery,
} from '#server/bills/bill-payment.repo.ts'
import { findPayer } from '#server/bills/bill-rule.repo.ts'
import { findBill } from '#server/bills/bill.repo.ts'
import { touchPayer } from '#server/bills/bill.service.ts'
import {
  insertSettlements,
  openLines,
  undoPayment,
  type OpenLine,
  refreshStatus,
} from '#server/credit/settlement.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'

type NewPayment = HandlerInput<typeof billPayments.create>['body']

export function listPayments(context: Context, query: PaymentQuery): Promise<CallReply<typeof billPayments.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findPayments(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export function readPayment(context: Context, id: string): Promise<BillPayment> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => requireRow(await findPayment(tx, pharmacyId, id)))
}

/**
 * Notes a payment and what of it is for which line: as named, or the oldest lines first. What no line awaits stays ahead.
 * Once by its id. Throws `requests:invalid` for an unknown payer or a bill of another one, `billPayments:beyondLine`,
 * `requests:conflict` when the id is that of another payment.
 */
export function notePayment(context: Context, body: NewPayment): Promise<BillPayment> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const payer = await findPayer(tx, pharmacyId, body.payerId)
    if (!payer) refuseFields([{ path: 'body.payerId', message: 'unknown' }])
    const known = await findPayment(tx, pharmacyId, body.id)
    if (known && (known.payerId !== payer!.id || known.amount !== body.amount)) throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      if (body.billId !== null) {
        const bill = await findBill(tx, pharmacyId, body.billId)
        if (bill?.payerId !== payer!.id) refuseFields([{ path: 'body.billId', message: 'unknown' }])
      }
      const by = { userId: context.actor.userId, at: context.now }
      await insertPayment(tx, pharmacyId, payer!, body, by)
      const shares = sharesOf(body, await openLines(tx, pharmacyId, { payerId: payer!.id, billId: body.billId }))
      await insertSettlements(
        tx,
        pharmacyId,
        shares.map(({ line: { billId, saleId, paymentId }, amount }) => ({
          id: stableId(body.id, saleId, paymentId),
          billId,
          saleId,
          paymentId,
          kind: 'paid',
          amount,
          billPaymentId: body.id,
          movementId: null,
          userId: context.actor.userId,
          clientId: null,
          noteNumber: null,
          reason: null,
        })),
        context.now,
      )
      await refreshStatus(tx, pharmacyId, [...new Set(shares.map(({ line }) => line.billId))])
      touchPayer(touch, { payerKind: payer!.kind, payerId: payer!.id })
    }
    return requireRow(await findPayment(tx, pharmacyId, body.id))
  })
}

/** A canceled payment stays canceled; its lines are open again. Throws `requests:notFound`. */
export function cancelPayment(
  context: Context,
  id: string,
  { reason }: HandlerInput<typeof billPayments.cancel>['body'],
): Promise<BillPayment> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const payment = requireRow(await findPayment(tx, pharmacyId, id))
    context.changes.made = payment.canceledAt === null
    if (payment.canceledAt === null) {
      await markPaymentCanceled(tx, pharmacyId, id, { userId: context.actor.userId, at: context.now, reason })
      await refreshStatus(tx, pharmacyId, await undoPayment(tx, pharmacyId, id, context.now))
      touchPayer(touch, payment)
    }
    return requireRow(await findPayment(tx, pharmacyId, id))
  })
}

function sharesOf({ amount, lines }: NewPayment, open: readonly OpenLine[]): { line: OpenLine; amount: number }[] {
  if (!lines) return allocatePayment(open, amount).shares
  const byKey = new Map(open.map((line) => [`${line.saleId} ${line.paymentId}`, line]))
  const shares = lines.map((asked) => ({
    line: byKey.get(`${asked.saleId} ${asked.paymentId}`),
    amount: asked.amount,
    key: `${asked.saleId} ${asked.paymentId}`,
  }))
  const isDoubled = new Set(shares.map(({ key }) => key)).size < shares.length
  const sum = shares.reduce((all, share) => all + share.amount, 0)
  if (isDoubled || sum > amount || shares.some(({ line, amount: part }) => !line || part > line.left))
    throw new AppError('billPayments:beyondLine')
  return shares.map(({ line, amount: part }) => ({ line: line!, amount: part }))
}

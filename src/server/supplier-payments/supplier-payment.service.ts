import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { SupplierPayment, supplierPayments } from '#shared/contract/supplier-payments.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { checkDisbursement } from '#server/register-acts/named-disbursement.ts'
import { isSupplier } from '#server/stock/in-use.repo.ts'
import {
  findPayment,
  findPayments,
  insertPayment,
  markPaymentCanceled,
  type NewPayment,
  type PaymentQuery,
} from '#server/supplier-payments/supplier-payment.repo.ts'

export function listPayments(context: Context, query: PaymentQuery): Promise<CallReply<typeof supplierPayments.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findPayments(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export function readPayment(context: Context, id: string): Promise<SupplierPayment> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => requireRow(await findPayment(tx, pharmacyId, id)))
}

/**
 * Notes a payment; a repeated call returns the same one. A payment that names a disbursement is cash of its amount, and
 * one disbursement pays one thing. Throws `disbursements:used`, `requests:conflict` when the id is that
 * of another payment, `requests:invalid` for an unknown supplier or disbursement.
 */
export function createPayment(context: Context, body: NewPayment): Promise<SupplierPayment> {
  return changing(context, async (tx, pharmacyId) => {
    const known = await findPayment(tx, pharmacyId, body.id)
    if (known && (known.supplierId !== body.supplierId || known.amount !== body.amount))
      throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      // What is owed to an archived supplier is still paid.
      if (!(await isSupplier(tx, pharmacyId, body.supplierId)))
        refuseFields([{ path: 'body.supplierId', message: 'unknown' }])
      await checkDisbursement(tx, pharmacyId, body)
      await insertPayment(tx, pharmacyId, body, { userId: context.actor.userId, at: context.now })
    }
    return requireRow(await findPayment(tx, pharmacyId, body.id))
  })
}

/** A canceled payment stays canceled. Throws `requests:notFound`. */
export function cancelPayment(
  context: Context,
  id: string,
  { reason }: HandlerInput<typeof supplierPayments.cancel>['body'],
): Promise<SupplierPayment> {
  return changing(context, async (tx, pharmacyId) => {
    const { canceledAt } = requireRow(await findPayment(tx, pharmacyId, id))
    context.changes.made = canceledAt === null
    const by = { userId: context.actor.userId, at: context.now, reason }
    if (canceledAt === null) await markPaymentCanceled(tx, pharmacyId, id, by)
    return requireRow(await findPayment(tx, pharmacyId, id))
  })
}

import { supplierPayments } from '#shared/contract/supplier-payments.ts'
import { route, type App } from '#server/http/route.ts'
import { listUnusedDisbursements } from '#server/register-acts/named-disbursement.ts'
import { listPayables, readAccount, readCalendar } from '#server/supplier-payments/supplier-account.service.ts'
import {
  cancelPayment,
  createPayment,
  listPayments,
  readPayment,
} from '#server/supplier-payments/supplier-payment.service.ts'

export function supplierPaymentRoutes(app: App): void {
  route(app, supplierPayments.list, ({ query }, context) => listPayments(context, query))
  route(app, supplierPayments.payables, (_, context) => listPayables(context))
  route(app, supplierPayments.calendar, (_, context) => readCalendar(context))
  route(app, supplierPayments.account, ({ params, query }, context) => readAccount(context, params.id, query))
  route(app, supplierPayments.cashOut, (_, context) => listUnusedDisbursements(context))
  route(app, supplierPayments.read, ({ params }, context) => readPayment(context, params.id))
  route(app, supplierPayments.create, ({ body }, context) => createPayment(context, body))
  route(app, supplierPayments.cancel, ({ params, body }, context) => cancelPayment(context, params.id, body))
}

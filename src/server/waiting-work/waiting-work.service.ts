import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { familyOf } from '#shared/contract/features.ts'
import { type WaitingCounts, type WaitingName, waitingNames, waitingRows } from '#shared/contract/waiting-work.ts'
import { listStatements } from '#server/bill-statements/bill-statement.service.ts'
import { listPayments } from '#server/bills/bill-payment.service.ts'
import { countWaitingBills } from '#server/bills/bill.service.ts'
import { listVouchers } from '#server/bills/make-bills.ts'
import { listClients } from '#server/clients/client.service.ts'
import { listDeliveries } from '#server/deliveries/delivery.service.ts'
import { listDues } from '#server/dues/due.service.ts'
import { countUndecided } from '#server/expiries/expiry.service.ts'
import { listFiscalDocuments } from '#server/fiscal-documents/fiscal-document.service.ts'
import { mayCall } from '#server/http/access.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { listInventories } from '#server/inventories/inventory.service.ts'
import { listMoneyStatements } from '#server/money-statements/money-statement.service.ts'
import { listOrders } from '#server/orders/order.service.ts'
import { listIncompleteLots } from '#server/stock-items/stock-item.service.ts'
import { listOwnReports } from '#server/own-reports/own-report.service.ts'
import { listUnproven } from '#server/unproven-parcels/unproven-parcel.service.ts'
import { listClaims } from '#server/wholesaler-claims/wholesaler-claim.service.ts'

type Count = (context: Context) => Promise<{ total: number }>

/** Lists count themselves, so that a count is the total of the list to which it leads; two of them cost too much. */
const counts: Readonly<Record<WaitingName, Count>> = {
  clients: (context) => listClients(context, askedOf('clients')),
  dues: (context) => listDues(context, askedOf('dues')),
  incompleteLots: (context) => listIncompleteLots(context, askedOf('incompleteLots')),
  // Its list judges the chance of every lot that expires in six months.
  expiries: countUndecided,
  inventories: (context) => listInventories(context, askedOf('inventories')),
  orders: (context) => listOrders(context, askedOf('orders')),
  deliveries: (context) => listDeliveries(context, askedOf('deliveries')),
  statements: (context) => listStatements(context, askedOf('statements')),
  claims: (context) => listClaims(context, askedOf('claims')),
  // Its list adds up every line of every open bill.
  bills: countWaitingBills,
  vouchers: (context) => listVouchers(context, askedOf('vouchers')),
  billPayments: (context) => listPayments(context, askedOf('billPayments')),
  fiscalDocuments: (context) => listFiscalDocuments(context, askedOf('fiscalDocuments')),
  moneyStatements: (context) => listMoneyStatements(context, askedOf('moneyStatements')),
  ownReports: (context) => listOwnReports(context, askedOf('ownReports')),
  unprovenParcels: (context) => listUnproven(context, askedOf('unprovenParcels')),
}

/**
 * What waits for the member, by list. A list of a disabled feature is left out, and one whose work he may not do. Throws
 * `auth:forbidden` for an account without a pharmacy.
 */
export async function readWaitingWork(context: Context, disabledFamilies: ReadonlySet<string>): Promise<WaitingCounts> {
  pharmacyOf(context)
  const found: WaitingCounts = {}
  for (const name of waitingNames) {
    const { list, work } = waitingRows[name]
    const isHis = [list, work].every((call) => mayCall(call.permission, false, context.actor))
    if (isHis && !disabledFamilies.has(familyOf(list.path))) found[name] = (await counts[name](context)).total
  }
  return found
}

type Asked<Name extends WaitingName> = HandlerInput<(typeof waitingRows)[Name]['list']>['query']

/** The question of a list as its route reads it, for a page without rows: only the total is computed. */
function askedOf<Name extends WaitingName>(name: Name): Asked<Name> {
  const { list, query } = waitingRows[name]
  return { ...(list.query!.parse(query) as object), page: 0, size: 0 } as Asked<Name>
}

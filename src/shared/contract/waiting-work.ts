import * as z from 'zod'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { clients } from '#shared/contract/clients.ts'
import { deliveries } from '#shared/contract/deliveries.ts'
import { dues } from '#shared/contract/dues.ts'
import { type CallInput, type Endpoint, endpoint } from '#shared/contract/endpoint.ts'
import { expiries } from '#shared/contract/expiries.ts'
import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { inventories } from '#shared/contract/inventories.ts'
import { moneyStatements } from '#shared/contract/money-statements.ts'
import { orders } from '#shared/contract/orders.ts'
import { ownReports } from '#shared/contract/own-reports.ts'
import { persons } from '#shared/contract/persons.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'

/** Rows of a list that wait: the question that the list answers with them, and the call that does the work. */
type WaitingRows<List extends Endpoint> = {
  list: List
  query: NonNullable<CallInput<List> extends { query?: infer Query } ? Query : never>
  work: Endpoint
}

function waiting<List extends Endpoint>(
  list: List,
  query: WaitingRows<List>['query'],
  { work }: { work: Endpoint },
): WaitingRows<List> {
  return { list, query, work }
}

/** What the menu counts. A count is the total of its list for its question, for members who may make both calls. */
export const waitingRows = {
  clients: waiting(clients.list, { only: 'to-check' }, { work: persons.check }),
  dues: waiting(dues.list, { state: 'open', onShelf: 'only' }, { work: dues.handOver }),
  incompleteLots: waiting(stockItems.incomplete, {}, { work: stockActs.correct }),
  expiries: waiting(expiries.list, { within: 'expired', undecided: 'only' }, { work: expiryTasks.create }),
  inventories: waiting(inventories.list, { state: 'open,closing' }, { work: inventories.close }),
  orders: waiting(orders.list, { late: 'only' }, { work: orders.giveUp }),
  deliveries: waiting(deliveries.list, { state: 'draft,open' }, { work: deliveries.close }),
  statements: waiting(billStatements.list, { state: 'draft' }, { work: billStatements.validate }),
  claims: waiting(wholesalerClaims.list, { state: 'draft' }, { work: wholesalerClaims.send }),
  bills: waiting(bills.list, { waiting: 'only' }, { work: bills.send }),
  vouchers: waiting(bills.vouchers, { waiting: 'only' }, { work: bills.create }),
  billPayments: waiting(billPayments.list, { waiting: 'only' }, { work: billPayments.explain }),
  fiscalDocuments: waiting(
    fiscalDocuments.list,
    { state: 'incomplete,rejected,uncertain' },
    { work: fiscalDocuments.settle },
  ),
  moneyStatements: waiting(moneyStatements.list, { unrecorded: 'only' }, { work: moneyStatements.decide }),
  ownReports: waiting(ownReports.list, { only: 'failed' }, { work: ownReports.schedule }),
  unprovenParcels: waiting(unprovenParcels.list, { state: 'open' }, { work: unprovenParcels.confirm }),
}
export type WaitingName = keyof typeof waitingRows
export const waitingNames = Object.keys(waitingRows) as WaitingName[]

const WaitingCounts = z.partialRecord(z.enum(waitingNames), z.int())
export type WaitingCounts = z.infer<typeof WaitingCounts>

export const waitingWork = {
  read: endpoint({
    method: 'GET',
    path: '/waiting-work',
    summary: 'How many rows wait in each list, without the lists whose work the member may not do',
    permission: 'member',
    reply: WaitingCounts,
  }),
}

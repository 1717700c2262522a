/**
 * The reading calls that read more in year three than in month two, each with its reason; `page`: only as a screen
 * opens, without a day. The test of the laws of cost
 * fails for a call that grows and does not stand here, and for one that stands here and does not grow any more: whoever
 * mends a call takes it away.
 */
const reasons: Readonly<Record<string, readonly string[]>> = {
  // As it should be.
  'answers with all rows: a terminal keeps the list': ['persons.all', 'pharmacyProducts.all'],
  'a report over all that there is, when no period is asked for': ['movements.report', 'missedSales.byProduct page'],
  'sums over all payers, with how they paid in a year; what suppliers are owed, from all that they delivered': [
    'billFollowUps.collection',
    'bills.aged',
    'supplierPayments.payables',
    'usage.ownerMorning',
  ],
  'compares all that was booked with what the ledgers say now (decision 0073)': ['accounting.summary'],
  'the delays of 180 days and the offers of a year are read, of which month two has sixty days': [
    'orderPreparations.limits',
  ],
  'compares all persons with each other': ['persons.duplicates'],
  'counts its list for the total beside the first page, from its table alone (decision 0076)': [
    'audit.list page',
    'billPayments.list page',
    'bills.list page',
    'billStatements.list page',
    'clients.list page',
    'deliveries.list page',
    'disbursements.list page',
    'dues.list page',
    'exports.list page',
    'fiscalDocuments.journal page',
    'fiscalDocuments.list page',
    'fiscalReports.list page',
    'missedSales.list page',
    'moneyStatements.list page',
    'orders.list page',
    'persons.list page',
    'prescriptionRegister.list page',
    'sales.list page',
    'supplierPayments.list page',
  ],
  'the lines of statements that nobody recorded: the filler records none of them': ['waitingWork.read'],
  'the record of one product: its lots, what came in, what it sold in a year, of which month two has sixty days': [
    'pharmacyProducts.list',
    'pharmacyProducts.deliveryRecord',
    'pharmacyProducts.history',
    'pharmacyProducts.productStats',
    'pharmacyProducts.read',
  ],
}

/** Those that surely show only in a whole shop, with the plans that PostgreSQL chooses there. */
const reasonsOfWhole: typeof reasons = {
  'a search reads the names of all clients': ['clients.list filtered'],
  'reads the bills of 400 days, of which month two has sixty': ['billPayments.awaited'],
  'counts its list for the total beside the first page, and sorts it by names': ['contractPolicies.list page'],
}

/** The reason by call, or by call and variant. */
export const growing = byCall(reasons)
export const growingInWhole = byCall(reasonsOfWhole)

function byCall(of: typeof reasons): ReadonlyMap<string, string> {
  return new Map(Object.entries(of).flatMap(([reason, calls]) => calls.map((call) => [call, reason] as const)))
}

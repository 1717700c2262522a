/**
 * The reading calls that read more in year three than in month two, each with its reason; `page`: only as a screen
 * opens, without a day. The test of the laws of cost
 * fails for a call that grows and does not stand here, and for one that stands here and does not grow any more: whoever
 * mends a call takes it away.
 */
const reasons: Readonly<Record<string, readonly string[]>> = {
  // As it should be.
  'answers with all rows: a terminal keeps the list': ['persons.all', 'pharmacyProducts.all'],
  'a report over all that there is, when no period is asked for': ['movements.report'],
  'sums over all payers, with how they paid in a year; what suppliers are owed, from all that they delivered': [
    'billFollowUps.collection',
    'bills.aged',
    'supplierPayments.payables',
    'usage.ownerMorning',
  ],
  'compares all that was booked with what the ledgers say now (decision 0073)': ['accounting.summary'],
  'the demand of 180 days is read, of which month two has sixty': ['orderPreparations.limits', 'shortages.list'],
  // To mend: the total or the sums.
  'counts its list for the total beside the first page': [
    'audit.list page',
    'billPayments.list page',
    'bills.list page',
    'billStatements.list page',
    'clients.list page',
    'deliveries.list page',
    'disbursements.list page',
    'exports.list page',
    'fiscalDocuments.journal page',
    'fiscalDocuments.list page',
    'fiscalReports.list page',
    'missedSales.list page',
    'moneyStatements.list page',
    'persons.list page',
    'prescriptionRegister.list page',
    'sales.list page',
    'supplierPayments.list page',
  ],
  'sums all its rows, or compares them, before it takes a page': [
    'dues.list',
    'missedSales.byProduct',
    'orders.list',
    'persons.duplicates',
  ],
  'asks every list how much of it waits': ['waitingWork.read'],
  'reads all lots and movements that a product ever had': [
    'pharmacyProducts.list',
    'pharmacyProducts.deliveryRecord',
    'pharmacyProducts.history',
    'pharmacyProducts.productStats',
    'pharmacyProducts.read',
  ],
  'compares a statement with all deliveries of its supplier': [
    'billStatements.notes',
    'billStatements.read',
    'billStatements.records',
  ],
}

/** Those that surely show only in a whole shop, with the plans that PostgreSQL chooses there. */
const reasonsOfWhole: typeof reasons = {
  'a report over all that there is, when no period is asked for': ['deliveries.report page', 'pharmacyProducts.stats'],
  'sums all sales of the best sellers': ['pharmacyProducts.bestSellers'],
  'a search reads the names of all clients': ['clients.list filtered'],
  'reads the bills of 400 days, of which month two has sixty': ['billPayments.awaited'],
  'joins all clients by their table, which PostgreSQL prefers to a thousand lookups by the index': [
    'bills.proposals',
    'bills.vouchers',
  ],
  'counts its list for the total beside the first page': ['contractPolicies.list'],
}

/** The reason by call, or by call and variant. */
export const growing = byCall(reasons)
export const growingInWhole = byCall(reasonsOfWhole)

function byCall(of: typeof reasons): ReadonlyMap<string, string> {
  return new Map(Object.entries(of).flatMap(([reason, calls]) => calls.map((call) => [call, reason] as const)))
}

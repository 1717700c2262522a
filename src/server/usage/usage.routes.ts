import { usage } from '#shared/contract/usage.ts'
import { readBillingReport } from '#server/bills/bill-report.service.ts'
import { route, type App } from '#server/http/route.ts'
import { readSales, readSalesData, readSalesReport, readTopSales } from '#server/reports/sales-report.service.ts'
import { readMorning } from '#server/usage/morning.service.ts'
import { listOwnPharmacies, readOwnerMorning } from '#server/usage/owner-morning.service.ts'
import { readTurnoverStatistics } from '#server/usage/turnover.service.ts'

export function usageRoutes(app: App): void {
  route(app, usage.salesReport, ({ query }, context) => readSalesReport(context, query))
  route(app, usage.salesReportData, ({ query }, context) => readSalesData(context, query))
  route(app, usage.sales, ({ query }, context) => readSales(context, query))
  route(app, usage.topSales, ({ query }, context) => readTopSales(context, query))
  route(app, usage.billingReport, ({ query }, context) => readBillingReport(context, query))
  route(app, usage.ownPharmacies, (_, context) => listOwnPharmacies(context))
  route(app, usage.ownerMorning, ({ params }, context) => readOwnerMorning(context, params.id))
  route(app, usage.morning, (_, context) => readMorning(context))
  route(app, usage.turnoverStatistics, ({ query }, context) => readTurnoverStatistics(context, query.day))
}

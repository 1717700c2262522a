import { usage } from '#shared/contract/usage.ts'
import { readBillingReport } from '#server/bills/bill-report.service.ts'
import { route, type App } from '#server/http/route.ts'
import { readMorning } from '#server/usage/morning.service.ts'
import { readTurnoverStatistics } from '#server/usage/turnover.service.ts'

export function usageRoutes(app: App): void {
  route(app, usage.billingReport, ({ query }, context) => readBillingReport(context, query))
  route(app, usage.morning, (_, context) => readMorning(context))
  route(app, usage.turnoverStatistics, ({ query }, context) => readTurnoverStatistics(context, query.day))
}

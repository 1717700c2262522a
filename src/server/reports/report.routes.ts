import { reports } from '#shared/contract/reports.ts'
import { route, type App } from '#server/http/route.ts'
import { understandQuestion } from '#server/reports/report-words.service.ts'
import { askReport, readReportMeta } from '#server/reports/report.service.ts'

export function reportRoutes(app: App): void {
  route(app, reports.meta, (_, context) => readReportMeta(context))
  route(app, reports.ask, ({ body }, context) => askReport(context, body))
  route(app, reports.understand, ({ query }, context) => understandQuestion(context, query.text))
}

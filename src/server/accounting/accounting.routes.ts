import { accounting } from '#shared/contract/accounting.ts'
import {
  closeMonth,
  listAccountingExports,
  readAccountingFile,
  readAccountingSummary,
} from '#server/accounting/accounting.service.ts'
import { fileRoute } from '#server/export-traces/file-route.ts'
import { route, type App } from '#server/http/route.ts'

export function accountingRoutes(app: App): void {
  route(app, accounting.list, (_, context) => listAccountingExports(context))
  route(app, accounting.summary, ({ query }, context) => readAccountingSummary(context, query))
  route(app, accounting.close, ({ body }, context) => closeMonth(context, body))
  fileRoute(app, accounting.report, ({ query }, context) => readAccountingFile(context, query))
}

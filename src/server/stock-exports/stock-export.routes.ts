import { stockExports } from '#shared/contract/stock-exports.ts'
import { fileRoute } from '#server/export-traces/file-route.ts'
import { route, type App } from '#server/http/route.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import { askStockExport, listStockExports, readStockExport } from '#server/stock-exports/stock-export.service.ts'

export function stockExportRoutes(app: App, jobs: Pick<JobLoop, 'wake'>): void {
  route(app, stockExports.create, async ({ body }, context) => {
    const made = await askStockExport(context, body)
    jobs.wake()
    return made
  })
  route(app, stockExports.list, ({ query }, context) => listStockExports(context, query))
  fileRoute(app, stockExports.read, ({ params }, context) => readStockExport(context, params.id))
}

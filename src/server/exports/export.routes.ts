import { exports } from '#shared/contract/exports.ts'
import { listExports, noteExport } from '#server/exports/export.service.ts'
import { route, type App } from '#server/http/route.ts'

export function exportRoutes(app: App): void {
  route(app, exports.create, ({ body }, context) => noteExport(context, body))
  route(app, exports.list, ({ query }, context) => listExports(context, query))
}

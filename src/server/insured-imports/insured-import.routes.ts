import { insuredImports } from '#shared/contract/insured-imports.ts'
import { listImports, readRefused, undoImport } from '#server/insured-imports/import-history.service.ts'
import { checkInsured, readMapping, runImport } from '#server/insured-imports/insured-import.service.ts'
import { route, type App } from '#server/http/route.ts'

export function insuredImportRoutes(app: App): void {
  route(app, insuredImports.readMapping, ({ params }, context) => readMapping(context, params.id))
  route(app, insuredImports.check, ({ body }, context) => checkInsured(context, body))
  route(app, insuredImports.run, ({ body }, context) => runImport(context, body))
  route(app, insuredImports.history, ({ query }, context) => listImports(context, query))
  route(app, insuredImports.refused, ({ params }, context) => readRefused(context, params.id))
  route(app, insuredImports.undo, ({ params }, context) => undoImport(context, params.id))
}

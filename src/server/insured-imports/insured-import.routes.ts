import { insuredImports } from '#shared/contract/insured-imports.ts'
import { checkInsured, readMapping, runImport } from '#server/insured-imports/insured-import.service.ts'
import {
  listInsuredImports,
  readInsuredImportRows,
  undoInsuredImport,
} from '#server/insured-imports/undo-insured.service.ts'
import { route, type App } from '#server/http/route.ts'

export function insuredImportRoutes(app: App): void {
  route(app, insuredImports.readMapping, ({ params }, context) => readMapping(context, params.id))
  route(app, insuredImports.check, ({ body }, context) => checkInsured(context, body))
  route(app, insuredImports.run, ({ body }, context) => runImport(context, body))
  route(app, insuredImports.history, ({ query }, context) => listInsuredImports(context, query))
  route(app, insuredImports.rows, ({ params }, context) => readInsuredImportRows(context, params.id))
  route(app, insuredImports.undo, ({ params }, context) => undoInsuredImport(context, params.id))
}

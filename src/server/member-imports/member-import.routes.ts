import { memberImports } from '#shared/contract/member-imports.ts'
import { checkInsured, readMapping, runImport } from '#server/member-imports/member-import.service.ts'
import { route, type App } from '#server/http/route.ts'

export function memberImportRoutes(app: App): void {
  route(app, memberImports.readMapping, ({ params }, context) => readMapping(context, params.id))
  route(app, memberImports.check, ({ body }, context) => checkInsured(context, body))
  route(app, memberImports.run, ({ body }, context) => runImport(context, body))
}

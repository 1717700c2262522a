import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import {
  bookImport,
  createImport,
  enterImport,
  patchImport,
  readImport,
} from '#server/delivery-imports/delivery-import.service.ts'
import { route, type App } from '#server/http/route.ts'

export function deliveryImportRoutes(app: App): void {
  route(app, deliveryImports.create, ({ body }, context) => createImport(context, body))
  route(app, deliveryImports.read, ({ params }, context) => readImport(context, params.id))
  route(app, deliveryImports.patch, ({ params, body }, context) => patchImport(context, params.id, body))
  route(app, deliveryImports.book, ({ params, body }, context) => bookImport(context, params.id, body))
  route(app, deliveryImports.enter, ({ params, body }, context) => enterImport(context, params.id, body))
}

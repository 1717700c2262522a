import { productHealthInsurance, schemeImports } from '#shared/contract/product-health-insurance.ts'
import { associateProduct, associateProducts } from '#server/product-health-insurance/association.service.ts'
import {
  changeLine,
  createLine,
  everyLine,
  listAssociated,
  listLines,
  readLine,
  removeLine,
} from '#server/product-health-insurance/product-health-insurance.service.ts'
import {
  importList,
  listSchemeImports,
  readSchemeImportRows,
  undoSchemeImport,
} from '#server/product-health-insurance/scheme-import.service.ts'
import { suggestProducts } from '#server/product-health-insurance/suggestion.service.ts'
import { route, type App } from '#server/http/route.ts'

export function productHealthInsuranceRoutes(app: App): void {
  route(app, productHealthInsurance.list, ({ query }, context) => listLines(context, query))
  route(app, productHealthInsurance.all, (_, context) => everyLine(context))
  route(app, productHealthInsurance.withAssociatedProduct, ({ query }, context) => listAssociated(context, query))
  route(app, productHealthInsurance.suggestions, ({ query }, context) => suggestProducts(context, query))
  route(app, productHealthInsurance.read, ({ params }, context) => readLine(context, params.id))
  route(app, productHealthInsurance.create, ({ body }, context) => createLine(context, body))
  route(app, productHealthInsurance.patch, ({ params, body }, context) => changeLine(context, params.id, body))
  route(app, productHealthInsurance.remove, ({ params }, context) => removeLine(context, params.id))
  route(app, productHealthInsurance.associateProduct, ({ params, body }, context) =>
    associateProduct(context, params.id, body),
  )
  route(app, productHealthInsurance.associateProducts, ({ body }, context) =>
    associateProducts(context, body.associations),
  )
  route(app, productHealthInsurance.importList, ({ body }, context) => importList(context, body))
  route(app, schemeImports.history, ({ query }, context) => listSchemeImports(context, query))
  route(app, schemeImports.rows, ({ params }, context) => readSchemeImportRows(context, params.id))
  route(app, schemeImports.undo, ({ params }, context) => undoSchemeImport(context, params.id))
}

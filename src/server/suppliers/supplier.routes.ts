import { suppliers } from '#shared/contract/suppliers.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import { route, type App } from '#server/http/route.ts'
import {
  forgetCode,
  listSupplierCodes,
  listWholesalers,
  refuseOpenMatters,
} from '#server/suppliers/supplier.service.ts'

/** The name of a supplier is unique among those that are not archived. */
export function supplierRoutes(app: App): void {
  const { ofCountry, codes, forgetCode: forget, ...family } = suppliers
  serveFamily(app, family, {
    table: 'suppliers',
    name: 'name',
    order: ['archived', 'name'],
    refuseArchiving: refuseOpenMatters,
  })
  route(app, ofCountry, ({ params }, context) => listWholesalers(context, params.id))
  route(app, codes, ({ params, query }, context) => listSupplierCodes(context, params.id, query))
  route(app, forget, ({ params }, context) => forgetCode(context, params))
}

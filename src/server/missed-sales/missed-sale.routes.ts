import { missedSales } from '#shared/contract/missed-sales.ts'
import { listMissed, listMissedProducts, noteMissedSale } from '#server/missed-sales/missed-sale.service.ts'
import { route, type App } from '#server/http/route.ts'

export function missedSaleRoutes(app: App): void {
  route(app, missedSales.create, ({ body }, context) => noteMissedSale(context, body))
  route(app, missedSales.list, ({ query }, context) => listMissed(context, query))
  route(app, missedSales.byProduct, ({ query }, context) => listMissedProducts(context, query))
}

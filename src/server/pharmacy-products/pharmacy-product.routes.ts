import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import {
  listProducts,
  readHistory,
  readProduct,
  searchByIds,
} from '#server/pharmacy-products/pharmacy-product.service.ts'
import { route, type App } from '#server/http/route.ts'
import { readStockStats } from '#server/stock/stock-stats.service.ts'

export function pharmacyProductRoutes(app: App): void {
  route(app, pharmacyProducts.list, ({ query }, context) => listProducts(context, query))
  route(app, pharmacyProducts.stats, (_, context) => readStockStats(context))
  route(app, pharmacyProducts.searchByIds, ({ body }, context) => searchByIds(context, body.ids))
  route(app, pharmacyProducts.read, ({ params }, context) => readProduct(context, params.id))
  route(app, pharmacyProducts.history, ({ params, query }, context) => readHistory(context, params.id, query))
}

import { sisterStock } from '#shared/contract/sister-stock.ts'
import { route, type App } from '#server/http/route.ts'
import { readSisterStock } from '#server/sister-stock/sister-stock.service.ts'

export function sisterStockRoutes(app: App): void {
  route(app, sisterStock.read, ({ body }, context) => readSisterStock(context, body.productIds))
}

import { priceListImports, wholesalerProducts, wholesalers } from '#shared/contract/wholesalers.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import { route, type App } from '#server/http/route.ts'
import {
  listPriceListImports,
  readPriceListImportRows,
  takePriceList,
  undoPriceList,
} from '#server/wholesalers/price-list.service.ts'
import {
  countedProducts,
  listWholesalerProducts,
  readPriceHistory,
  readPriceListProfile,
  tieCode,
} from '#server/wholesalers/wholesaler.service.ts'

/** The name of a wholesaler is unique in its country. */
export function wholesalerRoutes(app: App): void {
  serveFamily(app, wholesalers, {
    table: 'wholesalers',
    name: 'name',
    order: ['archived', 'country_code', 'name'],
    shared: {
      computed: countedProducts,
      beside: ['countryCode'],
      productsShowing: () => Promise.resolve([]),
    },
  })
  route(app, wholesalerProducts.list, ({ query }, context) => listWholesalerProducts(context, query))
  route(app, wholesalerProducts.history, ({ params }, context) => readPriceHistory(context, params))
  route(app, wholesalerProducts.profile, ({ params }, context) => readPriceListProfile(context, params.id))
  route(app, wholesalerProducts.takeList, ({ params, body }, context) => takePriceList(context, params.id, body))
  route(app, wholesalerProducts.tie, ({ params, body }, context) => tieCode(context, params, body.productId))
  route(app, priceListImports.history, ({ query }, context) => listPriceListImports(context, query))
  route(app, priceListImports.rows, ({ params }, context) => readPriceListImportRows(context, params.id))
  route(app, priceListImports.undo, ({ params }, context) => undoPriceList(context, params.id))
}

import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { route, type App } from '#server/http/route.ts'
import {
  countByStockQuantity,
  listEntries,
  readBestSellers,
  readProductStats,
} from '#server/pharmacy-products/figures.service.ts'
import {
  everyProduct,
  listProducts,
  readHistory,
  searchByIds,
} from '#server/pharmacy-products/pharmacy-product.service.ts'
import { readProduct } from '#server/pharmacy-products/product-detail.ts'
import { listPriceChanges, setPrice } from '#server/pharmacy-products/price.service.ts'
import {
  archiveProduct,
  archiveProducts,
  associateProduct,
  changeProduct,
  createProduct,
  updateBatch,
} from '#server/pharmacy-products/product-writing.service.ts'
import { readStockStats } from '#server/stock/stock-stats.service.ts'

export function pharmacyProductRoutes(app: App): void {
  route(app, pharmacyProducts.list, ({ query }, context) => listProducts(context, query))
  route(app, pharmacyProducts.all, (_, context) => everyProduct(context))
  route(app, pharmacyProducts.stats, (_, context) => readStockStats(context))
  route(app, pharmacyProducts.searchByIds, ({ body }, context) => searchByIds(context, body))
  route(app, pharmacyProducts.bestSellers, (_, context) => readBestSellers(context))
  route(app, pharmacyProducts.countByStockQuantity, ({ query }, context) => countByStockQuantity(context, query))
  route(app, pharmacyProducts.read, ({ params }, context) => readProduct(context, params.id))
  route(app, pharmacyProducts.history, ({ params, query }, context) => readHistory(context, params.id, query))
  route(app, pharmacyProducts.productStats, ({ params }, context) => readProductStats(context, params.id))
  route(app, pharmacyProducts.deliveryRecord, ({ params, query }, context) => listEntries(context, params.id, query))
  route(app, pharmacyProducts.create, ({ body }, context) => createProduct(context, body))
  route(app, pharmacyProducts.patch, ({ params, body }, context) => changeProduct(context, params.id, body))
  route(app, pharmacyProducts.remove, ({ params }, context) => archiveProduct(context, params.id))
  route(app, pharmacyProducts.associateProduct, ({ body }, context) => associateProduct(context, body))
  route(app, pharmacyProducts.archivedProducts, ({ body }, context) =>
    archiveProducts(context, body.pharmacyProductIds),
  )
  route(app, pharmacyProducts.batchUpdate, ({ body }, context) => updateBatch(context, body))
  route(app, pharmacyProducts.setPrice, ({ params, body }, context) => setPrice(context, params.id, body))
  route(app, pharmacyProducts.priceChanges, ({ params, query }, context) => listPriceChanges(context, params.id, query))
}

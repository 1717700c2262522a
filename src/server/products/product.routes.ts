import { products } from '#shared/contract/products.ts'
import { listInsuredProducts, listProducts, readProduct, readProductDetails } from '#server/products/product.service.ts'
import { route, type App } from '#server/http/route.ts'

export function productRoutes(app: App): void {
  route(app, products.list, ({ query }, context) => listProducts(context, query))
  route(app, products.withHealthInsurance, ({ query }, context) => listInsuredProducts(context, query))
  route(app, products.read, ({ params }, context) => readProduct(context, params.id))
  route(app, products.details, ({ params }, context) => readProductDetails(context, params.id))
}

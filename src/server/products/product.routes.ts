import { products } from '#shared/contract/products.ts'
import { mergeProducts, previewMerge } from '#server/products/merge-products.ts'
import {
  archiveProduct,
  archiveSeveral,
  changeProduct,
  createProduct,
  readUses,
  writeBatch,
  writeText,
} from '#server/products/product-writing.service.ts'
import {
  listHoldings,
  listInsuredProducts,
  listProducts,
  readProduct,
  readProductDetails,
  readText,
} from '#server/products/product.service.ts'
import { route, type App } from '#server/http/route.ts'

export function productRoutes(app: App): void {
  route(app, products.list, ({ query }, context) => listProducts(context, query))
  route(app, products.withHealthInsurance, ({ query }, context) => listInsuredProducts(context, query))
  route(app, products.read, ({ params }, context) => readProduct(context, params.id))
  route(app, products.details, ({ params }, context) => readProductDetails(context, params.id))
  route(app, products.pharmacyProducts, ({ params, query }, context) => listHoldings(context, params.id, query))
  route(app, products.uses, ({ params }, context) => readUses(context, params.id))
  route(app, products.create, ({ body }, context) => createProduct(context, body))
  route(app, products.patch, ({ params, body }, context) => changeProduct(context, params.id, body))
  route(app, products.batch, ({ body }, context) => writeBatch(context, body.products))
  route(app, products.remove, ({ params }, context) => archiveProduct(context, params.id))
  route(app, products.archive, ({ body }, context) => archiveProduct(context, body.productId))
  route(app, products.archiveSeveral, ({ body }, context) => archiveSeveral(context, body.productIds))
  route(app, products.notice, ({ params }, context) => readText(context, params.id, 'notice'))
  route(app, products.putNotice, ({ params, body }, context) => writeText(context, params.id, 'notice', body.text))
  route(app, products.spc, ({ params }, context) => readText(context, params.id, 'spc'))
  route(app, products.putSpc, ({ params, body }, context) => writeText(context, params.id, 'spc', body.text))
  route(app, products.mergePreview, ({ params, query }, context) => previewMerge(context, params.id, query.duplicateId))
  route(app, products.merge, ({ params, body }, context) => mergeProducts(context, params.id, body.duplicateId))
}

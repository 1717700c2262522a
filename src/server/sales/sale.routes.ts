import { sales } from '#shared/contract/sales.ts'
import { route, type App } from '#server/route.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { addPhoto, listPhotos } from '#server/sales/photo.service.ts'
import { listSales, missingSales, readSale, refuseEdit } from '#server/sales/sale.service.ts'

export function saleRoutes(app: App): void {
  route(app, sales.list, ({ query }, context) => listSales(context, query))
  route(app, sales.read, ({ params }, context) => readSale(context, params.id))
  route(app, sales.close, ({ body }, context) => closeSale(context, body))
  route(app, sales.patch, ({ params }, context) => refuseEdit(context, params.id))
  route(app, sales.addPhoto, ({ body }, context) => addPhoto(context, body))
  route(app, sales.photos, ({ params }, context) => listPhotos(context, params.id))
  route(app, sales.reconcile, async ({ body }, context) => ({ missing: await missingSales(context, body.ids) }))
}

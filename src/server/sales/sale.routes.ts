import { sales } from '#shared/contract/sales.ts'
import { route, type App } from '#server/http/route.ts'
import { cancelSale } from '#server/sales/cancel-sale.ts'
import { closeSale } from '#server/sales/close-sale.ts'
import { closeSeveral } from '#server/sales/close-several.ts'
import { addPhoto, listPhotos } from '#server/sales/photo.service.ts'
import { returnLines } from '#server/sales/return-lines.ts'
import { setSaleDate } from '#server/sales/sale-date.ts'
import { readSaleHistory } from '#server/sales/sale-history.ts'
import { listSales, missingSales, openSale, readSale, refuseEdit } from '#server/sales/sale.service.ts'

export function saleRoutes(app: App): void {
  route(app, sales.list, ({ query }, context) => listSales(context, query))
  route(app, sales.read, ({ params }, context) => readSale(context, params.id))
  route(app, sales.open, ({ params, body }, context) => openSale(context, { ...body, saleId: params.id }))
  route(app, sales.close, ({ body }, context) => closeSale(context, body))
  route(app, sales.closeSeveral, async ({ body }, context) => ({ outcomes: await closeSeveral(context, body.sales) }))
  route(app, sales.cancel, ({ params, body }, context) => cancelSale(context, { ...body, saleId: params.id }))
  route(app, sales.giveBack, ({ params, body }, context) => returnLines(context, { ...body, saleId: params.id }))
  route(app, sales.history, ({ params }, context) => readSaleHistory(context, params.id))
  route(app, sales.setDate, ({ params, body }, context) => setSaleDate(context, params.id, body))
  route(app, sales.patch, ({ params }, context) => refuseEdit(context, params.id))
  route(app, sales.addPhoto, ({ body }, context) => addPhoto(context, body))
  route(app, sales.photos, ({ params }, context) => listPhotos(context, params.id))
  route(app, sales.reconcile, async ({ body }, context) => ({ missing: await missingSales(context, body) }))
}

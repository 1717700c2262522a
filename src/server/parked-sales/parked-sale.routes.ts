import { parkedSales } from '#shared/contract/parked-sales.ts'
import {
  confirmTaken,
  listParked,
  parkSale,
  sendBackParked,
  takeParked,
} from '#server/parked-sales/parked-sale.service.ts'
import { route, type App } from '#server/http/route.ts'

export function parkedSaleRoutes(app: App): void {
  route(app, parkedSales.list, (_, context) => listParked(context))
  route(app, parkedSales.park, ({ params, body }, context) => parkSale(context, params.id, body))
  route(app, parkedSales.take, ({ params, body }, context) => takeParked(context, params.id, body))
  route(app, parkedSales.sendBack, ({ params, body }, context) => sendBackParked(context, params.id, body))
  route(app, parkedSales.confirm, ({ params, body }, context) => confirmTaken(context, params.id, body))
}

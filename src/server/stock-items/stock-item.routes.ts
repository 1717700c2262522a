import { stockItems } from '#shared/contract/stock-items.ts'
import { route, type App } from '#server/http/route.ts'
import {
  changeStockItem,
  createStockItem,
  listIncompleteLots,
  listLotChanges,
} from '#server/stock-items/stock-item.service.ts'

export function stockItemRoutes(app: App): void {
  route(app, stockItems.incomplete, ({ query }, context) => listIncompleteLots(context, query))
  route(app, stockItems.changes, ({ query }, context) => listLotChanges(context, query))
  route(app, stockItems.create, ({ body }, context) => createStockItem(context, body))
  route(app, stockItems.patch, ({ params, body }, context) => changeStockItem(context, params.id, body))
}

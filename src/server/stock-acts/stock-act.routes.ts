import { stockActs } from '#shared/contract/stock-acts.ts'
import { route, type App } from '#server/http/route.ts'
import { takeStockAct } from '#server/stock-acts/take-stock-act.ts'

export function stockActRoutes(app: App): void {
  route(app, stockActs.unpack, ({ body }, context) => takeStockAct(context, { act: 'unpack', ...body }))
  route(app, stockActs.adjust, ({ body }, context) => takeStockAct(context, { act: 'adjust', ...body }))
  route(app, stockActs.move, ({ body }, context) => takeStockAct(context, { act: 'move', ...body }))
  route(app, stockActs.correct, ({ body }, context) => takeStockAct(context, { act: 'correct', ...body }))
  route(app, stockActs.block, ({ body: { act, ...body } }, context) => takeStockAct(context, { act, ...body }))
}

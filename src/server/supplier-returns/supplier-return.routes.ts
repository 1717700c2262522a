import { supplierReturns } from '#shared/contract/supplier-returns.ts'
import { route, type App } from '#server/http/route.ts'
import {
  cancelReturn,
  creditReturn,
  giveUpReturn,
  listReturnableLots,
  listReturns,
  readReturn,
  sendReturn,
} from '#server/supplier-returns/supplier-return.service.ts'

export function supplierReturnRoutes(app: App): void {
  route(app, supplierReturns.list, ({ query }, context) => listReturns(context, query))
  route(app, supplierReturns.candidates, ({ query }, context) => listReturnableLots(context, query))
  route(app, supplierReturns.read, ({ params }, context) => readReturn(context, params.id))
  route(app, supplierReturns.create, ({ body }, context) => sendReturn(context, body))
  route(app, supplierReturns.credit, ({ params, body }, context) => creditReturn(context, params.id, body))
  route(app, supplierReturns.giveUp, ({ params, body }, context) => giveUpReturn(context, params.id, body))
  route(app, supplierReturns.cancel, ({ params, body }, context) => cancelReturn(context, params.id, body))
}

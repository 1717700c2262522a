import { orderPreparations, orderRecords } from '#shared/contract/order-preparations.ts'
import { route, type App } from '#server/http/route.ts'
import { acceptLimits, listLimits } from '#server/order-preparations/limit-proposal.service.ts'
import {
  changeRecord,
  closePreparation,
  forgetDecision,
  listRecords,
  recordsStat,
  spreadSupplier,
} from '#server/order-preparations/order-preparation.service.ts'

export function orderPreparationRoutes(app: App): void {
  route(app, orderPreparations.records, ({ query }, context) => listRecords(context, query))
  route(app, orderPreparations.recordsStat, ({ body }, context) => recordsStat(context, body))
  route(app, orderPreparations.spread, ({ params }, context) => spreadSupplier(context, params.id))
  route(app, orderPreparations.limits, ({ query }, context) => listLimits(context, query))
  route(app, orderPreparations.acceptLimits, ({ body }, context) => acceptLimits(context, body))
  route(app, orderPreparations.close, ({ body }, context) => closePreparation(context, body))
  route(app, orderRecords.patch, ({ params, body }, context) => changeRecord(context, params.id, body))
  route(app, orderRecords.remove, ({ params }, context) => forgetDecision(context, params.id))
}

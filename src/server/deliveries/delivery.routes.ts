import { deliveries } from '#shared/contract/deliveries.ts'
import { cancelDelivery } from '#server/deliveries/cancel-delivery.ts'
import { closeDelivery } from '#server/deliveries/close-delivery.ts'
import {
  deliveryFilterWords,
  exportDeliveries,
  readDeliveryReport,
} from '#server/deliveries/delivery-report.service.ts'
import { changeDelivery, createDelivery, listDeliveries, readDelivery } from '#server/deliveries/delivery.service.ts'
import { takeDeliveryAct } from '#server/deliveries/take-delivery-act.ts'
import { csvRoute } from '#server/export-traces/csv-route.ts'
import { route, type App } from '#server/http/route.ts'

export function deliveryRoutes(app: App): void {
  route(app, deliveries.list, ({ query }, context) => listDeliveries(context, query))
  route(app, deliveries.report, ({ query }, context) => readDeliveryReport(context, query))
  csvRoute(
    app,
    deliveries.reportCsv,
    { list: 'Livraisons', filters: ({ query }) => deliveryFilterWords(query) },
    ({ query }, context) => exportDeliveries(context, query),
  )
  route(app, deliveries.read, ({ params }, context) => readDelivery(context, params.id))
  route(app, deliveries.create, ({ body }, context) => createDelivery(context, body))
  route(app, deliveries.patch, ({ params, body }, context) => changeDelivery(context, params.id, body))
  route(app, deliveries.act, ({ body }, context) => takeDeliveryAct(context, body))
  route(app, deliveries.close, ({ params, body }, context) => closeDelivery(context, params.id, body))
  route(app, deliveries.cancel, ({ params, body }, context) => cancelDelivery(context, params.id, body))
}

import { orders } from '#shared/contract/orders.ts'
import { csvRoute } from '#server/export-traces/csv-route.ts'
import { route, type App } from '#server/http/route.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import { mailRoutes } from '#server/mails/mail-routes.ts'
import { exportOrder, orderAttachment } from '#server/orders/order-csv.ts'
import {
  cancelOrder,
  changeOrder,
  checkMailable,
  confirmOrder,
  createOrder,
  deliverOrder,
  exportDataOf,
  giveUpOrder,
  keepOrderAddress,
  listOrders,
  orderExists,
  putOrderLine,
  readOrder,
  readPastPrices,
  readSupplierService,
  sendOrder,
} from '#server/orders/order.service.ts'

export function orderRoutes(app: App, jobs: Pick<JobLoop, 'wake'>): void {
  mailRoutes(app, jobs, orders, {
    about: 'order',
    check: (tx, pharmacyId, id, gesture) =>
      gesture === 'send' ? checkMailable(tx, pharmacyId, id) : orderExists(tx, pharmacyId, id),
    filesOf: async (tx, pharmacyId, id, { layout }) =>
      layout ? [await orderAttachment(tx, pharmacyId, id, layout)] : [],
    keepAddress: keepOrderAddress,
  })
  route(app, orders.list, ({ query }, context) => listOrders(context, query))
  route(app, orders.service, ({ query }, context) => readSupplierService(context, query))
  route(app, orders.prices, ({ params }, context) => readPastPrices(context, params.id))
  route(app, orders.read, ({ params }, context) => readOrder(context, params.id))
  route(app, orders.create, ({ body }, context) => createOrder(context, body))
  route(app, orders.patch, ({ params, body }, context) => changeOrder(context, params.id, body))
  route(app, orders.putLine, ({ params, body }, context) => putOrderLine(context, params, body))
  route(app, orders.send, ({ params }, context) => sendOrder(context, params.id))
  route(app, orders.confirm, ({ params }, context) => confirmOrder(context, params.id))
  route(app, orders.cancel, ({ params, body }, context) => cancelOrder(context, params.id, body))
  route(app, orders.giveUp, ({ params }, context) => giveUpOrder(context, params.id))
  route(app, orders.deliver, ({ params, body }, context) => deliverOrder(context, params.id, body))
  route(app, orders.exportData, ({ params }, context) => exportDataOf(context, params.id))
  csvRoute(app, orders.csv, { list: 'Commande', filters: ({ query }) => `commande ${query.id}` }, (input, context) =>
    exportOrder(context, input),
  )
}

import { inventories } from '#shared/contract/inventories.ts'
import { route, type App } from '#server/http/route.ts'
import { closeInventory } from '#server/inventories/close-inventory.ts'
import { makeCountingLink } from '#server/inventories/counting-link.service.ts'
import { listDoubtful } from '#server/inventories/doubtful.service.ts'
import { readInventoryReport } from '#server/inventories/inventory-report.service.ts'
import {
  cancelInventory,
  createInventory,
  explainDifferences,
  listInventories,
  listLines,
  readInventory,
} from '#server/inventories/inventory.service.ts'
import { readSheet } from '#server/inventories/sheet.service.ts'
import { takeCount } from '#server/inventories/take-count.ts'

export function inventoryRoutes(app: App): void {
  route(app, inventories.list, ({ query }, context) => listInventories(context, query))
  route(app, inventories.doubtful, ({ query }, context) => listDoubtful(context, query))
  route(app, inventories.report, ({ query }, context) => readInventoryReport(context, query))
  route(app, inventories.read, ({ params }, context) => readInventory(context, params.id))
  route(app, inventories.lines, ({ params, query }, context) => listLines(context, params.id, query))
  route(app, inventories.sheet, ({ params }, context) => readSheet(context, params.id))
  route(app, inventories.create, ({ body }, context) => createInventory(context, body))
  route(app, inventories.count, ({ body }, context) => takeCount(context, body))
  route(app, inventories.explain, ({ params, body }, context) => explainDifferences(context, params.id, body))
  route(app, inventories.close, ({ params, body }, context) => closeInventory(context, params.id, body))
  route(app, inventories.cancel, ({ params, body }, context) => cancelInventory(context, params.id, body))
  route(app, inventories.countingLink, ({ params, body }, context) => makeCountingLink(context, params.id, body))
}

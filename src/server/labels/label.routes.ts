import { labels } from '#shared/contract/labels.ts'
import { route, type App } from '#server/http/route.ts'
import { addLabels, listLabels, markLabelsPrinted, removeLabels } from '#server/labels/label.service.ts'

export function labelRoutes(app: App): void {
  route(app, labels.list, ({ query }, context) => listLabels(context, query))
  route(app, labels.add, ({ body }, context) => addLabels(context, body.productIds))
  route(app, labels.remove, ({ body }, context) => removeLabels(context, body.ids))
  route(app, labels.markPrinted, ({ body }, context) => markLabelsPrinted(context, body.labels))
}

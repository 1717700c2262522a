import { recalls } from '#shared/contract/recalls.ts'
import { route, type App } from '#server/http/route.ts'
import { closeRecall, listRecalls, noteContact, openRecall, readRecall } from '#server/recalls/recall.service.ts'

export function recallRoutes(app: App): void {
  route(app, recalls.list, ({ query }, context) => listRecalls(context, query))
  route(app, recalls.read, ({ params }, context) => readRecall(context, params.id))
  route(app, recalls.open, ({ body }, context) => openRecall(context, body))
  route(app, recalls.close, ({ params, body }, context) => closeRecall(context, params.id, body))
  route(app, recalls.contact, ({ params, body }, context) => noteContact(context, params.id, body))
}

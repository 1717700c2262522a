import { dues } from '#shared/contract/dues.ts'
import { cancelDue, createDues, handOverDue, listDues, readDue } from '#server/dues/due.service.ts'
import { route, type App } from '#server/http/route.ts'

export function dueRoutes(app: App): void {
  route(app, dues.list, ({ query }, context) => listDues(context, query))
  route(app, dues.read, ({ params }, context) => readDue(context, params.id))
  route(app, dues.create, ({ body }, context) => createDues(context, body))
  route(app, dues.handOver, ({ params, body }, context) => handOverDue(context, params.id, body))
  route(app, dues.cancel, ({ params, body }, context) => cancelDue(context, params.id, body))
}

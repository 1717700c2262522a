import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import {
  acceptProposal,
  endExpiryTask,
  listTasks,
  readSaved,
  readTask,
} from '#server/expiry-tasks/expiry-task.service.ts'
import { route, type App } from '#server/http/route.ts'

export function expiryTaskRoutes(app: App): void {
  route(app, expiryTasks.list, ({ query }, context) => listTasks(context, query))
  route(app, expiryTasks.read, ({ params }, context) => readTask(context, params.id))
  route(app, expiryTasks.saved, (_, context) => readSaved(context))
  route(app, expiryTasks.create, ({ body }, context) => acceptProposal(context, body))
  route(app, expiryTasks.end, ({ params, body }, context) => endExpiryTask(context, params.id, body))
}

import { assistants } from '#shared/contract/assistants.ts'
import { endAssistant, listAssistants, makeAssistant, readAssistant } from '#server/assistants/assistant.service.ts'
import { route, type App } from '#server/http/route.ts'

export function assistantRoutes(app: App): void {
  route(app, assistants.list, ({ query }, context) => listAssistants(context, query))
  route(app, assistants.read, ({ params }, context) => readAssistant(context, params.id))
  route(app, assistants.create, ({ body }, context) => makeAssistant(context, body))
  route(app, assistants.revoke, ({ params }, context) => endAssistant(context, params.id))
}

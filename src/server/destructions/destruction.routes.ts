import { destructions } from '#shared/contract/destructions.ts'
import { destroy, listDestructions, readDestruction } from '#server/destructions/destruction.service.ts'
import { route, type App } from '#server/http/route.ts'

export function destructionRoutes(app: App): void {
  route(app, destructions.list, ({ query }, context) => listDestructions(context, query))
  route(app, destructions.read, ({ params }, context) => readDestruction(context, params.id))
  route(app, destructions.create, ({ body }, context) => destroy(context, body))
}

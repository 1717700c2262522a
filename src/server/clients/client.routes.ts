import { clients } from '#shared/contract/clients.ts'
import { readClientStatement } from '#server/clients/client-statement.service.ts'
import { listClients } from '#server/clients/client.service.ts'
import { route, type App } from '#server/http/route.ts'

export function clientRoutes(app: App): void {
  route(app, clients.statement, ({ params, query }, context) => readClientStatement(context, params.id, query))
  route(app, clients.list, ({ query }, context) => listClients(context, query))
}

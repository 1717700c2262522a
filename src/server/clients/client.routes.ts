import { clients } from '#shared/contract/clients.ts'
import { listClients } from '#server/clients/client.service.ts'
import { route, type App } from '#server/http/route.ts'

export function clientRoutes(app: App): void {
  route(app, clients.list, ({ query }, context) => listClients(context, query))
}

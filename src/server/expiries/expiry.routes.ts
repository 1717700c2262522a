import { expiries } from '#shared/contract/expiries.ts'
import { listExpiries, readExpiry } from '#server/expiries/expiry.service.ts'
import { route, type App } from '#server/http/route.ts'

export function expiryRoutes(app: App): void {
  route(app, expiries.list, ({ query }, context) => listExpiries(context, query))
  route(app, expiries.read, ({ params }, context) => readExpiry(context, params.id))
}

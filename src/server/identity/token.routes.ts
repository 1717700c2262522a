import { createToken } from '#shared/contract/tokens.ts'
import { unlock } from '#server/identity/token.service.ts'
import { route, type App } from '#server/route.ts'

export function tokenRoutes(app: App): void {
  route(app, createToken, ({ body }, context) => unlock(context, body))
}

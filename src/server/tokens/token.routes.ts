import { createToken } from '#shared/contract/tokens.ts'
import { unlock } from '#server/tokens/token.service.ts'
import { route, type App } from '#server/http/route.ts'

export function tokenRoutes(app: App): void {
  route(app, createToken, ({ body }, context) => unlock(context, body))
}

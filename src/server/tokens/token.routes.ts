import { createGrant, createToken, endSession } from '#shared/contract/tokens.ts'
import { route, type App } from '#server/http/route.ts'
import { grantGesture } from '#server/tokens/grant.service.ts'
import { lock, unlock } from '#server/tokens/token.service.ts'

export function tokenRoutes(app: App): void {
  route(app, createToken, ({ body }, context) => unlock(context, body))
  route(app, createGrant, ({ body }, context) => grantGesture(context, body))
  route(app, endSession, ({ params }, context) => lock(context, params.id))
}

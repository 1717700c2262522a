import { lentRights } from '#shared/contract/lent-rights.ts'
import { route, type App } from '#server/http/route.ts'
import { listLentRights } from '#server/lent-rights/lent-right.service.ts'

export function lentRightRoutes(app: App): void {
  route(app, lentRights.list, ({ query }, context) => listLentRights(context, query))
}

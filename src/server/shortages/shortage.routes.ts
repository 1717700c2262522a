import { shortages } from '#shared/contract/shortages.ts'
import { route, type App } from '#server/http/route.ts'
import { listShortages } from '#server/shortages/shortage.service.ts'

export function shortageRoutes(app: App): void {
  route(app, shortages.list, ({ query }, context) => listShortages(context, query))
}

import { usage } from '#shared/contract/usage.ts'
import { route, type App } from '#server/http/route.ts'
import { readTurnoverStatistics } from '#server/usage/turnover.service.ts'

export function usageRoutes(app: App): void {
  route(app, usage.turnoverStatistics, ({ query }, context) => readTurnoverStatistics(context, query.day))
}

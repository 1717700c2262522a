import { listLayouts } from '#shared/contract/list-layouts.ts'
import { keepLayout, myLayouts } from '#server/list-layouts/list-layout.service.ts'
import { route, type App } from '#server/http/route.ts'

export function listLayoutRoutes(app: App): void {
  route(app, listLayouts.mine, (_, context) => myLayouts(context))
  route(app, listLayouts.put, ({ body }, context) => keepLayout(context, body))
}

import { productViews } from '#shared/contract/product-views.ts'
import { route, type App } from '#server/http/route.ts'
import { changeView, createView, listViews, readView, removeView } from '#server/product-views/product-view.service.ts'

export function productViewRoutes(app: App): void {
  route(app, productViews.list, ({ query }, context) => listViews(context, query))
  route(app, productViews.read, ({ params }, context) => readView(context, params.id))
  route(app, productViews.create, ({ body }, context) => createView(context, body))
  route(app, productViews.patch, ({ params, body }, context) => changeView(context, params.id, body))
  route(app, productViews.remove, ({ params }, context) => removeView(context, params.id))
}

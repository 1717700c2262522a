import { atcs } from '#shared/contract/referential.ts'
import { listAtcs, readAtc } from '#server/atcs/atc.service.ts'
import { route, type App } from '#server/http/route.ts'

export function atcRoutes(app: App): void {
  route(app, atcs.list, ({ query }, context) => listAtcs(context, query))
  route(app, atcs.read, ({ params }, context) => readAtc(context, params.id))
}

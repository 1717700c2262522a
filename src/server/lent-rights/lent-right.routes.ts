import { lentRights } from '#shared/contract/lent-rights.ts'
import { pharmacyOf } from '#server/http/context.ts'
import { route, type App } from '#server/http/route.ts'
import { findLentRights } from '#server/lent-rights/lent-right.repo.ts'

export function lentRightRoutes(app: App): void {
  route(app, lentRights.list, ({ query }, context) => {
    const pharmacyId = pharmacyOf(context)
    return context.database.read(pharmacyId, (tx) => findLentRights(tx, pharmacyId, query))
  })
}

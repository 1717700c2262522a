import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { pharmacyOf } from '#server/http/context.ts'
import { route, type App } from '#server/http/route.ts'
import { findUnproven } from '#server/unproven-parcels/unproven-parcel.repo.ts'

export function unprovenParcelRoutes(app: App): void {
  route(app, unprovenParcels.list, ({ query }, context) => {
    const pharmacyId = pharmacyOf(context)
    return context.database.read(pharmacyId, (tx) => findUnproven(tx, pharmacyId, query))
  })
}

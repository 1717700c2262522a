import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { route, type App } from '#server/http/route.ts'
import { listUnproven } from '#server/unproven-parcels/unproven-parcel.service.ts'

export function unprovenParcelRoutes(app: App): void {
  route(app, unprovenParcels.list, ({ query }, context) => listUnproven(context, query))
}

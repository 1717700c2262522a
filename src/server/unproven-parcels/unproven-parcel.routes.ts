import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { route, type App } from '#server/http/route.ts'
import { confirmUnproven } from '#server/unproven-parcels/confirm-unproven.ts'
import { discardUnproven, listUnproven } from '#server/unproven-parcels/unproven-parcel.service.ts'

export function unprovenParcelRoutes(app: App): void {
  route(app, unprovenParcels.list, ({ query }, context) => listUnproven(context, query))
  route(app, unprovenParcels.confirm, ({ params, body }, context) => confirmUnproven(context, { ...params, ...body }))
  route(app, unprovenParcels.discard, ({ params, body }, context) => discardUnproven(context, { ...params, ...body }))
}

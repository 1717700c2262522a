import { disbursements } from '#shared/contract/disbursements.ts'
import { addPhoto, listPhotos } from '#server/disbursements/disbursement-photo.service.ts'
import { listDisbursements, payOut, readDisbursement } from '#server/disbursements/disbursement.service.ts'
import { route, type App } from '#server/http/route.ts'

export function disbursementRoutes(app: App): void {
  route(app, disbursements.create, ({ body }, context) => payOut(context, body))
  route(app, disbursements.addPhoto, ({ body }, context) => addPhoto(context, body))
  route(app, disbursements.photos, ({ params }, context) => listPhotos(context, params.id))
  route(app, disbursements.read, ({ params }, context) => readDisbursement(context, params.id))
  route(app, disbursements.list, ({ query }, context) => listDisbursements(context, query))
}

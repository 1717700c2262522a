import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { route, type App } from '#server/http/route.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import { mailRoutes } from '#server/mails/mail-routes.ts'
import { claimPaperFile } from '#server/wholesaler-claims/claim-paper.ts'
import {
  addClaimPhoto,
  claimPhotoFiles,
  listClaimPhotos,
  removeClaimPhoto,
} from '#server/wholesaler-claims/claim-photo.service.ts'
import {
  answerClaim,
  cancelClaim,
  changeClaim,
  changeClaimLine,
  checkClaim,
  createClaim,
  creditClaim,
  keepClaimAddress,
  listClaims,
  readClaim,
  readClaimReport,
  remindClaim,
  sendClaim,
} from '#server/wholesaler-claims/wholesaler-claim.service.ts'

export function wholesalerClaimRoutes(app: App, jobs: Pick<JobLoop, 'wake'>): void {
  mailRoutes(app, jobs, wholesalerClaims, {
    about: 'claim',
    check: (tx, pharmacyId, id, gesture) => checkClaim(tx, pharmacyId, id, { mayBeCanceled: gesture === 'read' }),
    filesOf: async (tx, pharmacyId, id, _body, now) => [
      await claimPaperFile(tx, pharmacyId, id, now),
      ...(await claimPhotoFiles(tx, pharmacyId, id)),
    ],
    keepAddress: keepClaimAddress,
  })
  route(app, wholesalerClaims.photos, ({ params }, context) => listClaimPhotos(context, params.id))
  route(app, wholesalerClaims.addPhoto, ({ params, body }, context) => addClaimPhoto(context, params.id, body))
  route(app, wholesalerClaims.removePhoto, ({ params }, context) => removeClaimPhoto(context, params))
  route(app, wholesalerClaims.list, ({ query }, context) => listClaims(context, query))
  route(app, wholesalerClaims.report, ({ query }, context) => readClaimReport(context, query))
  route(app, wholesalerClaims.read, ({ params }, context) => readClaim(context, params.id))
  route(app, wholesalerClaims.create, ({ body }, context) => createClaim(context, body))
  route(app, wholesalerClaims.patch, ({ params, body }, context) => changeClaim(context, params.id, body))
  route(app, wholesalerClaims.patchLine, ({ params, body }, context) => changeClaimLine(context, params, body))
  route(app, wholesalerClaims.send, ({ params }, context) => sendClaim(context, params.id))
  route(app, wholesalerClaims.remind, ({ params, body }, context) => remindClaim(context, params.id, body))
  route(app, wholesalerClaims.answer, ({ params, body }, context) => answerClaim(context, params.id, body))
  route(app, wholesalerClaims.credit, ({ params, body }, context) => creditClaim(context, params.id, body))
  route(app, wholesalerClaims.cancel, ({ params, body }, context) => cancelClaim(context, params.id, body))
}

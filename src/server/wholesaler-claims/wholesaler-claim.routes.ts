import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { route, type App } from '#server/http/route.ts'
import {
  answerClaim,
  cancelClaim,
  changeClaim,
  createClaim,
  creditClaim,
  listClaims,
  readClaim,
  readClaimReport,
  remindClaim,
  sendClaim,
} from '#server/wholesaler-claims/wholesaler-claim.service.ts'

export function wholesalerClaimRoutes(app: App): void {
  route(app, wholesalerClaims.list, ({ query }, context) => listClaims(context, query))
  route(app, wholesalerClaims.report, ({ query }, context) => readClaimReport(context, query))
  route(app, wholesalerClaims.read, ({ params }, context) => readClaim(context, params.id))
  route(app, wholesalerClaims.create, ({ body }, context) => createClaim(context, body))
  route(app, wholesalerClaims.patch, ({ params, body }, context) => changeClaim(context, params.id, body))
  route(app, wholesalerClaims.send, ({ params }, context) => sendClaim(context, params.id))
  route(app, wholesalerClaims.remind, ({ params, body }, context) => remindClaim(context, params.id, body))
  route(app, wholesalerClaims.answer, ({ params, body }, context) => answerClaim(context, params.id, body))
  route(app, wholesalerClaims.credit, ({ params, body }, context) => creditClaim(context, params.id, body))
  route(app, wholesalerClaims.cancel, ({ params, body }, context) => cancelClaim(context, params.id, body))
}

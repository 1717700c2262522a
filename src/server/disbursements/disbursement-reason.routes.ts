import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import {
  changeReason,
  createReason,
  everyReason,
  listReasons,
  readReason,
  removeReason,
} from '#server/disbursements/disbursement-reason.service.ts'
import { route, type App } from '#server/http/route.ts'

export function disbursementReasonRoutes(app: App): void {
  route(app, disbursementReasons.list, ({ query }, context) => listReasons(context, query))
  route(app, disbursementReasons.all, (_, context) => everyReason(context))
  route(app, disbursementReasons.read, ({ params }, context) => readReason(context, params.id))
  route(app, disbursementReasons.create, ({ body }, context) => createReason(context, body))
  route(app, disbursementReasons.patch, ({ params, body }, context) => changeReason(context, params.id, body))
  route(app, disbursementReasons.remove, ({ params }, context) => removeReason(context, params.id))
}

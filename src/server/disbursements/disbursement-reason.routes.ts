import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import type { App } from '#server/http/route.ts'

/** The label of a reason is unique among all reasons, archived ones included. Past disbursements keep their reason. */
export function disbursementReasonRoutes(app: App): void {
  serveFamily(app, disbursementReasons, { table: 'disbursement_reasons', name: 'label', order: ['archived', 'label'] })
}

import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import type { App } from '#server/http/route.ts'

/** A label is taken by every reason that has it, archived or not; past disbursements keep their reason. */
export function disbursementReasonRoutes(app: App): void {
  serveFamily(app, disbursementReasons, { table: 'disbursement_reasons', name: 'label', order: ['archived', 'label'] })
}

import { audit } from '#shared/contract/audit.ts'
import { listAuditEntries, readAuditHead } from '#server/audit/audit.service.ts'
import { route, type App } from '#server/http/route.ts'

export function auditRoutes(app: App): void {
  route(app, audit.head, (_, context) => readAuditHead(context))
  route(app, audit.list, ({ query }, context) => listAuditEntries(context, query))
}

import { banks } from '#shared/contract/banks.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import type { App } from '#server/http/route.ts'

/** The name of a bank is unique among all banks, archived ones included. Past cheques keep their bank. */
export function bankRoutes(app: App): void {
  serveFamily(app, banks, { table: 'banks', name: 'name', order: ['archived', 'name'] })
}

import { banks } from '#shared/contract/banks.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import type { App } from '#server/http/route.ts'

/** A name is taken by every bank that has it, archived or not; past cheques keep their bank. */
export function bankRoutes(app: App): void {
  serveFamily(app, banks, { table: 'banks', name: 'name', order: ['archived', 'name'] })
}

import { suppliers } from '#shared/contract/suppliers.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import type { App } from '#server/http/route.ts'

/** The name of a supplier is unique among those that are not archived. */
export function supplierRoutes(app: App): void {
  serveFamily(app, suppliers, { table: 'suppliers', name: 'name', order: ['archived', 'name'] })
}

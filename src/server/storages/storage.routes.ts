import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import type { App } from '#server/http/route.ts'
import { productsKeptIn } from '#server/storages/storage.service.ts'

export function storageRoutes(app: App): void {
  serveFamily(app, pharmacyProductStorages, {
    table: 'storages',
    name: 'label',
    order: ['archived', 'label'],
    productsShowing: productsKeptIn,
  })
}

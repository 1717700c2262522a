import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import { route, type App } from '#server/http/route.ts'
import { listStorageMoves, listStorages, productsKeptIn, refuseUsedStorage } from '#server/storages/storage.service.ts'

export function storageRoutes(app: App): void {
  serveFamily(app, pharmacyProductStorages, {
    table: 'storages',
    name: 'label',
    order: ['archived', 'label'],
    productsShowing: productsKeptIn,
    refuseArchiving: refuseUsedStorage,
  })
  route(app, pharmacyProductStorages.figures, ({ query }, context) => listStorages(context, query))
  route(app, pharmacyProductStorages.moves, ({ query }, context) => listStorageMoves(context, query))
}

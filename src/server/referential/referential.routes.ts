import { brands, forms, inns, packagings, productCategories, units } from '#shared/contract/referential.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import type { App } from '#server/http/route.ts'
import { usedByProducts } from '#server/referential/usage.service.ts'

/** The small families of the referential. Products keep an archived name; new ones no longer choose it. */
export function referentialRoutes(app: App): void {
  const [byName, byLabel] = [
    ['archived', 'name'],
    ['archived', 'label'],
  ]
  serveFamily(app, inns, { table: 'inns', name: 'name', order: byName, shared: usedByProducts('inns') })
  serveFamily(app, brands, { table: 'brands', name: 'name', order: byName, shared: usedByProducts('brands') })
  serveFamily(app, forms, { table: 'forms', name: 'label', order: byLabel, shared: usedByProducts('forms') })
  serveFamily(app, units, { table: 'units', name: 'label', order: byLabel, shared: usedByProducts('units') })
  serveFamily(app, productCategories, {
    table: 'product_categories',
    name: 'label',
    order: byLabel,
    shared: usedByProducts('product_categories'),
  })
  serveFamily(app, packagings, {
    table: 'packagings',
    name: 'label',
    order: [...byLabel, 'units'],
    shared: { ...usedByProducts('packagings'), beside: ['units'] },
  })
}

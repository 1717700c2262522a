import { companies } from '#shared/contract/companies.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import type { ListName } from '#shared/store/lists/list-meta.ts'

/** The endpoint of each list on disk: returns changes after a cursor. */
export const syncedLists = {
  'pharmacy-products': pharmacyProducts.list,
  persons: persons.list,
  organizations: organizations.list,
  companies: companies.list,
  'product-health-insurance': productHealthInsurance.list,
} satisfies Record<ListName, unknown>

import { familyOf } from '#shared/contract/features.ts'

/**
 * Lists that every terminal stores completely on its disk. Each row carries a revision; a terminal asks for the changes
 * after its cursor.
 */
export const syncedLists = [
  'pharmacy-products',
  'persons',
  'organizations',
  'companies',
  'product-health-insurance',
] as const
export type SyncedList = (typeof syncedLists)[number]

/** Resources that a writing call may change and an answer may show. A hint of the server names one of them. */
export const resources = [
  ...syncedLists,
  'sales',
  'users',
  'cash-registers',
  'parked-sales',
  'missed-sales',
  'dues',
  'pharmacies',
  'banks',
  'disbursement-reasons',
  'tags',
  'storages',
  'list-layouts',
  'product-views',
  'exports',
  'stock-exports',
  'prescription-register',
  'pin-alerts',
  'referential',
  'register-imports',
  'countries',
  'destructions',
  'recalls',
  'suppliers',
  'expiry-tasks',
  'deliveries',
  'orders',
  'order-preparations',
  'bill-statements',
  'wholesaler-claims',
  'supplier-payments',
  'wholesalers',
  'supplier-returns',
  'labels',
  'inventories',
  'mails',
  'bills',
  'bill-files',
  'money-statements',
  'fiscal-documents',
  'accounting-exports',
  'own-reports',
  'platform',
] as const
export type Resource = (typeof resources)[number]

/** For each resource, the paths of the calls whose answers show data of it. */
const shownUnder: Record<Resource, readonly string[]> = {
  'pharmacy-products': [
    '/pharmacy-products',
    '/stock-items',
    '/pharmacy-product-storages',
    '/reports',
    '/usage',
    '/products',
    '/expiries',
    '/expiry-tasks',
    '/shortages',
    '/deliveries',
    '/lent-rights',
    '/labels',
    '/inventories',
    '/dues',
    '/order-preparations',
    '/orders',
    '/wholesaler-bill-statements',
  ],
  // A policy belongs to its person and counts in its contract; an import of insured persons creates policies.
  persons: [
    '/bills',
    '/bill-payments',
    '/persons',
    '/clients',
    '/contract-policies',
    '/contracts',
    '/organizations',
    '/insured-imports',
  ],
  // Contracts and policies show the name of their payer and owner.
  organizations: [
    '/bills',
    '/bill-payments',
    '/organizations',
    '/clients',
    '/contracts',
    '/contract-policies',
    '/persons',
  ],
  companies: [
    '/bills',
    '/bill-payments',
    '/companies',
    '/contracts',
    '/contract-policies',
    '/persons',
    '/organizations',
  ],
  'product-health-insurance': ['/product-health-insurance', '/products', '/scheme-imports'],
  // A sale moves stock and money, ends a parked sale, and takes its dues along when it is undone.
  sales: [
    '/sales',
    '/reports',
    '/usage',
    '/pharmacy-products',
    '/stock-items',
    '/cash-registers',
    '/movements',
    '/persons',
    '/organizations',
    '/clients',
    '/parked-sales',
    '/prescription-register',
    '/fiscal-reports',
    '/fiscal-documents',
    '/recalls',
    '/expiries',
    '/expiry-tasks',
    '/shortages',
    '/lent-rights',
    '/dues',
    '/order-preparations',
    '/bills',
  ],
  users: ['/users', '/roles', '/pharmacies', '/pin-alerts'],
  // A month is closed when its registers are.
  'cash-registers': [
    '/accounting-exports',
    '/clients',
    '/cash-registers',
    '/movements',
    '/disbursements',
    '/reports',
    '/usage',
    '/unproven-parcels',
    '/lent-rights',
    '/fiscal-documents',
    '/fiscal-reports',
  ],
  'parked-sales': ['/parked-sales', '/lent-rights'],
  'missed-sales': ['/missed-sales', '/shortages', '/order-preparations'],
  dues: ['/dues', '/order-preparations'],
  pharmacies: ['/pharmacies'],
  banks: ['/banks'],
  // Disbursements show the label of their reason.
  'disbursement-reasons': ['/disbursement-reasons', '/disbursements', '/cash-registers'],
  tags: ['/tags'],
  storages: ['/pharmacy-product-storages', '/stock-items'],
  'list-layouts': ['/list-layouts'],
  'product-views': ['/product-views'],
  exports: ['/exports'],
  'stock-exports': ['/stock-exports'],
  'prescription-register': ['/prescription-register'],
  'pin-alerts': ['/pin-alerts'],
  // Products show the names of their form, brand …, and a name is shown with the number of its products.
  referential: [
    '/products',
    '/product-categories',
    '/atcs',
    '/inns',
    '/brands',
    '/forms',
    '/units',
    '/packagings',
    '/pharmacy-products',
    '/stock-items',
    '/product-health-insurance',
    '/labels',
  ],
  'register-imports': ['/register-imports'],
  countries: ['/countries'],
  destructions: ['/destructions', '/recalls'],
  recalls: ['/recalls'],
  suppliers: [
    '/orders',
    '/order-preparations',
    '/suppliers',
    '/expiries',
    '/deliveries',
    '/supplier-returns',
    '/wholesaler-bill-statements',
    '/wholesaler-claims',
    '/supplier-payments',
  ],
  // What is on its way lowers the need of the next order.
  deliveries: [
    '/deliveries',
    '/delivery-imports',
    '/shortages',
    '/orders',
    '/order-preparations',
    '/wholesaler-bill-statements',
    '/supplier-payments',
  ],
  orders: ['/orders', '/shortages', '/wholesaler-bill-statements'],
  'order-preparations': ['/order-preparations', '/order-records'],
  // A statement is matched with deliveries, orders, returns and claims.
  'bill-statements': ['/wholesaler-bill-statements', '/supplier-returns'],
  'wholesaler-claims': ['/wholesaler-claims', '/wholesaler-bill-statements'],
  'supplier-payments': ['/supplier-payments'],
  wholesalers: [
    '/wholesalers',
    '/wholesaler-products',
    '/price-list-imports',
    '/countries',
    '/wholesaler-bill-statements',
  ],
  'supplier-returns': ['/supplier-returns', '/wholesaler-bill-statements', '/supplier-payments'],
  'expiry-tasks': ['/expiry-tasks', '/expiries', '/supplier-returns'],
  labels: ['/labels'],
  inventories: ['/inventories', '/pharmacy-product-storages'],
  // An e-mail that left makes an order, a claim or a bill a sent one; that of an invitation stands at whom it invites.
  mails: ['/orders', '/wholesaler-claims', '/bills', '/users', '/platform', '/own-reports'],
  // A bill locks its sales and is owed by its payer; what payers paid is on the lines of statements.
  bills: ['/bills', '/bill-payments', '/usage', '/organizations', '/persons', '/clients', '/money-statements'],
  'bill-files': ['/bill-files'],
  'money-statements': ['/money-statements'],
  'fiscal-documents': ['/fiscal-documents', '/fiscal-reports', '/sales'],
  'accounting-exports': ['/accounting-exports', '/usage'],
  'own-reports': ['/own-reports'],
  platform: ['/platform'],
}

/** Whether the answer of a call shows one of these resources. `path`: the path as declared in the contract. */
export function showsAny(path: string, touched: readonly Resource[]): boolean {
  const family = familyOf(path)
  // the audit shows every change
  return touched.some((resource) => family === '/audit' || shownUnder[resource].includes(family))
}

export function isSyncedList(resource: Resource): resource is SyncedList {
  return syncedLists.some((list) => list === resource)
}

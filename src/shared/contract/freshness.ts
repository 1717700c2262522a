/** The lists that every terminal keeps whole on its disk. Their rows carry a revision each, and a terminal asks for what changed after its cursor. */
export const syncedLists = [
  'pharmacy-products',
  'persons',
  'organizations',
  'companies',
  'product-health-insurance',
] as const
export type SyncedList = (typeof syncedLists)[number]

/** What a writing call may change and an answer may show. A hint of the server names one of them. */
export const resources = [
  ...syncedLists,
  'sales',
  'users',
  'cash-registers',
  'parked-sales',
  'missed-sales',
  'pharmacies',
  'banks',
  'disbursement-reasons',
  'tags',
  'list-layouts',
] as const
export type Resource = (typeof resources)[number]

/** Which answers show something of a resource: those of the calls under these paths. */
const shownUnder: Record<Resource, readonly string[]> = {
  'pharmacy-products': ['/pharmacy-products', '/usage', '/products'],
  // A policy belongs to its person: it counts in its contract, and a file of members is made of such policies.
  persons: ['/persons', '/clients', '/contract-policies', '/contracts', '/organizations', '/insured-imports'],
  // Contracts and policies name their payer and their owner.
  organizations: ['/organizations', '/clients', '/contracts', '/contract-policies', '/persons'],
  companies: ['/companies', '/contracts', '/contract-policies', '/persons', '/organizations'],
  'product-health-insurance': ['/product-health-insurance', '/products'],
  // A sale moves stock and money, and is parked no longer.
  sales: [
    '/sales',
    '/usage',
    '/pharmacy-products',
    '/cash-registers',
    '/movements',
    '/persons',
    '/organizations',
    '/clients',
    '/parked-sales',
    '/prescription-register',
  ],
  users: ['/users', '/roles', '/pharmacies'],
  'cash-registers': ['/cash-registers', '/movements', '/disbursements', '/usage'],
  'parked-sales': ['/parked-sales'],
  'missed-sales': ['/missed-sales'],
  pharmacies: ['/pharmacies'],
  banks: ['/banks'],
  // Money that was paid out is read with the words of its reason.
  'disbursement-reasons': ['/disbursement-reasons', '/disbursements', '/cash-registers'],
  tags: ['/tags'],
  'list-layouts': ['/list-layouts'],
}

/** Whether the answer of a call, by the path that the contract gives it, shows something of one of these resources. */
export function showsAny(path: string, touched: readonly Resource[]): boolean {
  const family = /^\/[^/]*/.exec(path)?.[0] ?? path
  return touched.some((resource) => shownUnder[resource].includes(family))
}

export function isSyncedList(resource: Resource): resource is SyncedList {
  return syncedLists.some((list) => list === resource)
}

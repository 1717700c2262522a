/**
 * The call families that belong to one feature and to nothing else: a server whose windows are built without the feature
 * refuses them. Features that the counter needs (sales, stock, clients …) only lose their screens.
 */
const familiesOfFeature: Readonly<Record<string, readonly string[]>> = {
  audit: ['/audit'],
  bills: ['/bills', '/bill-payments', '/bill-files'],
  deliveries: ['/deliveries', '/delivery-imports'],
  destructions: ['/destructions'],
  disbursements: ['/disbursements'],
  expiries: ['/expiries', '/expiry-tasks'],
  exports: ['/exports'],
  inventories: ['/inventories'],
  labels: ['/labels'],
  'lent-rights': ['/lent-rights'],
  'missed-sales': ['/missed-sales'],
  movements: ['/movements'],
  reconciliation: ['/money-statements'],
  orders: ['/orders', '/order-preparations', '/order-records'],
  'pin-alerts': ['/pin-alerts'],
  platform: ['/platform'],
  'prescription-register': ['/prescription-register'],
  recalls: ['/recalls'],
  shortages: ['/shortages'],
  'stock-exports': ['/stock-exports'],
  'supplier-returns': ['/supplier-returns'],
  statements: ['/wholesaler-bill-statements', '/wholesaler-claims', '/supplier-payments'],
}

/** The features whose calls a server can refuse. */
export const refusableFeatures: readonly string[] = Object.keys(familiesOfFeature)

/** The call families of these features. */
export function familiesOf(features: readonly string[]): ReadonlySet<string> {
  return new Set(features.flatMap((feature) => familiesOfFeature[feature] ?? []))
}

/** The first part of a path as the contract declares it: `/sales`. */
export function familyOf(path: string): string {
  return /^\/[^/]*/.exec(path)?.[0] ?? path
}

/** All permissions that a role can grant (product.md §5). Each call of the contract names one. */
export const permissions = [
  'sale.sell',
  'sale.discount',
  'sale.price',
  'sale.cancel',
  'sale.date',
  'sale.expired',
  'sale.listed',
  'sale.takeover',
  'sale.regularise',
  'register.use',
  'register.seeExpected',
  'register.close',
  'register.reopen',
  'register.exceed',
  'disbursement.create',
  'client.edit',
  'client.credit',
  'contract.edit',
  'bill.manage',
  'bill.writeOff',
  'product.edit',
  'price.edit',
  'stock.adjust',
  'stock.see-cost',
  'inventory.count',
  'inventory.close',
  'delivery.manage',
  'order.manage',
  'statement.manage',
  'fiscal.manage',
  'report.see',
  'audit.see',
  'data.export',
  'user.manage',
  'role.manage',
  'settings.edit',
  'referential.edit',
  'platform.manage',
] as const
export type Permission = (typeof permissions)[number]

const vendeur: Permission[] = ['sale.sell', 'register.use']
const caissier: Permission[] = [...vendeur, 'register.seeExpected', 'register.close', 'disbursement.create']
const pharmacien: Permission[] = [
  ...vendeur,
  'sale.discount',
  'sale.cancel',
  'sale.takeover',
  'sale.regularise',
  'sale.expired',
  'sale.listed',
  'client.edit',
  'client.credit',
  'product.edit',
  'stock.adjust',
  'stock.see-cost',
  'report.see',
]
const gestionnaire: Permission[] = [
  'product.edit',
  'price.edit',
  'stock.adjust',
  'stock.see-cost',
  'inventory.count',
  'inventory.close',
  'delivery.manage',
  'order.manage',
  'statement.manage',
  'report.see',
  'data.export',
]

/**
 * The roles of a new pharmacy. `titulaire` has all permissions of the pharmacy; `admin` belongs to the platform and
 * never works at a counter.
 */
export const defaultRoles: Record<
  'vendeur' | 'caissier' | 'pharmacien' | 'gestionnaire de stock' | 'titulaire',
  readonly Permission[]
> = {
  vendeur,
  caissier,
  pharmacien,
  'gestionnaire de stock': gestionnaire,
  titulaire: permissions.filter((permission) => permission !== 'referential.edit' && permission !== 'platform.manage'),
}

/** Whether a role of this name is one that every new pharmacy begins with. */
export function isDefaultRole(name: string): boolean {
  return Object.hasOwn(defaultRoles, name)
}

/** The name of a role as people see it: « Gestionnaire de stock ». Only the first letter differs from the stored name. */
export function roleLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Permissions of a platform account, which has no pharmacy. */
export const adminPermissions: readonly Permission[] = ['referential.edit', 'platform.manage']

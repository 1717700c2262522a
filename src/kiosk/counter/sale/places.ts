import { config } from '#shared/config.ts'
import type { Permission } from '#shared/domain/permissions.ts'

const places = [
  { feature: 'counter', href: '/vente', label: 'Vente', needs: 'sale.sell' },
  { feature: 'sales', href: '/ventes', label: 'Ventes', needs: null },
  { feature: 'stock', href: '/stock', label: 'Stock', needs: null },
  { feature: 'clients', href: '/clients', label: 'Clients', needs: 'sale.sell' },
  { feature: 'register', href: '/caisse', label: 'Caisse', needs: 'register.use' },
  { feature: 'post', href: '/poste', label: 'Poste', needs: null },
] as const satisfies readonly { feature: string; href: string; label: string; needs: Permission | null }[]

export type Place = (typeof places)[number]

/**
 * The screens that this member may open from the counter: those that exist, are not switched off, and are permitted.
 */
export function placesOf(permissions: ReadonlySet<Permission>): readonly Place[] {
  return places.filter(
    ({ feature, needs }) => !config.disabledFeatures.includes(feature) && (needs === null || permissions.has(needs)),
  )
}

import { IconTruck, IconTruckDelivery, IconTruckReturn } from '@tabler/icons-react'
import { deliveries } from '#shared/contract/deliveries.ts'
import { supplierReturns } from '#shared/contract/supplier-returns.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'

/** What comes in and from whom, and what goes back: deliveries, returns and suppliers. */
export const purchaseScreens: readonly ScreenWithPages[] = [
  {
    path: '/livraisons',
    title: 'Livraisons',
    group: 'Achats',
    icon: IconTruckDelivery,
    letter: 'w',
    audience: 'member',
    feature: 'deliveries',
    call: deliveries.list,
    create: { label: 'Nouvelle livraison', call: deliveries.create },
    pages: [
      page(
        '/livraisons/import',
        () => import('#backoffice/deliveries/delivery-import-screen.tsx'),
        'DeliveryImportScreen',
      ),
      page(
        '/livraisons/rapport',
        () => import('#backoffice/deliveries/delivery-report-screen.tsx'),
        'DeliveryReportScreen',
      ),
      page('/livraisons', () => import('#backoffice/deliveries/deliveries-screen.tsx'), 'DeliveriesScreen'),
      page('/livraisons/:id', () => import('#backoffice/deliveries/delivery-screen.tsx'), 'DeliveryScreen'),
    ],
  },
  {
    path: '/retours',
    title: 'Retours fournisseurs',
    group: 'Achats',
    icon: IconTruckReturn,
    audience: 'member',
    feature: 'supplier-returns',
    call: supplierReturns.list,
    create: { label: 'Nouveau retour', call: supplierReturns.create },
    pages: [
      page(
        '/retours/:id?',
        () => import('#backoffice/supplier-returns/supplier-returns-screen.tsx'),
        'SupplierReturnsScreen',
      ),
    ],
  },
  {
    path: '/fournisseurs',
    title: 'Fournisseurs',
    group: 'Achats',
    icon: IconTruck,
    audience: 'member',
    feature: 'suppliers',
    call: suppliers.list,
    create: { label: 'Nouveau fournisseur', call: suppliers.create },
    pages: [page('/fournisseurs/:id?', () => import('#backoffice/suppliers/suppliers-screen.tsx'), 'SuppliersScreen')],
  },
]

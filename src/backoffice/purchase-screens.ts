import {
  IconCalendarDollar,
  IconClipboardList,
  IconFileInvoice,
  IconMessageReport,
  IconShoppingCart,
  IconTruck,
  IconTruckDelivery,
  IconTruckReturn,
} from '@tabler/icons-react'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { supplierPayments } from '#shared/contract/supplier-payments.ts'
import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { orderPreparations } from '#shared/contract/order-preparations.ts'
import { orders } from '#shared/contract/orders.ts'
import { deliveries } from '#shared/contract/deliveries.ts'
import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import { supplierReturns } from '#shared/contract/supplier-returns.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { plural } from '#shared/ui/plural.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'
import { counted } from '#backoffice/ui/waiting-work.ts'

/** What is ordered, what comes in and from whom, and what goes back. */
export const purchaseScreens: readonly ScreenWithPages[] = [
  {
    path: '/commandes/preparation',
    title: 'À commander',
    group: 'Achats',
    icon: IconShoppingCart,
    letter: 'g',
    audience: 'member',
    feature: 'orders',
    call: orderPreparations.records,
    pages: [
      page(
        '/commandes/preparation/:id?',
        () => import('#backoffice/order-preparation/preparation-screen.tsx'),
        'PreparationScreen',
      ),
    ],
  },
  {
    path: '/commandes',
    title: 'Commandes',
    group: 'Achats',
    icon: IconClipboardList,
    audience: 'member',
    feature: 'orders',
    call: orders.list,
    exportLabel: 'Exporter les commandes',
    waiting: counted('orders', {
      path: '/commandes?en-retard=oui',
      words: (count) => `${plural(count, 'commande')} en retard`,
    }),
    create: { label: 'Nouvelle commande', call: orders.create },
    actions: [{ label: 'Service des fournisseurs', path: '/commandes/service', call: orders.service }],
    pages: [
      page(
        '/commandes/service',
        () => import('#backoffice/orders/supplier-service-screen.tsx'),
        'SupplierServiceScreen',
      ),
      page('/commandes', () => import('#backoffice/orders/orders-screen.tsx'), 'OrdersScreen'),
      page('/commandes/:id', () => import('#backoffice/orders/order-screen.tsx'), 'OrderScreen'),
    ],
  },
  {
    path: '/livraisons',
    title: 'Livraisons',
    group: 'Achats',
    icon: IconTruckDelivery,
    letter: 'w',
    audience: 'member',
    feature: 'deliveries',
    call: deliveries.list,
    exportLabel: 'Exporter les livraisons',
    waiting: counted('deliveries', {
      path: '/livraisons?etat=draft,open',
      words: (count) => `${plural(count, 'livraison')} à terminer`,
    }),
    create: { label: 'Nouvelle livraison', call: deliveries.create },
    actions: [
      { label: 'Importer un BL', path: '/livraisons/import', call: deliveries.create },
      { label: 'Entrer le stock de départ', path: '/livraisons/stock-de-depart', call: deliveryImports.enter },
      { label: 'Rapport des livraisons', path: '/livraisons/rapport', call: deliveries.report },
    ],
    pages: [
      page(
        '/livraisons/import',
        () => import('#backoffice/deliveries/delivery-import-screen.tsx'),
        'DeliveryImportScreen',
      ),
      page(
        '/livraisons/stock-de-depart',
        () => import('#backoffice/deliveries/delivery-import-screen.tsx'),
        'OpeningStockScreen',
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
    path: '/releves',
    title: 'Relevés',
    group: 'Achats',
    icon: IconFileInvoice,
    audience: 'member',
    feature: 'statements',
    call: billStatements.list,
    waiting: counted('statements', {
      path: '/releves?etat=draft',
      words: (count) => `${plural(count, 'relevé')} à valider`,
    }),
    create: { label: 'Nouveau relevé', call: billStatements.create },
    actions: [{ label: 'Importer un relevé de fournisseur', path: '/releves/import', call: billStatements.create }],
    pages: [
      page(
        '/releves/import',
        () => import('#backoffice/statements/statement-import-screen.tsx'),
        'StatementImportScreen',
      ),
      page('/releves', () => import('#backoffice/statements/statements-screen.tsx'), 'StatementsScreen'),
      page('/releves/:id', () => import('#backoffice/statements/statement-screen.tsx'), 'StatementScreen'),
    ],
  },
  {
    path: '/reclamations',
    title: 'Réclamations',
    group: 'Achats',
    icon: IconMessageReport,
    audience: 'member',
    feature: 'statements',
    call: wholesalerClaims.list,
    waiting: counted('claims', {
      path: '/reclamations?etat=draft',
      words: (count) => `${plural(count, 'réclamation')} à envoyer`,
    }),
    create: { label: 'Nouvelle réclamation', call: wholesalerClaims.create },
    actions: [{ label: 'Bilan des réclamations', path: '/reclamations/bilan', call: wholesalerClaims.report }],
    pages: [
      page('/reclamations/bilan', () => import('#backoffice/claims/claim-report-screen.tsx'), 'ClaimReportScreen'),
      page('/reclamations', () => import('#backoffice/claims/claims-screen.tsx'), 'ClaimsScreen'),
      page('/reclamations/:id', () => import('#backoffice/claims/claim-screen.tsx'), 'ClaimScreen'),
    ],
  },
  {
    path: '/echeances',
    title: 'Échéances',
    group: 'Achats',
    icon: IconCalendarDollar,
    audience: 'member',
    feature: 'statements',
    call: supplierPayments.payables,
    actions: [{ label: 'Paiements aux fournisseurs', path: '/echeances/paiements', call: supplierPayments.list }],
    pages: [
      page('/echeances/paiements/:id?', () => import('#backoffice/payables/payments-screen.tsx'), 'PaymentsScreen'),
      page('/echeances', () => import('#backoffice/payables/payables-screen.tsx'), 'PayablesScreen'),
      page('/echeances/:id', () => import('#backoffice/payables/account-screen.tsx'), 'AccountScreen'),
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
    exportLabel: 'Exporter les fournisseurs',
    create: { label: 'Nouveau fournisseur', call: suppliers.create },
    pages: [page('/fournisseurs/:id?', () => import('#backoffice/suppliers/suppliers-screen.tsx'), 'SuppliersScreen')],
  },
]

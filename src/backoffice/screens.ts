import {
  IconArrowsDiff,
  IconArrowsExchange,
  IconCashBanknote,
  IconCashRegister,
  IconNotebook,
  IconPackage,
  IconReceipt,
  IconReceiptTax,
  IconShoppingBagCheck,
  IconShoppingBagX,
  IconUsers,
} from '@tabler/icons-react'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { clients } from '#shared/contract/clients.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { dues } from '#shared/contract/dues.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { fiscalReports } from '#shared/contract/fiscal-reports.ts'
import { missedSales } from '#shared/contract/missed-sales.ts'
import { moneyStatements } from '#shared/contract/money-statements.ts'
import { movements } from '#shared/contract/movements.ts'
import { orderPreparations } from '#shared/contract/order-preparations.ts'
import { persons } from '#shared/contract/persons.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { sales } from '#shared/contract/sales.ts'
import type { Claims } from '#shared/domain/claims.ts'
import { accountingScreens } from '#backoffice/accounting-screens.ts'
import { lotScreens } from '#backoffice/lot-screens.ts'
import { dashboardScreens } from '#backoffice/dashboard-screens.ts'
import { page, type Page, type ScreenWithPages } from '#backoffice/screen-pages.ts'
import { payerScreens } from '#backoffice/payer-screens.ts'
import { platformScreens } from '#backoffice/platform-screens.ts'
import { purchaseScreens } from '#backoffice/purchase-screens.ts'
import { referentialScreens } from '#backoffice/referential-screens.ts'
import { reportScreens } from '#backoffice/report-screens.ts'
import { settingsScreens } from '#backoffice/settings-screens.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { counted, negativeStock } from '#backoffice/ui/waiting-work.ts'

/**
 * The screens of the back-office: menu entry, access right and pages. When two paths match an address, the first one
 * wins.
 */
const screens: readonly ScreenWithPages[] = [
  ...dashboardScreens,
  ...reportScreens,
  {
    path: '/ventes',
    title: 'Ventes',
    group: 'Comptoir',
    icon: IconReceipt,
    letter: 'v',
    audience: 'member',
    feature: 'sales',
    call: sales.list,
    exportLabel: 'Exporter les ventes',
    pages: [page('/ventes/:id?', () => import('#backoffice/sales/sales-screen.tsx'), 'SalesScreen')],
  },
  {
    path: '/ventes/manquees',
    title: 'Ventes manquées',
    group: 'Comptoir',
    icon: IconShoppingBagX,
    letter: 'm',
    audience: 'member',
    feature: 'missed-sales',
    call: missedSales.list,
    pages: [
      page('/ventes/manquees', () => import('#backoffice/missed-sales/missed-sales-screen.tsx'), 'MissedSalesScreen'),
    ],
  },
  {
    path: '/factures-normalisees',
    title: 'Factures normalisées',
    group: 'Comptoir',
    icon: IconReceiptTax,
    audience: 'member',
    feature: 'fiscal-documents',
    call: fiscalDocuments.list,
    needsFiscalPlatform: true,
    exportLabel: 'Exporter les factures normalisées',
    actions: [
      { label: 'Rapports X, Z et A', path: '/factures-normalisees/rapports', call: fiscalReports.list },
      { label: 'Journal des échanges', path: '/factures-normalisees/journal', call: fiscalDocuments.journal },
    ],
    waiting: counted('fiscalDocuments', {
      path: '/factures-normalisees?periode=tout&etat=a-completer,refusee,a-verifier',
      words: (count) => `${plural(count, 'facture')} ${pluralWord(count, 'normalisée')} à traiter`,
    }),
    pages: [
      page(
        '/factures-normalisees',
        () => import('#backoffice/fiscal-documents/fiscal-documents-screen.tsx'),
        'FiscalDocumentsScreen',
      ),
      page(
        '/factures-normalisees/rapports',
        () => import('#backoffice/fiscal-documents/fiscal-reports-screen.tsx'),
        'FiscalReportsScreen',
      ),
      page(
        '/factures-normalisees/journal',
        () => import('#backoffice/fiscal-documents/fiscal-journal-screen.tsx'),
        'FiscalJournalScreen',
      ),
      page(
        '/factures-normalisees/:id',
        () => import('#backoffice/fiscal-documents/fiscal-document-screen.tsx'),
        'FiscalDocumentScreen',
      ),
    ],
  },
  {
    path: '/dus',
    title: 'Dus aux clients',
    group: 'Comptoir',
    icon: IconShoppingBagCheck,
    audience: 'member',
    feature: 'dues',
    call: dues.list,
    waiting: counted('dues', {
      path: '/dus?etat=a-remettre',
      words: (count) => `${plural(count, 'dû', 'dus')} à remettre, en rayon`,
    }),
    pages: [page('/dus/:id?', () => import('#backoffice/dues/dues-screen.tsx'), 'DuesScreen')],
  },
  {
    path: '/ordonnancier',
    title: 'Ordonnancier',
    group: 'Comptoir',
    icon: IconNotebook,
    letter: 'o',
    audience: 'member',
    feature: 'prescription-register',
    call: prescriptionRegister.list,
    exportLabel: 'Exporter l’ordonnancier',
    pages: [
      page(
        '/ordonnancier',
        () => import('#backoffice/prescription-register/prescription-register-screen.tsx'),
        'PrescriptionRegisterScreen',
      ),
    ],
  },
  {
    path: '/caisses',
    title: 'Caisses',
    group: 'Comptoir',
    icon: IconCashRegister,
    letter: 'k',
    audience: 'member',
    feature: 'cash-registers',
    call: cashRegisters.byDate,
    pages: [
      page('/caisses', () => import('#backoffice/cash-registers/cash-registers-screen.tsx'), 'CashRegistersScreen'),
      page('/caisses/:id', () => import('#backoffice/cash-registers/cash-register-screen.tsx'), 'CashRegisterScreen'),
    ],
  },
  {
    path: '/mouvements',
    title: 'Mouvements',
    group: 'Comptoir',
    icon: IconArrowsExchange,
    letter: 'u',
    audience: 'member',
    feature: 'movements',
    call: movements.movementReportData,
    exportLabel: 'Exporter les mouvements',
    pages: [page('/mouvements', () => import('#backoffice/movements/movements-screen.tsx'), 'MovementsScreen')],
  },
  {
    path: '/decaissements',
    title: 'Décaissements',
    group: 'Comptoir',
    icon: IconCashBanknote,
    letter: 'd',
    audience: 'member',
    feature: 'disbursements',
    call: disbursements.list,
    exportLabel: 'Exporter les décaissements',
    pages: [
      page(
        '/decaissements/:id?',
        () => import('#backoffice/disbursements/disbursements-screen.tsx'),
        'DisbursementsScreen',
      ),
    ],
  },
  {
    path: '/rapprochements',
    title: 'Rapprochements',
    group: 'Comptoir',
    icon: IconArrowsDiff,
    audience: 'member',
    feature: 'reconciliation',
    call: moneyStatements.list,
    waiting: counted('moneyStatements', {
      path: '/rapprochements?non-enregistre=oui',
      words: (count) => `${plural(count, 'relevé')} avec de l’argent non enregistré`,
    }),
    actions: [
      {
        label: 'Importer un relevé d’opérateur ou de banque',
        path: '/rapprochements/import',
        call: moneyStatements.create,
      },
    ],
    pages: [
      page(
        '/rapprochements/import',
        () => import('#backoffice/reconciliation/money-import-screen.tsx'),
        'MoneyImportScreen',
      ),
      page(
        '/rapprochements',
        () => import('#backoffice/reconciliation/reconciliation-screen.tsx'),
        'ReconciliationScreen',
      ),
      page(
        '/rapprochements/:id',
        () => import('#backoffice/reconciliation/money-statement-screen.tsx'),
        'MoneyStatementScreen',
      ),
    ],
  },
  ...accountingScreens,
  {
    path: '/stock',
    title: 'Stock',
    group: 'Stock',
    icon: IconPackage,
    letter: 's',
    audience: 'member',
    feature: 'stock',
    call: pharmacyProducts.list,
    exportLabel: 'Exporter les produits du stock',
    create: { label: 'Nouveau produit', call: pharmacyProducts.create },
    waiting: negativeStock,
    actions: [{ label: 'Mini et maxi proposés', path: '/stock/mini-maxi', call: orderPreparations.limits }],
    pages: [
      page('/stock/mini-maxi', () => import('#backoffice/stock/limits-screen.tsx'), 'LimitsScreen'),
      page('/stock/:id?', () => import('#backoffice/stock/stock-screen.tsx'), 'StockScreen'),
    ],
  },
  ...lotScreens,
  ...purchaseScreens,
  {
    path: '/clients',
    details: ['/patients', '/organismes'],
    title: 'Clients',
    group: 'Clients',
    icon: IconUsers,
    letter: 'c',
    audience: 'member',
    feature: 'clients',
    call: clients.list,
    exportLabel: 'Exporter les clients',
    waiting: counted('clients', {
      path: '/clients?seulement=a-verifier',
      words: (count) => `${plural(count, 'fiche')} du comptoir à vérifier`,
    }),
    create: { label: 'Nouveau client', call: persons.create },
    actions: [{ label: 'Chercher les doublons', path: '/clients/doublons', call: persons.merge }],
    pages: [
      page('/clients', () => import('#backoffice/clients/clients-screen.tsx'), 'ClientsScreen'),
      page('/clients/doublons', () => import('#backoffice/clients/duplicates-screen.tsx'), 'DuplicatesScreen'),
      page('/patients/:id/releve', () => import('#backoffice/clients/statement-screen.tsx'), 'ClientStatementScreen'),
      page('/organismes/:id/releve', () => import('#backoffice/clients/statement-screen.tsx'), 'ClientStatementScreen'),
      page('/patients/:id', () => import('#backoffice/clients/patient-screen.tsx'), 'PatientScreen'),
      page('/organismes/:id', () => import('#backoffice/clients/organization-screen.tsx'), 'OrganizationScreen'),
    ],
  },
  ...payerScreens,
  ...settingsScreens,
  ...referentialScreens,
  ...platformScreens,
]

/** The screens for these claims, without features that the build disables. */
export function screensOf(claims: Claims, disabledFeatures: readonly string[]): readonly ScreenWithPages[] {
  const audience = claims.pharmacyId === undefined ? 'admin' : 'member'
  return screens.filter((screen) => screen.audience === audience && !disabledFeatures.includes(screen.feature))
}

/** All pages, to preload. */
export const allPages: readonly Page[] = screens.flatMap(({ pages }) => pages)

import {
  IconArrowsExchange,
  IconCashBanknote,
  IconCashRegister,
  IconCalendarX,
  IconListCheck,
  IconReceipt2,
  IconFileSpreadsheet,
  IconLayoutDashboard,
  IconNotebook,
  IconPackage,
  IconPackageOff,
  IconReceipt,
  IconShieldCheck,
  IconShoppingBagCheck,
  IconShoppingBagX,
  IconUsers,
} from '@tabler/icons-react'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { clients } from '#shared/contract/clients.ts'
import { bills } from '#shared/contract/bills.ts'
import { companies } from '#shared/contract/companies.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { dues } from '#shared/contract/dues.ts'
import { expiries } from '#shared/contract/expiries.ts'
import { missedSales } from '#shared/contract/missed-sales.ts'
import { movements } from '#shared/contract/movements.ts'
import { persons } from '#shared/contract/persons.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { sales } from '#shared/contract/sales.ts'
import { shortages } from '#shared/contract/shortages.ts'
import { stockExports } from '#shared/contract/stock-exports.ts'
import { usage } from '#shared/contract/usage.ts'
import type { Claims } from '#shared/domain/claims.ts'
import { lotScreens } from '#backoffice/lot-screens.ts'
import { page, type Page, type ScreenWithPages } from '#backoffice/screen-pages.ts'
import { platformScreens } from '#backoffice/platform-screens.ts'
import { purchaseScreens } from '#backoffice/purchase-screens.ts'
import { referentialScreens } from '#backoffice/referential-screens.ts'
import { settingsScreens } from '#backoffice/settings-screens.ts'
import { negativeStock, unassociatedLines } from '#backoffice/ui/waiting-work.ts'

/**
 * The screens of the back-office: menu entry, access right and pages. When two paths match an address, the first one
 * wins.
 */
const screens: readonly ScreenWithPages[] = [
  {
    path: '/',
    title: 'Tableau de bord',
    icon: IconLayoutDashboard,
    letter: 't',
    audience: 'member',
    feature: 'dashboard',
    call: usage.turnoverStatistics,
    opensWithoutCall: true,
    pages: [page('/', () => import('#backoffice/dashboard/dashboard-screen.tsx'), 'DashboardScreen')],
  },
  {
    path: '/ventes',
    title: 'Ventes',
    group: 'Comptoir',
    icon: IconReceipt,
    letter: 'v',
    audience: 'member',
    feature: 'sales',
    call: sales.list,
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
    path: '/dus',
    title: 'Dus aux clients',
    group: 'Comptoir',
    icon: IconShoppingBagCheck,
    audience: 'member',
    feature: 'dues',
    call: dues.list,
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
    pages: [
      page(
        '/decaissements/:id?',
        () => import('#backoffice/disbursements/disbursements-screen.tsx'),
        'DisbursementsScreen',
      ),
    ],
  },
  {
    path: '/stock',
    title: 'Stock',
    group: 'Stock',
    icon: IconPackage,
    letter: 's',
    audience: 'member',
    feature: 'stock',
    call: pharmacyProducts.list,
    create: { label: 'Nouveau produit', call: pharmacyProducts.create },
    waiting: negativeStock,
    pages: [page('/stock/:id?', () => import('#backoffice/stock/stock-screen.tsx'), 'StockScreen')],
  },
  {
    path: '/peremptions',
    title: 'Péremptions',
    group: 'Stock',
    icon: IconCalendarX,
    letter: 'h',
    audience: 'member',
    feature: 'expiries',
    call: expiries.list,
    pages: [page('/peremptions/:id?', () => import('#backoffice/expiries/expiries-screen.tsx'), 'ExpiriesScreen')],
  },
  {
    path: '/ruptures',
    title: 'Ruptures',
    group: 'Stock',
    icon: IconPackageOff,
    letter: 'z',
    audience: 'member',
    feature: 'shortages',
    call: shortages.list,
    pages: [page('/ruptures', () => import('#backoffice/shortages/shortages-screen.tsx'), 'ShortagesScreen')],
  },
  {
    path: '/exports',
    title: 'Exports de stock',
    group: 'Stock',
    icon: IconFileSpreadsheet,
    letter: 'q',
    audience: 'member',
    feature: 'stock-exports',
    call: stockExports.list,
    create: { label: 'Nouvel export de stock', call: stockExports.create },
    pages: [page('/exports', () => import('#backoffice/stock-exports/stock-exports-screen.tsx'), 'StockExportsScreen')],
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
    create: { label: 'Nouveau client', call: persons.create },
    pages: [
      page('/clients', () => import('#backoffice/clients/clients-screen.tsx'), 'ClientsScreen'),
      page('/clients/doublons', () => import('#backoffice/clients/duplicates-screen.tsx'), 'DuplicatesScreen'),
      page('/patients/:id/releve', () => import('#backoffice/clients/statement-screen.tsx'), 'ClientStatementScreen'),
      page('/organismes/:id/releve', () => import('#backoffice/clients/statement-screen.tsx'), 'ClientStatementScreen'),
      page('/patients/:id', () => import('#backoffice/clients/patient-screen.tsx'), 'PatientScreen'),
      page('/organismes/:id', () => import('#backoffice/clients/organization-screen.tsx'), 'OrganizationScreen'),
    ],
  },
  {
    path: '/assurances',
    details: ['/contrats'],
    title: 'Assureurs',
    group: 'Assurances',
    icon: IconShieldCheck,
    letter: 'a',
    audience: 'member',
    feature: 'insurers',
    call: companies.list,
    create: { label: 'Nouvel assureur', call: companies.create },
    pages: [
      page('/assurances/:id?', () => import('#backoffice/payers/insurers-screen.tsx'), 'InsurersScreen'),
      page(
        '/contrats/:id/import',
        () => import('#backoffice/insured/insured-import-screen.tsx'),
        'InsuredImportScreen',
      ),
      page('/contrats/:id', () => import('#backoffice/payers/contract-screen.tsx'), 'ContractScreen'),
    ],
  },
  {
    path: '/factures',
    title: 'Factures',
    group: 'Assurances',
    icon: IconReceipt2,
    audience: 'member',
    feature: 'bills',
    call: bills.list,
    create: { label: 'Facturer une période', call: bills.create },
    pages: [
      page('/factures/nouvelles', () => import('#backoffice/bills/proposals-screen.tsx'), 'ProposalsScreen'),
      page('/factures/bons', () => import('#backoffice/bills/vouchers-screen.tsx'), 'VouchersScreen'),
      page(
        '/factures/paiements/:id?',
        () => import('#backoffice/bills/bill-payments-screen.tsx'),
        'BillPaymentsScreen',
      ),
      page('/factures/decompte', () => import('#backoffice/bills/remittance-screen.tsx'), 'RemittanceScreen'),
      page('/factures/balance', () => import('#backoffice/bills/aged-balance-screen.tsx'), 'AgedBalanceScreen'),
      page('/factures/bilan', () => import('#backoffice/bills/billing-report-screen.tsx'), 'BillingReportScreen'),
      page('/factures', () => import('#backoffice/bills/bills-screen.tsx'), 'BillsScreen'),
      page('/factures/:id', () => import('#backoffice/bills/bill-screen.tsx'), 'BillScreen'),
    ],
  },
  {
    path: '/regime',
    title: 'Liste du régime',
    group: 'Assurances',
    icon: IconListCheck,
    letter: 'l',
    audience: 'member',
    feature: 'scheme',
    call: productHealthInsurance.withAssociatedProduct,
    waiting: unassociatedLines,
    pages: [
      page('/regime/associer', () => import('#backoffice/scheme/suggestions-screen.tsx'), 'SuggestionsScreen'),
      page('/regime/import', () => import('#backoffice/scheme/scheme-import-screen.tsx'), 'SchemeImportScreen'),
      page('/regime/:id?', () => import('#backoffice/scheme/scheme-screen.tsx'), 'SchemeScreen'),
    ],
  },
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

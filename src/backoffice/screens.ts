import {
  IconArrowsExchange,
  IconBook2,
  IconBuildingBank,
  IconBuildingStore,
  IconCashBanknote,
  IconCashRegister,
  IconListCheck,
  IconListDetails,
  IconLayoutDashboard,
  IconNotebook,
  IconPackage,
  IconPrinter,
  IconReceipt,
  IconShieldCheck,
  IconShoppingBagX,
  IconTags,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { Claims } from '#shared/domain/claims.ts'
import type { Screen } from '#backoffice/ui/screens.ts'
import { negativeStock, unassociatedLines } from '#backoffice/ui/waiting-work.ts'

/** An entry of the menu, with its pages. */
type ScreenWithPages = Screen & { pages: readonly Page[] }
type Page = { path: string; component: ComponentType; load: () => Promise<unknown> }

/** A page, loaded when first opened or when the window is idle, so that it is available offline. */
function page<Name extends string>(path: string, load: () => Promise<Record<Name, ComponentType>>, name: Name): Page {
  return { path, load, component: lazy<ComponentType>(() => load().then((module) => ({ default: module[name] }))) }
}

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
    pages: [
      page('/ventes/manquees', () => import('#backoffice/missed-sales/missed-sales-screen.tsx'), 'MissedSalesScreen'),
    ],
  },
  {
    path: '/ordonnancier',
    title: 'Ordonnancier',
    group: 'Comptoir',
    icon: IconNotebook,
    letter: 'o',
    audience: 'member',
    feature: 'prescription-register',
    needs: 'report.see',
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
    needs: 'register.use',
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
    needs: 'register.use',
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
    waiting: negativeStock,
    pages: [page('/stock/:id?', () => import('#backoffice/stock/stock-screen.tsx'), 'StockScreen')],
  },
  {
    path: '/clients',
    details: ['/patients', '/organismes'],
    title: 'Clients',
    group: 'Clients',
    icon: IconUsers,
    letter: 'c',
    audience: 'member',
    feature: 'clients',
    create: { label: 'Nouveau client', needs: 'client.edit' },
    pages: [
      page('/clients', () => import('#backoffice/clients/clients-screen.tsx'), 'ClientsScreen'),
      page('/clients/doublons', () => import('#backoffice/clients/duplicates-screen.tsx'), 'DuplicatesScreen'),
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
    create: { label: 'Nouvel assureur', needs: 'contract.edit' },
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
    path: '/regime',
    title: 'Liste du régime',
    group: 'Assurances',
    icon: IconListCheck,
    letter: 'l',
    audience: 'member',
    feature: 'scheme',
    waiting: unassociatedLines,
    pages: [
      page('/regime/associer', () => import('#backoffice/scheme/suggestions-screen.tsx'), 'SuggestionsScreen'),
      page('/regime/import', () => import('#backoffice/scheme/scheme-import-screen.tsx'), 'SchemeImportScreen'),
      page('/regime/:id?', () => import('#backoffice/scheme/scheme-screen.tsx'), 'SchemeScreen'),
    ],
  },
  {
    path: '/parametres/pharmacie',
    title: 'Pharmacie',
    group: 'Paramètres',
    icon: IconBuildingStore,
    letter: 'p',
    audience: 'member',
    feature: 'pharmacy-settings',
    pages: [
      page(
        '/parametres/pharmacie',
        () => import('#backoffice/settings/pharmacy-settings-screen.tsx'),
        'PharmacySettingsScreen',
      ),
    ],
  },
  {
    path: '/parametres/imprimantes',
    title: 'Imprimantes',
    group: 'Paramètres',
    icon: IconPrinter,
    letter: 'i',
    audience: 'member',
    feature: 'printers',
    pages: [
      page('/parametres/imprimantes', () => import('#backoffice/settings/printers-screen.tsx'), 'PrintersScreen'),
    ],
  },
  {
    path: '/parametres/roles',
    title: 'Rôles',
    group: 'Paramètres',
    icon: IconUserShield,
    letter: 'r',
    audience: 'member',
    feature: 'roles',
    pages: [page('/parametres/roles/:id?', () => import('#backoffice/settings/roles-screen.tsx'), 'RolesScreen')],
  },
  {
    path: '/parametres/etiquettes',
    title: 'Étiquettes',
    group: 'Paramètres',
    icon: IconTags,
    letter: 'e',
    audience: 'member',
    feature: 'tags',
    create: { label: 'Nouvelle étiquette', needs: 'client.edit' },
    pages: [page('/parametres/etiquettes/:id?', () => import('#backoffice/settings/tags-screen.tsx'), 'TagsScreen')],
  },
  {
    path: '/parametres/banques',
    title: 'Banques',
    group: 'Paramètres',
    icon: IconBuildingBank,
    letter: 'b',
    audience: 'member',
    feature: 'banks',
    create: { label: 'Nouvelle banque', needs: 'settings.edit' },
    pages: [page('/parametres/banques/:id?', () => import('#backoffice/settings/banks-screen.tsx'), 'BanksScreen')],
  },
  {
    path: '/parametres/motifs',
    title: 'Motifs',
    group: 'Paramètres',
    icon: IconListDetails,
    letter: 'f',
    audience: 'member',
    feature: 'disbursement-reasons',
    create: { label: 'Nouveau motif', needs: 'settings.edit' },
    pages: [page('/parametres/motifs/:id?', () => import('#backoffice/settings/reasons-screen.tsx'), 'ReasonsScreen')],
  },
  {
    path: '/referentiel',
    title: 'Produits',
    group: 'Référentiel',
    icon: IconBook2,
    letter: 'r',
    audience: 'admin',
    feature: 'referential',
    pages: [
      page('/referentiel/:id?', () => import('#backoffice/referential/referential-screen.tsx'), 'ReferentialScreen'),
    ],
  },
]

/** The screens for these claims, without features that the build disables. */
export function screensOf(claims: Claims, disabledFeatures: readonly string[]): readonly ScreenWithPages[] {
  const audience = claims.pharmacyId === undefined ? 'admin' : 'member'
  return screens.filter((screen) => screen.audience === audience && !disabledFeatures.includes(screen.feature))
}

/** All pages, to preload. */
export const allPages: readonly Page[] = screens.flatMap(({ pages }) => pages)

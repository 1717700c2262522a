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
  type TablerIcon,
} from '@tabler/icons-react'
import type { Claims } from '#shared/domain/claims.ts'

/** One entry of the menu. Only what exists is listed; a new screen adds its line here and its route in routes.tsx. */
export type Screen = {
  path: string
  /** First words of the pages that belong to it: `/patients` of « Clients ». */
  details?: readonly string[]
  title: string
  /** Heading of its group in the menu; the dashboard stands alone. */
  group?: string
  icon: TablerIcon
  /** G then this letter goes there. */
  letter: string
  /** Whose screen: a member's of a pharmacy, or the platform's admin. */
  audience: 'member' | 'admin'
  /** Name in VITE_DISABLED_FEATURES that hides it. */
  feature: string
}

const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Tableau de bord',
    icon: IconLayoutDashboard,
    letter: 't',
    audience: 'member',
    feature: 'dashboard',
  },
  {
    path: '/ventes',
    title: 'Ventes',
    group: 'Comptoir',
    icon: IconReceipt,
    letter: 'v',
    audience: 'member',
    feature: 'sales',
  },
  {
    path: '/ventes/manquees',
    title: 'Ventes manquées',
    group: 'Comptoir',
    icon: IconShoppingBagX,
    letter: 'm',
    audience: 'member',
    feature: 'missed-sales',
  },
  {
    path: '/ordonnancier',
    title: 'Ordonnancier',
    group: 'Comptoir',
    icon: IconNotebook,
    letter: 'o',
    audience: 'member',
    feature: 'prescription-register',
  },
  {
    path: '/caisses',
    title: 'Caisses',
    group: 'Comptoir',
    icon: IconCashRegister,
    letter: 'k',
    audience: 'member',
    feature: 'cash-registers',
  },
  {
    path: '/mouvements',
    title: 'Mouvements',
    group: 'Comptoir',
    icon: IconArrowsExchange,
    letter: 'u',
    audience: 'member',
    feature: 'movements',
  },
  {
    path: '/decaissements',
    title: 'Décaissements',
    group: 'Comptoir',
    icon: IconCashBanknote,
    letter: 'd',
    audience: 'member',
    feature: 'disbursements',
  },
  {
    path: '/stock',
    title: 'Stock',
    group: 'Stock',
    icon: IconPackage,
    letter: 's',
    audience: 'member',
    feature: 'stock',
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
  },
  {
    path: '/regime',
    title: 'Liste du régime',
    group: 'Assurances',
    icon: IconListCheck,
    letter: 'l',
    audience: 'member',
    feature: 'scheme',
  },
  {
    path: '/parametres/pharmacie',
    title: 'Pharmacie',
    group: 'Paramètres',
    icon: IconBuildingStore,
    letter: 'p',
    audience: 'member',
    feature: 'pharmacy-settings',
  },
  {
    path: '/parametres/imprimantes',
    title: 'Imprimantes',
    group: 'Paramètres',
    icon: IconPrinter,
    letter: 'i',
    audience: 'member',
    feature: 'printers',
  },
  {
    path: '/parametres/roles',
    title: 'Rôles',
    group: 'Paramètres',
    icon: IconUserShield,
    letter: 'r',
    audience: 'member',
    feature: 'roles',
  },
  {
    path: '/parametres/etiquettes',
    title: 'Étiquettes',
    group: 'Paramètres',
    icon: IconTags,
    letter: 'e',
    audience: 'member',
    feature: 'tags',
  },
  {
    path: '/parametres/banques',
    title: 'Banques',
    group: 'Paramètres',
    icon: IconBuildingBank,
    letter: 'b',
    audience: 'member',
    feature: 'banks',
  },
  {
    path: '/parametres/motifs',
    title: 'Motifs',
    group: 'Paramètres',
    icon: IconListDetails,
    letter: 'f',
    audience: 'member',
    feature: 'disbursement-reasons',
  },
  {
    path: '/referentiel',
    title: 'Produits',
    group: 'Référentiel',
    icon: IconBook2,
    letter: 'r',
    audience: 'admin',
    feature: 'referential',
  },
]

/** The screens of this bearer, without those that the build leaves out. */
export function screensOf(claims: Claims, disabledFeatures: readonly string[]): readonly Screen[] {
  const audience = claims.pharmacyId === undefined ? 'admin' : 'member'
  return screens.filter((screen) => screen.audience === audience && !disabledFeatures.includes(screen.feature))
}

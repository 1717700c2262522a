import { IconBuildingCommunity, IconBuildingStore, IconUsersGroup } from '@tabler/icons-react'
import { domains, platformAccounts, platformPharmacies } from '#shared/contract/platform.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'

const ofPlatform = { group: 'Plateforme', audience: 'admin', feature: 'platform' } as const

/** The administration of the platform: pharmacies, their groups and accounts. */
export const platformScreens: readonly ScreenWithPages[] = [
  {
    ...ofPlatform,
    path: '/plateforme/pharmacies',
    title: 'Pharmacies',
    icon: IconBuildingStore,
    letter: 'h',
    call: platformPharmacies.list,
    create: { label: 'Nouvelle pharmacie', call: platformPharmacies.create },
    pages: [
      page(
        '/plateforme/pharmacies/:id?',
        () => import('#backoffice/platform/pharmacies-screen.tsx'),
        'PharmaciesScreen',
      ),
    ],
  },
  {
    ...ofPlatform,
    path: '/plateforme/groupes',
    title: 'Groupes',
    icon: IconBuildingCommunity,
    letter: 'g',
    call: domains.list,
    create: { label: 'Nouveau groupe', call: domains.create },
    pages: [page('/plateforme/groupes/:id?', () => import('#backoffice/platform/domains-screen.tsx'), 'DomainsScreen')],
  },
  {
    ...ofPlatform,
    path: '/plateforme/comptes',
    title: 'Comptes',
    icon: IconUsersGroup,
    letter: 'o',
    call: platformAccounts.list,
    create: { label: 'Nouveau compte de poste', call: platformAccounts.create },
    pages: [
      page('/plateforme/comptes/:id?', () => import('#backoffice/platform/accounts-screen.tsx'), 'AccountsScreen'),
    ],
  },
]

import { IconLayoutDashboard, IconSunrise } from '@tabler/icons-react'
import { usage } from '#shared/contract/usage.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'

/** The day of the pharmacy, and the morning of all pharmacies of the owner. */
export const dashboardScreens: readonly ScreenWithPages[] = [
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
    path: '/matin',
    title: 'Ce matin',
    icon: IconSunrise,
    audience: 'member',
    feature: 'dashboard',
    call: usage.ownerMorning,
    pages: [page('/matin', () => import('#backoffice/dashboard/owner-morning-screen.tsx'), 'OwnerMorningScreen')],
  },
]

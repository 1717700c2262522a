import { IconBooks } from '@tabler/icons-react'
import { accounting } from '#shared/contract/accounting.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'

/** What is given to the accountant. */
export const accountingScreens: readonly ScreenWithPages[] = [
  {
    path: '/comptabilite',
    title: 'Comptabilité',
    group: 'Comptoir',
    icon: IconBooks,
    audience: 'member',
    feature: 'accounting',
    call: accounting.list,
    actions: [{ label: 'Plan de comptes', path: '/comptabilite/plan', call: accounting.list }],
    pages: [
      page('/comptabilite', () => import('#backoffice/accounting/accounting-screen.tsx'), 'AccountingScreen'),
      page('/comptabilite/plan', () => import('#backoffice/accounting/chart-screen.tsx'), 'ChartScreen'),
    ],
  },
]

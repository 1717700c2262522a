import { IconChartBar } from '@tabler/icons-react'
import { ownReports } from '#shared/contract/own-reports.ts'
import { reports } from '#shared/contract/reports.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'
import { counted } from '#backoffice/ui/waiting-work.ts'

/** The questions of the owner, and the reports that members built. */
export const reportScreens: readonly ScreenWithPages[] = [
  {
    path: '/rapports',
    title: 'Rapports',
    icon: IconChartBar,
    audience: 'member',
    feature: 'reports',
    call: reports.ask,
    actions: [
      { label: 'Nos rapports', path: '/rapports/nos-rapports', call: ownReports.list },
      { label: 'Nouveau rapport', path: '/rapports/nos-rapports/nouveau', call: ownReports.create },
    ],
    waiting: counted('ownReports', {
      path: '/rapports/nos-rapports?echec=oui',
      words: (count) => `${plural(count, 'rapport')} non ${pluralWord(count, 'envoyé')} par e-mail`,
    }),
    pages: [
      page('/rapports', () => import('#backoffice/reports/reports-screen.tsx'), 'ReportsScreen'),
      page('/rapports/nos-rapports', () => import('#backoffice/reports/own-reports-screen.tsx'), 'OwnReportsScreen'),
      page('/rapports/nos-rapports/nouveau', () => import('#backoffice/reports/own-report-form.tsx'), 'OwnReportForm'),
      page(
        '/rapports/nos-rapports/:id/modifier',
        () => import('#backoffice/reports/own-report-form.tsx'),
        'OwnReportForm',
      ),
      page('/rapports/nos-rapports/:id', () => import('#backoffice/reports/own-report-screen.tsx'), 'OwnReportScreen'),
    ],
  },
]

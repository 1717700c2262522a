import { useAtomValue } from 'jotai'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDayTitle, formatHour } from '#shared/ui/date-format.ts'
import { currencySymbol } from '#shared/ui/money-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { BackupBox } from '#backoffice/dashboard/backup-box.tsx'
import { Answered, Box } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { DebtsBox } from '#backoffice/dashboard/debts-box.tsx'
import { ExpiringBars } from '#backoffice/dashboard/expiring-bars.tsx'
import { FirstSteps } from '#backoffice/dashboard/first-steps.tsx'
import { HoursBox } from '#backoffice/dashboard/hours-box.tsx'
import { JournalHead } from '#backoffice/dashboard/journal-head.tsx'
import { KeyFigures } from '#backoffice/dashboard/key-figures.tsx'
import { LastSales } from '#backoffice/dashboard/last-sales.tsx'
import { hoursHeight } from '#backoffice/dashboard/late-hours-chart.tsx'
import morningClasses from '#backoffice/dashboard/morning.module.css'
import { MorningBox } from '#backoffice/dashboard/morning-box.tsx'
import { NoReport } from '#backoffice/dashboard/no-report.tsx'
import { PinnedReports } from '#backoffice/dashboard/pinned-reports.tsx'
import { ShortagesBox } from '#backoffice/dashboard/shortages-box.tsx'
import { TodoList } from '#backoffice/dashboard/todo-list.tsx'
import { DaySwitch } from '#backoffice/ui/day-switch.tsx'
import { Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'
import { useFilters } from '#backoffice/ui/use-filters.ts'

const keys = [
  { keys: ['←'], label: 'Jour précédent' },
  { keys: ['→'], label: 'Jour suivant' },
  { keys: ['G', 'V'], label: 'Ventes' },
  { keys: ['G', 'S'], label: 'Stock' },
]
const filterKeys = ['jour'] as const
const shownSales = 5
/** Refetch interval in ms: without sales no hint arrives when the hour changes. */
const everyMs = 5 * 60_000

export function DashboardScreen() {
  return useMay(usage.turnoverStatistics) ? <Dashboard /> : <NoReport />
}

/**
 * A day of the pharmacy beside an average day, with what waits, what is owed and what is missing. Today also shows
 * yesterday: first while nothing was sold yet, after the figures of the day later.
 */
function Dashboard() {
  const today = useAtomValue(todayAtom)
  const [{ jour }, change] = useFilters(filterKeys)
  const day = jour && /^\d{4}-\d{2}-\d{2}$/.test(jour) && jour <= today ? jour : today
  const isToday = day === today
  const turnover = useAnswer(
    usage.turnoverStatistics,
    { query: isToday ? {} : { day } },
    { keep: true, ...(isToday ? { everyMs } : {}) },
  )
  const stats = useAnswer(pharmacyProducts.stats, {})
  const lastSales = useAnswer(sales.list, { query: { from: day, to: day, size: shownSales } }, { keep: true })
  const readAt = turnover.dataUpdatedAt > 0 ? formatHour(turnover.dataUpdatedAt) : null
  usePageKeys(keys, readAt && `À jour à ${readAt}`)
  const noSaleYet = turnover.data?.day === today && turnover.data.today.sales === 0
  const figures = (
    <section key="figures" className={`${classes.box} ${classes.top}`} aria-label="Chiffres du jour">
      {noSaleYet && (
        <div className={morningClasses.morningHead}>
          <h2>Aujourd’hui</h2>
        </div>
      )}
      <Answered of={turnover} height={68}>
        {(statistics) => (
          <>
            <WithheldNote isShown={statistics.withheld} />
            <KeyFigures statistics={statistics} />
          </>
        )}
      </Answered>
    </section>
  )
  const morning = isToday && <MorningBox key="morning" />
  return (
    <Page scrolls>
      <div className={classes.head}>
        <PageHead
          title={formatDayTitle(day)}
          facts={isToday && readAt && `jusqu’à ${readAt}`}
          actions={
            <DaySwitch day={day} today={today} onChange={(next) => change({ jour: next === today ? null : next })} />
          }
        />
      </div>
      {noSaleYet && turnover.data?.usual.sales === 0 && <FirstSteps />}
      {noSaleYet ? [morning, figures] : [figures, morning]}
      <div className={classes.middle}>
        <Box title="Ventes par heure" fact={currencySymbol(useCurrency())}>
          <Answered of={turnover} height={hoursHeight}>
            {(statistics) => <HoursBox statistics={statistics} isToday={isToday} />}
          </Answered>
        </Box>
        <Box title="À faire">
          <TodoList />
        </Box>
      </div>
      <PinnedReports />
      <div className={classes.bottom}>
        <DebtsBox />
        <ShortagesBox stats={stats} today={today} />
        <Box title="Valeur qui expire" link={<TextLink to="/peremptions">Péremptions</TextLink>}>
          <Answered of={stats} height={220}>
            {({ expiring }) => <ExpiringBars months={expiring} />}
          </Answered>
        </Box>
        <Box title="Dernières ventes" link={<TextLink to={`/ventes?du=${day}&au=${day}`}>Toutes</TextLink>}>
          <Answered of={lastSales} height={220}>
            {({ items }) => <LastSales sales={items} isToday={isToday} />}
          </Answered>
        </Box>
      </div>
      <BackupBox />
      <JournalHead />
    </Page>
  )
}

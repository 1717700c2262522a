import { useAtomValue } from 'jotai'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { formatDayTitle, formatHour } from '#shared/ui/date-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { Answered, Box } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { ExpiringBars } from '#backoffice/dashboard/expiring-bars.tsx'
import { HoursBox } from '#backoffice/dashboard/hours-box.tsx'
import { KeyFigures } from '#backoffice/dashboard/key-figures.tsx'
import { LastSales } from '#backoffice/dashboard/last-sales.tsx'
import { NoReport } from '#backoffice/dashboard/no-report.tsx'
import { ShortageTable, shortageExportColumns } from '#backoffice/dashboard/shortage-table.tsx'
import { TodoList } from '#backoffice/dashboard/todo-list.tsx'
import { DaySwitch } from '#backoffice/ui/day-switch.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
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

/** A day of the pharmacy: turnover beside an average day, shortages and pending tasks. */
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
  return (
    <Page scrolls>
      <PageHead
        title={formatDayTitle(day)}
        facts={isToday && readAt && `jusqu’à ${readAt}`}
        actions={
          <DaySwitch day={day} today={today} onChange={(next) => change({ jour: next === today ? null : next })} />
        }
      />
      <section className={`${classes.box} ${classes.top}`} aria-label="Chiffres du jour">
        <Answered of={turnover} height={68}>
          {(statistics) => <KeyFigures statistics={statistics} />}
        </Answered>
      </section>
      <div className={classes.middle}>
        <Box title="Ventes par heure" fact="F CFA">
          <Answered of={turnover} height={268}>
            {(statistics) => <HoursBox statistics={statistics} isToday={isToday} />}
          </Answered>
        </Box>
        <Box title="À faire">
          <TodoList />
        </Box>
      </div>
      <div className={classes.bottom}>
        <Box title="Valeur qui expire" link={<TextLink to="/peremptions">Péremptions</TextLink>}>
          <Answered of={stats} height={220}>
            {({ expiring }) => <ExpiringBars months={expiring} />}
          </Answered>
        </Box>
        <Box
          title="Ruptures"
          fact={
            stats.data &&
            `${plural(stats.data.shortageCount, 'produit')} qui se ${stats.data.shortageCount < 2 ? 'vend' : 'vendent'}`
          }
          link={
            <span className={classes.links}>
              <TextLink to="/ruptures?etat=rupture">Toutes</TextLink>
              <ListExport
                small
                isLocal
                name="Ruptures"
                columns={shortageExportColumns}
                source={() => ({ rows: stats.data?.shortages ?? [] })}
              />
            </span>
          }
        >
          <Answered of={stats} height={220}>
            {({ shortages }) => <ShortageTable shortages={shortages} today={today} />}
          </Answered>
        </Box>
        <Box title="Dernières ventes" link={<TextLink to={`/ventes?du=${day}&au=${day}`}>Toutes</TextLink>}>
          <Answered of={lastSales} height={220}>
            {({ items }) => <LastSales sales={items} isToday={isToday} />}
          </Answered>
        </Box>
      </div>
    </Page>
  )
}

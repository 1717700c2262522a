import { SegmentedControl, Skeleton } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'
import { call } from '#shared/client/call.ts'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { type Movement, type MovementReport, movements } from '#shared/contract/movements.ts'
import { users } from '#shared/contract/users.ts'
import { displayName } from '#shared/domain/person.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { movementColumns, movementFileColumns } from '#backoffice/movements/movement-columns.tsx'
import { MovementFilterMenu } from '#backoffice/movements/movement-filter-menu.tsx'
import {
  movementChips,
  movementFilterKeys,
  movementQueryOf,
  type MovementQuery,
  noFilters,
} from '#backoffice/movements/movement-filters.ts'
import { sumsOf } from '#backoffice/movements/movement-sums.ts'
import classes from '#backoffice/movements/movements.module.css'
import { registerName } from '#backoffice/movements/register-name.ts'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { PeriodSwitch } from '#backoffice/ui/period-switch.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useCursorPages } from '#backoffice/ui/use-cursor-pages.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'

// Charts are heavy, and most who come here read the list.
const MovementCurves = lazy(() =>
  import('#backoffice/movements/movement-curves.tsx').then((module) => ({ default: module.MovementCurves })),
)

const keys = listKeys.filter(({ label }) => label !== 'Filtrer')
/** Curves have no rows to walk. */
const hourKeys = keys.filter(({ label }) => label === 'Exporter')
const views = [
  { value: '', label: 'Liste' },
  { value: 'heures', label: 'Par heure' },
]
const pageSize = 200
/** A ledger of years is one file. */
const fileMs = 120_000

/** The ledger; who may not see what is expected of a drawer is told so. */
export function MovementsScreen() {
  if (useAtomValue(rightsAtom).has('register.seeExpected')) return <Ledger />
  return (
    <ClosedPage title="Mouvements">
      Les mouvements disent ce que chaque caisse doit contenir&nbsp;: ils demandent le droit de voir l’attendu de la
      caisse.
    </ClosedPage>
  )
}

/** Every franc that moved, newest first, with its sums; or what moved along the day. */
function Ledger() {
  const [, go] = useLocation()
  const today = useAtomValue(todayAtom)
  const timeZone = useAtomValue(terminalAtom)?.pharmacy?.timeZone ?? 'UTC'
  const columns = useMemo(() => movementColumns(timeZone), [timeZone])
  const [filters, change] = useFilters(movementFilterKeys)
  const query = movementQueryOf(filters)
  const report = useAnswer(movements.report, { query }, { keep: true })
  const pages = useCursorPages((cursor) =>
    queryOf(movements.movementReportData, { query: { ...query, ...(cursor ? { cursor } : {}), size: pageSize } }),
  )
  const known = useNames(query, pages.rows)
  const isByHour = filters.vue === 'heures'
  usePageKeys(isByHour ? hourKeys : keys, pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null)
  const chips = movementChips(query, today, known.names)
  const isFiltered = Object.keys(query).length > 0
  return (
    <Page scrolls={isByHour}>
      <PageHead
        title="Mouvements"
        actions={
          <>
            <SegmentedControl
              aria-label="Vue"
              withItemsBorders={false}
              data={views}
              value={isByHour ? 'heures' : ''}
              onChange={(vue) => change({ vue: vue || null })}
            />
            <PeriodSwitch filters={filters} today={today} onChange={change} />
            <ListExport
              name="Mouvements"
              columns={movementFileColumns(timeZone)}
              source={() => ({
                readNext: (cursor, size, signal) =>
                  call(
                    movements.movementReportData,
                    { query: { ...query, ...(cursor ? { cursor } : {}), size } },
                    { signal },
                  ),
                expected: report.data?.count ?? 0,
              })}
              readCsv={(signal) => call(movements.movementReportCsv, { query }, { signal, timeoutMs: fileMs })}
            />
          </>
        }
      />
      <FilterChips
        chips={chips}
        onRemove={(key) =>
          change(Object.fromEntries((chips.find((chip) => chip.key === key)?.keys ?? []).map((each) => [each, null])))
        }
        addMenu={(close) => (
          <MovementFilterMenu filters={filters} query={query} {...known} onChange={change} onClose={close} />
        )}
        resultCount={isFiltered && !report.isStale ? report.data?.count : undefined}
      />
      {report.data && <Sums report={report.data} isStale={report.isStale} />}
      {isByHour ? (
        <Suspense fallback={<Skeleton height={360} aria-hidden />}>
          <MovementCurves query={query} report={report} />
        </Suspense>
      ) : (
        <ListRoom isStale={pages.isStale}>
          <DataTable
            label="Mouvements"
            columns={columns}
            rowKey={({ id }) => id}
            {...pages.table}
            errorText="Les mouvements n’ont pas pu être chargés. Le comptoir continue de vendre."
            offlineText="Les mouvements demandent le réseau."
            emptyText={
              isFiltered
                ? 'Aucun mouvement ne correspond à ces filtres.'
                : 'Aucun mouvement. Le premier sera le fond d’une caisse ou une vente.'
            }
            {...(isFiltered ? { emptyAction: { label: 'Effacer les filtres', onClick: () => change(noFilters) } } : {})}
            onOpen={({ saleId, registerId }) => go(saleId === null ? `/caisses/${registerId}` : `/ventes/${saleId}`)}
          />
        </ListRoom>
      )}
    </Page>
  )
}

/** How many lines, and what each means brought. */
function Sums({ report, isStale }: { report: MovementReport; isStale: boolean }) {
  const { types, rounding } = sumsOf(report)
  return (
    <section aria-label="Sommes" className={classes.box} data-stale={isStale || undefined}>
      <dl className={classes.sums}>
        <div>
          <dt>Mouvements</dt>
          <dd>{formatAmount(report.count, { decimals: 0 })}</dd>
        </div>
        {types.map(({ type, amount }) => (
          <div key={type}>
            <dt>{paymentName(type)}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
        {rounding !== 0 && (
          <div>
            <dt>Arrondi</dt>
            <dd>
              <Money amount={rounding} signed />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** Whom the ids of the address stand for. A client is named by his own movements: without one, nobody needs his name. */
function useNames({ userId, clientId, registerId }: MovementQuery, rows: readonly Movement[]) {
  const everyone = useAnswer(users.all, {}).data ?? []
  const mayRead = useAtomValue(rightsAtom).has('register.use')
  const { data } = useAnswer(
    cashRegisters.report,
    { query: { registerId: registerId ?? '' } },
    { enabled: registerId !== undefined && mayRead },
  )
  const user = everyone.find(({ id }) => id === userId)
  const register = data?.register
  return {
    users: everyone,
    register,
    names: {
      user: user && displayName(user),
      client: (clientId && rows.find(({ clientName }) => clientName !== null)?.clientName) || undefined,
      register: register && registerName(register),
    },
  }
}

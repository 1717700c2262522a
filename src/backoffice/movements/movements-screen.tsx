import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useSearch } from 'wouter'
import { type Movement, movements } from '#shared/contract/movements.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { useMovementColumns, useMovementFile } from '#backoffice/movements/movement-columns.tsx'
import { movementFilters, type MovementQuery } from '#backoffice/movements/movement-filters.tsx'
import { figureGroupsOf } from '#backoffice/movements/movement-sums.ts'
import classes from '#backoffice/movements/movements.module.css'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { serverCursor } from '#backoffice/ui/lists/list-source.ts'
import { listView, ListViews } from '#backoffice/ui/lists/list-views.tsx'
import { movementsAddress } from '#backoffice/ui/money-address.ts'
import { AmountLink } from '#backoffice/ui/amount-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

// Loaded on demand: charts are large, and most users only read the list.
const MovementCurves = lazy(() =>
  import('#backoffice/movements/movement-curves.tsx').then((module) => ({ default: module.MovementCurves })),
)

const movementList = list({
  home: '/mouvements',
  title: 'Mouvements',
  noun: noun('mouvement', 'm'),
  source: serverCursor(movements.movementReportData, { useCount: useMovementCount, csv: movements.movementReportCsv }),
  useColumns: useMovementColumns,
  useFile: useMovementFile,
  filters: movementFilters,
  // The sums above the rows already show their number.
  facts: () => null,
  Above: Sums,
  open: {
    page: ({ saleId, registerId }: Movement) => (saleId === null ? `/caisses/${registerId}` : `/ventes/${saleId}`),
  },
  words: {
    error: 'Les mouvements n’ont pas pu être chargés. Le comptoir continue de vendre.',
    empty: 'Aucun mouvement. Le premier sera le fond d’une caisse ou une vente.',
  },
})

const views = [
  listView('', 'Liste', movementList),
  listView('heures', 'Par heure', { ...movementList, Body: HoursOfTheDay }),
] as const

/** All money movements: as a list, newest first, with totals; or as curves over the day. */
export function MovementsScreen() {
  return <ListViews views={views} />
}

type AskedQuery = { query: Partial<MovementQuery> }

function useReport({ query }: AskedQuery) {
  return useAnswer(movements.report, { query }, { keep: true })
}

function useMovementCount(query: Partial<MovementQuery>): number | undefined {
  const { data, isStale } = useReport({ query })
  return isStale ? undefined : data?.count
}

function HoursOfTheDay({ query }: AskedQuery) {
  return (
    <Suspense fallback={<Skeleton height={360} aria-hidden />}>
      <MovementCurves query={query} />
    </Suspense>
  )
}

/**
 * The number of lines and the sums of docs/money.md; each opens the lines that it adds up. The total of all lines shows
 * only for chosen kinds: over floats, sales and deposits it would say nothing.
 */
function Sums({ query }: AskedQuery) {
  const search = useSearch()
  const { data: report, isStale } = useReport({ query })
  if (!report) return null
  return (
    <section aria-label="Sommes" className={classes.box} data-stale={isStale || undefined}>
      <WithheldNote isShown={report.withheld} />
      <dl className={classes.sums}>
        <div>
          <dt>Mouvements</dt>
          <dd>{formatAmount(report.count, { decimals: 0 })}</dd>
        </div>
        {query.kind !== undefined && (
          <div>
            <dt>Total</dt>
            <dd>
              <Money amount={report.totals.reduce((sum, { amount }) => sum + amount, 0)} />
            </dd>
          </div>
        )}
        {figureGroupsOf(report).map((group) =>
          group.map(({ name, amount, kinds, types }, place) => (
            <div key={name} data-first={place === 0 || undefined}>
              <dt>{name}</dt>
              <dd>
                <AmountLink
                  to={movementsAddress(search, {
                    kinds: within(kinds, query.kind),
                    types: types && within(types, query.type),
                  })}
                  amount={amount}
                />
              </dd>
            </div>
          )),
        )}
      </dl>
    </section>
  )
}

/** Of the values of a figure, those that the filter of the list keeps; `filter`: values separated by commas. */
function within<Value extends string>(values: readonly Value[], filter: string | undefined): readonly Value[] {
  const kept = filter?.split(',')
  return kept ? values.filter((value) => kept.includes(value)) : values
}

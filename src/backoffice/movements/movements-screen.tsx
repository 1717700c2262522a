import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type Movement, movements } from '#shared/contract/movements.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { useMovementColumns, useMovementFile } from '#backoffice/movements/movement-columns.tsx'
import { movementFilters, type MovementQuery } from '#backoffice/movements/movement-filters.tsx'
import { sumsOf } from '#backoffice/movements/movement-sums.ts'
import classes from '#backoffice/movements/movements.module.css'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { serverCursor } from '#backoffice/ui/lists/list-source.ts'
import { listView, ListViews } from '#backoffice/ui/lists/list-views.tsx'
import { movementKindWords } from '#backoffice/ui/movement-words.ts'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

// Loaded on demand: charts are large, and most users only read the list.
const MovementCurves = lazy(() =>
  import('#backoffice/movements/movement-curves.tsx').then((module) => ({ default: module.MovementCurves })),
)

const movementList = list({
  home: '/mouvements',
  title: 'Mouvements',
  noun: noun('mouvement', 'm'),
  needs: {
    call: movements.movementReportData,
    words:
      'Les mouvements disent ce que chaque caisse doit contenir\u00a0: ils demandent le droit de voir l’attendu de la caisse.',
  },
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
  const report = useReport({ query })
  return (
    <Suspense fallback={<Skeleton height={360} aria-hidden />}>
      <MovementCurves query={query} report={report} />
    </Suspense>
  )
}

/** The number of lines and the total of each means. */
function Sums({ query }: AskedQuery) {
  const { data: report, isStale } = useReport({ query })
  if (!report) return null
  const { types, placed, rounding } = sumsOf(report)
  return (
    <section aria-label="Sommes" className={classes.box} data-stale={isStale || undefined}>
      <dl className={classes.sums}>
        <div>
          <dt>Mouvements</dt>
          <dd>{formatAmount(report.count, { decimals: 0 })}</dd>
        </div>
        {types.map(({ type, amount, isNet }) => (
          <div key={type}>
            <dt>{isNet ? `${paymentName(type)}, décaissements déduits` : paymentName(type)}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
        {placed.map(({ kind, amount }) => (
          <div key={kind}>
            <dt>{movementKindWords[kind]}</dt>
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

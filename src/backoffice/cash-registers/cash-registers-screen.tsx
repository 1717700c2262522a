import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { type CashRegister, cashRegisters } from '#shared/contract/cash-registers.ts'
import { sortRows } from '#shared/ui/data-table-column.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/cash-registers/cash-registers.module.css'
import { registerColumns } from '#backoffice/cash-registers/register-columns.tsx'
import { rangeOf, registerFilterKeys } from '#backoffice/cash-registers/register-filters.ts'
import { hiddenText } from '#backoffice/cash-registers/register-words.ts'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { DaySwitch } from '#backoffice/ui/day-switch.tsx'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'
import { Gap } from '#backoffice/ui/gap.tsx'
import { useRememberedList } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys } from '#backoffice/ui/list-keys.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { periodText } from '#backoffice/ui/periods.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { sortOf, sortText } from '#backoffice/ui/sort-text.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { type Answer, useAnswer } from '#backoffice/ui/use-answer.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'

const keys = [
  { keys: ['←'], label: 'Jour précédent' },
  { keys: ['→'], label: 'Jour suivant' },
  ...listKeys.filter(({ label }) => label !== 'Filtrer'),
]
/** Read at once, so that every column sorts all of them: years of a pharmacy. */
const most = 2000

/** The cash registers; who may not hold one is told so. */
export function CashRegistersScreen() {
  if (useAtomValue(rightsAtom).has('register.use')) return <Registers />
  return <ClosedPage title="Caisses">Voir les caisses demande le droit de tenir une caisse.</ClosedPage>
}

/** Registers that were open on a day, today first, or on some days: how each stands and what it was found to lack. */
function Registers() {
  const [, go] = useLocation()
  const today = useAtomValue(todayAtom)
  const [filters, change] = useFilters(registerFilterKeys)
  const seesExpected = useAtomValue(rightsAtom).has('register.seeExpected')
  const { from, to } = rangeOf(filters, today)
  const answer = useAnswer(cashRegisters.byDate, { query: { from, to, size: most } }, { keep: true })
  const sort = sortOf(filters.tri)
  const rows = useMemo(
    () => sortRows(answer.data?.items ?? [], registerColumns, sortOf(filters.tri)),
    [answer.data, filters.tri],
  )
  useRememberedList()
  usePageKeys(keys, answer.dataUpdatedAt > 0 ? `À jour à ${formatHour(answer.dataUpdatedAt)}` : null)
  const isToday = from === today && to === today
  const backToToday = () => change({ du: null, au: null })
  const showDay = (day: string) => (day === today ? backToToday() : change({ du: day, au: day }))
  return (
    <Page>
      <PageHead
        title="Caisses"
        facts={answer.data && <Facts registers={answer.data.items} total={answer.data.total} />}
        actions={
          <>
            <DaySwitch day={to < today ? to : today} today={today} onChange={showDay} />
            <ListExport name="Caisses" columns={registerColumns} source={() => ({ rows })} isLocal />
          </>
        }
      />
      <FilterChips
        chips={from === to ? [] : [{ key: 'periode', label: periodText(from, to) }]}
        onRemove={backToToday}
        addMenu={(close) => (
          <FilterMenu onClose={close}>
            <DayFilterFields
              filters={{ du: from, au: to }}
              onChange={(days) => change({ du: from, au: to, ...days })}
            />
          </FilterMenu>
        )}
      />
      {!seesExpected && <p className={classes.note}>{hiddenText}</p>}
      <ListRoom isStale={answer.isStale}>
        <DataTable
          label="Caisses"
          columns={registerColumns}
          rowKey={({ id }) => id}
          rows={rows}
          {...(sort ? { sort } : {})}
          onSort={(next) => change({ tri: sortText(next) })}
          {...useFace(answer)}
          errorText="Les caisses n’ont pas pu être chargées. Le comptoir continue de vendre."
          offlineText="Les caisses demandent le réseau."
          emptyText={
            isToday
              ? 'Aucune caisse ouverte aujourd’hui.'
              : from === to
                ? 'Aucune caisse ouverte ce jour.'
                : 'Aucune caisse ouverte sur cette période.'
          }
          {...(isToday ? {} : { emptyAction: { label: 'Revenir à aujourd’hui', onClick: backToToday } })}
          question={`${from} ${to} ${filters.tri ?? ''}`}
          onOpen={({ id }) => go(`/caisses/${id}`)}
        />
      </ListRoom>
    </Page>
  )
}

function Facts({ registers, total }: { registers: readonly CashRegister[]; total: number }) {
  const gaps = registers.flatMap(({ gap }) => (gap === null ? [] : [gap]))
  return (
    <>
      {total > registers.length && `${plural(registers.length, 'dernière')} de `}
      {plural(total, 'caisse')}
      {gaps.length > 0 && (
        <>
          , écart <Gap amount={gaps.reduce((sum, gap) => sum + gap, 0)} unit />
        </>
      )}
    </>
  )
}

function useFace({ data, error, dataUpdatedAt, retry }: Answer<unknown>) {
  const isOffline = useAtomValue(isOfflineAtom)
  return {
    face: isOffline
      ? ('offline' as const)
      : error
        ? ('error' as const)
        : data
          ? ('ready' as const)
          : ('loading' as const),
    ...(dataUpdatedAt > 0 ? { listedAt: new Date(dataUpdatedAt) } : {}),
    onRetry: retry,
  }
}

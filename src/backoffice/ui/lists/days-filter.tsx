import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import type { AddressChange, AddressValues, Filter, LastDay } from '#backoffice/ui/lists/filter.ts'
import classes from '#backoffice/ui/lists/lists.module.css'
import { type DayFilters, isDay, periodOf, periodText } from '#backoffice/ui/periods.ts'
import { PeriodSwitch } from '#backoffice/ui/period-switch.tsx'

const wholePeriod = { periode: 'tout' }
const todayPeriod = { periode: 'jour' }

/**
 * First and last day: a switch of the usual periods in the page head, and two fields in « Filtre ». The default is
 * today. A search covers all days unless the member has chosen a period; the page head says so. `useLastDay`: the day
 * that the empty list of today offers.
 */
export function daysFilter<Query extends { from?: string | undefined; to?: string | undefined }>(
  useLastDay: LastDay,
): Filter<Query> {
  return {
    keys: ['du', 'au', 'periode'],
    useLastDay,
    initial: { words: 'aujourd’hui', off: wholePeriod },
    query: (values, today) => {
      const { du, au } = daysOf(values, today)
      return { ...(du ? { from: du } : {}), ...(au ? { to: au } : {}) } as Partial<Query>
    },
    chip: (values, { today }) => {
      const days = daysOf(values, today)
      return periodOf(days, today) === null ? periodText(days.du, days.au) : null
    },
    Field: ({ values, change, today }) => {
      const days = daysOf(values, today)
      return (
        <DayFilterFields
          filters={days}
          onChange={(next) => change(daysChange({ ...days, ...next }, { today, cherche: values['cherche'] }))}
        />
      )
    },
    Head: ({ values, change, today }) => (
      <>
        {isLiftedBySearch(values) && (
          <span role="status" className={classes.lifted}>
            Cherché dans tous les jours
          </span>
        )}
        <PeriodSwitch
          filters={daysOf(values, today)}
          today={today}
          onChange={(next) => change(daysChange(next, { today, cherche: values['cherche'] }))}
        />
      </>
    ),
  }
}

/** The days in the address. The default is today, or all days during a search. */
function daysOf(values: AddressValues, today: string): DayFilters {
  const { du, au, periode } = values
  if (isDay(du) || isDay(au)) return { ...(isDay(du) ? { du } : {}), ...(isDay(au) ? { au } : {}) }
  return periode === wholePeriod.periode || isLiftedBySearch(values) ? {} : { du: today, au: today }
}

function isLiftedBySearch({ du, au, periode, cherche }: AddressValues): boolean {
  const isChosen = isDay(du) || isDay(au) || periode === wholePeriod.periode || periode === todayPeriod.periode
  return Boolean(cherche) && !isChosen
}

/**
 * The change of the address that selects these days. Today is stored without its date, so that a saved address stays
 * valid tomorrow.
 */
function daysChange(
  { du = null, au = null }: { du?: string | null; au?: string | null },
  { today, cherche }: { today: string; cherche: string | undefined },
): AddressChange {
  if (du === null && au === null) return { du, au, ...wholePeriod }
  if (du !== today || au !== today) return { du, au, periode: null }
  // During a search the default is all days, so the address must name today.
  return { du: null, au: null, ...(cherche ? todayPeriod : { periode: null }) }
}

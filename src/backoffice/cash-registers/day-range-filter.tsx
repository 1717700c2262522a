import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { DayFilterFields } from '#backoffice/ui/day-filter-fields.tsx'
import { DaySwitch } from '#backoffice/ui/day-switch.tsx'
import type { AddressValues, Filter } from '#backoffice/ui/lists/filter.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import type { QueryOf } from '#backoffice/ui/lists/list-source.ts'
import { isDay, periodText } from '#backoffice/ui/periods.ts'

/** The first and last day shown. A single day counts as both; without a day, today; invalid dates are ignored. */
function rangeOf({ du, au }: AddressValues, today: string): { from: string; to: string } {
  const [first, last] = [isDay(du) ? du : undefined, isDay(au) ? au : undefined]
  const [from, to] = [first ?? last ?? today, last ?? first ?? today]
  return from <= to ? { from, to } : { from: to, to: from }
}

/** A day that ← and → change (today by default), or a period chosen in « Filtre ». */
export const dayRangeFilter: Filter<QueryOf<typeof cashRegisters.byDate>> = {
  keys: ['du', 'au'],
  useLastDay: newestDay(cashRegisters.byDate, ({ openedAt }) => openedAt, { from: '2000-01-01', to: '2999-12-31' }),
  query: rangeOf,
  chip: (values, { today }) => {
    const { from, to } = rangeOf(values, today)
    return from === to ? null : periodText(from, to)
  },
  Field: ({ values, change, today }) => {
    const { from: du, to: au } = rangeOf(values, today)
    return <DayFilterFields filters={{ du, au }} onChange={(days) => change({ du, au, ...days })} />
  },
  Head: ({ values, change, today }) => {
    const { to } = rangeOf(values, today)
    return (
      <DaySwitch
        day={to < today ? to : today}
        today={today}
        onChange={(day) => change(day === today ? { du: null, au: null } : { du: day, au: day })}
      />
    )
  },
}

import { useAtomValue } from 'jotai'
import type { CallInput, Endpoint } from '#shared/contract/endpoint.ts'
import { isDay } from '#shared/domain/dates.ts'
import type { LastDay } from '#backoffice/ui/lists/filter.ts'
import type { QueryOf, RowsOf } from '#backoffice/ui/lists/list-source.ts'
import { localDayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/**
 * The day of the newest row. The call must answer the newest row first; `at` is the instant of a row, or its calendar
 * day. `everyDay`: the query of all days, for a call that answers today without one.
 */
export function newestDay<E extends Endpoint>(
  endpoint: E,
  at: (row: RowsOf<E>) => string,
  everyDay: Partial<QueryOf<E>> = {},
): LastDay {
  return function useLastDay(isAsked) {
    const dayOf = useAtomValue(localDayAtom)
    const input = { query: { ...everyDay, size: 1 } } as CallInput<E>
    const { data, error } = useAnswer(endpoint, input, { enabled: isAsked })
    if (!isAsked || (!data && !error)) return undefined
    const newest = (data as { items: readonly RowsOf<E>[] } | undefined)?.items[0]
    if (newest === undefined) return null
    const moment = at(newest)
    return isDay(moment) ? moment : dayOf(moment)
  }
}

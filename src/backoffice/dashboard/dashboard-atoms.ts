import { keepPreviousData } from '@tanstack/query-core'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { queryOf } from '#shared/store/queries.ts'

/** The day that the dashboard shows; null is today, whichever day that is by then. */
export const shownDayAtom = atom<{ day: string; isToday: boolean }>({ day: '', isToday: true })

const lastSales = 5
/** Without a sale nothing hints that the hour moved on. */
const everyMs = 5 * 60_000

export const turnoverAtom = atomWithQuery((get) => {
  const { day, isToday } = get(shownDayAtom)
  return { ...queryOf(usage.turnoverStatistics, { query: isToday ? {} : { day } }), refetchInterval: isToday ? everyMs : false, enabled: day !== '', placeholderData: keepPreviousData }
})

export const stockStatsAtom = atomWithQuery(() => queryOf(pharmacyProducts.stats, {}))

/** The last sales of the day; their total counts the day. */
export const lastSalesAtom = atomWithQuery((get) => {
  const { day } = get(shownDayAtom)
  return { ...queryOf(sales.list, { query: { from: day, to: day, size: lastSales } }), enabled: day !== '', placeholderData: keepPreviousData }
})

/** How many sales the server wants looked at. */
export const flaggedSalesAtom = atomWithQuery(() => queryOf(sales.list, { query: { flagged: 'only', size: 1 } }))

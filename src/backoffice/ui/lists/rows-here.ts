import { useMemo } from 'react'

/** Rows are handed over one by one all the same: React’s development build compares props in depth, seconds for 20,000 of them. */
const allAreHere = () => undefined

/** The part of a table that every list of rows in memory shares. `readAt`: when they were true, in milliseconds of the clock. */
export function tableOfRows<Row>(rows: readonly Row[], readAt: number | null) {
  return {
    rowCount: rows.length,
    rowAt: (index: number) => rows[index],
    onRangeNeeded: allAreHere,
    ...(readAt === null ? {} : { listedAt: new Date(readAt) }),
  }
}

/** The same object as long as it says the same: what is worked out of it is kept. */
export function useSteady<Query extends object>(query: Query): Query {
  const text = JSON.stringify(query)
  return useMemo(() => JSON.parse(text) as Query, [text])
}

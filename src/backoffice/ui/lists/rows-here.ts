import { useMemo } from 'react'

/**
 * Rows are read one by one although all are in memory: React’s development build compares props in depth, which takes
 * seconds for an array of 20,000 rows.
 */
const allAreHere = () => undefined

/** The table props that all lists in memory share. `readAt`: the age of the rows, as epoch milliseconds. */
export function tableOfRows<Row>(rows: readonly Row[], readAt: number | null) {
  return {
    rowCount: rows.length,
    rowAt: (index: number) => rows[index],
    onRangeNeeded: allAreHere,
    ...(readAt === null ? {} : { listedAt: new Date(readAt) }),
  }
}

/** Returns the same object while its content is equal, so that memos that depend on it stay valid. */
export function useSteady<Query extends object>(query: Query): Query {
  const text = JSON.stringify(query)
  return useMemo(() => JSON.parse(text) as Query, [text])
}

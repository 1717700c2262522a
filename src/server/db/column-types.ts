import { types } from 'pg'

const parsers: Record<number, (text: string) => unknown> = {
  // bigint, and numeric (the type of a sum of bigints).
  20: safeNumber,
  1700: safeNumber,
  // A date stays a string: a JavaScript Date would shift it by the time zone of the server.
  1082: (text) => text,
  // bigint[]
  1016: (text) => (types.getTypeParser(1016 as 20) as unknown as (text: string) => string[])(text).map(Number),
}

/**
 * Clamps a number to the safe integers instead of throwing. The contract caps amounts far below that limit, but the sum
 * of rows from before the caps may exceed it: a report then shows the limit.
 */
function safeNumber(text: string): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)))
}

/** Converts column values from PostgreSQL to JavaScript. */
export const columnTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
}

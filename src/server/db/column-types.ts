import { types } from 'pg'

const parsers: Record<number, (text: string) => unknown> = {
  // bigint, and numeric, which is what a sum of bigints is: amounts are safe whole numbers by contract
  20: Number,
  1700: Number,
  // date stays the day it is; a Date would move it by the time zone of the server
  1082: (text) => text,
  // bigint[]
  1016: (text) => (types.getTypeParser(1016 as 20) as unknown as (text: string) => string[])(text).map(Number),
}

/** How columns become values. */
export const columnTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
}

import { types } from 'pg'

const parsers: Record<number, (text: string) => unknown> = {
  // bigint, and numeric (the type of a sum of bigints): the contract guarantees that amounts are safe integers
  20: Number,
  1700: Number,
  // date stays a string: a Date would shift it by the time zone of the server
  1082: (text) => text,
  // bigint[]
  1016: (text) => (types.getTypeParser(1016 as 20) as unknown as (text: string) => string[])(text).map(Number),
}

/** Converts column values from PostgreSQL to JavaScript. */
export const columnTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
}

import type { ReactNode } from 'react'
import { wallClockFromDate } from '#shared/ui/calendar-day.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import type { Column } from '#shared/ui/data-table-column.ts'
import type { ExportedColumn, ExportValue } from '#shared/ui/table-export.ts'
import textClasses from '#shared/ui/text.module.css'

/** A column of a list: what a cell shows, what an export writes, and by what the list is sorted. */
export type ListColumn<Row> = ExportedColumn<Row> & {
  /** Not shown until somebody asks for it in « Colonnes ». */
  isOptional?: boolean
  /** What the server sorts by, where it is called otherwise than the column. */
  sortKey?: string
  /** Never shown: what an export says more than the cells in view. */
  isExportOnly?: boolean
}

type Shape<Row> = Partial<Pick<Column<Row>, 'width' | 'grow' | 'priority' | 'sortable' | 'firstSort' | 'compare'>> & {
  isOptional?: boolean
}
type Read<Row, Value> = (row: Row) => Value

/** What is not known. */
export const nothing: ReactNode = <span className={textClasses.quiet}>–</span>

/** Text. `strong`: the name of the row; `quiet`: what matters less. */
export function textColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, string | null>,
  {
    strong = false,
    quiet = false,
    search = '',
    ...shape
  }: Shape<Row> & { strong?: boolean; quiet?: boolean; search?: string } = {},
): ListColumn<Row> {
  return {
    key,
    header,
    width: 150,
    ...shape,
    render: (row) => {
      const text = read(row)
      if (text === null) return nothing
      const shown = search ? <MarkedLabel text={text} search={search} /> : text
      if (quiet) return <span className={textClasses.quiet}>{shown}</span>
      return strong ? <b>{shown}</b> : shown
    },
    exported: (row) => read(row),
  }
}

/** A whole number, at the right. */
export function numberColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, number | null>,
  { strong = false, ...shape }: Shape<Row> & { strong?: boolean } = {},
): ListColumn<Row> {
  return {
    key,
    header,
    width: 72,
    align: 'end',
    ...shape,
    render: (row) => {
      const number = read(row)
      if (number === null) return nothing
      return strong ? <b>{number}</b> : number
    },
    exported: (row) => read(row),
  }
}

/** How many: thousands stand apart. */
export function countColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, number>,
  shape: Shape<Row> = {},
): ListColumn<Row> {
  return {
    ...numberColumn(key, header, read, shape),
    render: (row) => formatAmount(read(row), { decimals: 0 }),
  }
}

/** An amount in minor units of the pharmacy's currency, at the right. `signed`: a plus where it comes in. */
export function moneyColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, number | null>,
  { strong = false, signed = false, ...shape }: Shape<Row> & { strong?: boolean; signed?: boolean } = {},
): ListColumn<Row> {
  return {
    key,
    header,
    width: 104,
    align: 'end',
    ...shape,
    render: (row) => {
      const amount = read(row)
      if (amount === null) return nothing
      const shown = <Money amount={amount} signed={signed} />
      return strong ? <b>{shown}</b> : shown
    },
    exported: (row) => {
      const amount = read(row)
      return amount === null ? null : { money: amount }
    },
  }
}

/** A whole percentage, at the right. */
export function percentColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, number | null>,
  shape: Shape<Row> = {},
): ListColumn<Row> {
  return {
    key,
    header,
    width: 72,
    align: 'end',
    ...shape,
    render: (row) => {
      const percent = read(row)
      return percent === null ? nothing : formatPercent(percent)
    },
    exported: (row) => read(row),
  }
}

/** A calendar day: `2026-11-21`, or the day of a moment. */
export function dayColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, string | null>,
  shape: Shape<Row> = {},
): ListColumn<Row> {
  return {
    key,
    header,
    width: 98,
    ...shape,
    render: (row) => {
      const day = read(row)
      return day === null ? nothing : formatShortDay(day)
    },
    exported: (row) => {
      const day = read(row)
      // A file takes days of the calendar: a moment has one at this terminal.
      return day === null ? null : { day: day.length > 10 ? wallClockFromDate(new Date(day)).slice(0, 10) : day }
    },
  }
}

/** The hour of a moment. */
export function hourColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, string>,
  shape: Shape<Row> = {},
): ListColumn<Row> {
  return {
    key,
    header,
    width: 62,
    ...shape,
    render: (row) => formatHour(read(row)),
    exported: (row) => formatHour(read(row)),
  }
}

/** What is to be said of a row, as a tag, or nothing. */
export function stateColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, { label: string; tone?: StatusTone } | null>,
  shape: Shape<Row> = {},
): ListColumn<Row> {
  return {
    key,
    header,
    width: 132,
    ...shape,
    render: (row) => {
      const state = read(row)
      return state && <StatusTag tone={state.tone}>{state.label}</StatusTag>
    },
    exported: (row) => read(row)?.label ?? '',
  }
}

/** « Archivée », or nothing. */
export function archivedColumn<Row extends { archived: boolean }>(
  word: string,
  shape: Shape<Row> = {},
): ListColumn<Row> {
  return {
    key: 'etat',
    sortKey: 'archived',
    header: 'État',
    width: 160,
    ...shape,
    render: ({ archived }) => archived && <StatusTag>{word}</StatusTag>,
    exported: ({ archived }) => (archived ? word : ''),
  }
}

/** What only an export says. */
export function exportOnlyColumn<Row>(
  key: string,
  header: string,
  exported: ListColumn<Row>['exported'],
): ListColumn<Row> {
  return { key, header, width: 0, render: () => null, exported, isExportOnly: true }
}

/**
 * For rows that the server pages: every column sorts there, except one that says `sortable: false`. `sortKeys`: what the
 * contract sorts by, of columns that have another key.
 */
export function sortedByServer<Row>(
  columns: readonly ListColumn<Row>[],
  sortKeys: Readonly<Record<string, string>> = {},
): readonly ListColumn<Row>[] {
  return columns.map((column) => ({
    sortable: !column.isExportOnly,
    sortKey: sortKeys[column.key] ?? column.key,
    ...column,
  }))
}

/** For rows in memory: a column that says no other order sorts by what an export writes of it. */
export function sortedHere<Row>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  return columns.map((column) => ({
    compare: (a, b) => compareValues(column.exported(a), column.exported(b)),
    isEmpty: (row) => plainValue(column.exported(row)) === '',
    ...column,
  }))
}

/** As people read it: « é » beside « e », « 10 mg » after « 2 mg ». One collator: making it takes longer than comparing. */
const { compare: compareText } = new Intl.Collator('fr', { numeric: true })

function compareValues(a: ExportValue, b: ExportValue): number {
  const [left, right] = [plainValue(a), plainValue(b)]
  return typeof left === 'number' && typeof right === 'number' ? left - right : compareText(String(left), String(right))
}

function plainValue(value: ExportValue): string | number {
  if (value === null) return ''
  if (typeof value !== 'object') return value
  return 'money' in value ? value.money : 'day' in value ? value.day : value.moment
}

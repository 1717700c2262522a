import type { ReactNode } from 'react'
import { wallClockFromDate } from '#shared/ui/calendar-day.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import type { SupplierPrice } from '#shared/domain/supplier-price.ts'
import { ExactPrice, Money } from '#shared/ui/money.tsx'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import type { Column } from '#shared/ui/data-table-column.ts'
import type { ExportedColumn, ExportValue } from '#shared/ui/table-export.ts'
import textClasses from '#shared/ui/text.module.css'

/** A column of a list: the content of its cells, the value in an export, and the sort order. */
export type ListColumn<Row> = ExportedColumn<Row> & {
  /** Hidden until the member shows it in « Colonnes ». */
  isOptional?: boolean
  /** The sort key of the server, when it differs from the key of the column. */
  sortKey?: string
  /** Only exported, never shown. */
  isExportOnly?: boolean
}

type Shape<Row> = Partial<Pick<Column<Row>, 'width' | 'grow' | 'priority' | 'sortable' | 'firstSort' | 'compare'>> & {
  isOptional?: boolean
}
type Read<Row, Value> = (row: Row) => Value

/** Shown in place of an unknown value. */
export const nothing: ReactNode = <span className={textClasses.quiet}>–</span>

/** Text. `strong`: the name of the row; `quiet`: secondary information. */
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

/** An integer without a thousands separator, right-aligned. */
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

/** A count, with a thousands separator. */
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

/** An amount in minor units of the pharmacy's currency, right-aligned. `signed`: « + » before positive amounts. */
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

/** What a supplier asks for one box, with all decimals of its paper, right-aligned. */
export function supplierPriceColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, SupplierPrice | null>,
  shape: Shape<Row> = {},
): ListColumn<Row> {
  return {
    key,
    header,
    width: 104,
    align: 'end',
    ...shape,
    render: (row) => {
      const price = read(row)
      return price === null ? nothing : <ExactPrice price={price} />
    },
    exported: (row) => {
      const price = read(row)
      return price === null ? null : { price }
    },
  }
}

/** An integer percentage, right-aligned. */
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

/** A calendar day: `2026-11-21`, or the local day of an instant. */
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
      // An export contains calendar days: an instant is converted to the local day of this terminal.
      return day === null ? null : { day: day.length > 10 ? wallClockFromDate(new Date(day)).slice(0, 10) : day }
    },
  }
}

/** The local time of an instant. */
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

/** The day and the local time of an instant: « 21/11/2026 11:42 ». */
export function momentColumn<Row>(
  key: string,
  header: string,
  read: Read<Row, string | null>,
  shape: Shape<Row> = {},
): ListColumn<Row> {
  return {
    ...textColumn(key, header, read, { width: 132, ...shape }),
    render: (row) => {
      const instant = read(row)
      return instant === null ? nothing : `${formatShortDay(instant)} ${formatHour(instant)}`
    },
    exported: (row) => {
      const instant = read(row)
      return instant === null ? null : { moment: instant }
    },
  }
}

/** The state of a row as a tag; empty for the normal state. */
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

/** « Archivée » for an archived row, else empty. */
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

/** A column that only an export contains. */
export function exportOnlyColumn<Row>(
  key: string,
  header: string,
  exported: ListColumn<Row>['exported'],
): ListColumn<Row> {
  return { key, header, width: 0, render: () => null, exported, isExportOnly: true }
}

/**
 * For rows that the server sorts: every column is sortable unless it sets `sortable: false`. `sortKeys`: the sort key
 * of the contract for each column whose own key differs.
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

/** For rows in memory: a column without its own `compare` sorts by its exported value. */
export function sortedHere<Row>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  return columns.map((column) => ({
    compare: (a, b) => compareValues(column.exported(a), column.exported(b)),
    isEmpty: (row) => plainValue(column.exported(row)) === '',
    ...column,
  }))
}

/**
 * French order: « é » next to « e », « 10 mg » after « 2 mg ». Created once, because creating a collator is slower than
 * comparing.
 */
const { compare: compareText } = new Intl.Collator('fr', { numeric: true })

function compareValues(a: ExportValue, b: ExportValue): number {
  const [left, right] = [plainValue(a), plainValue(b)]
  return typeof left === 'number' && typeof right === 'number' ? left - right : compareText(String(left), String(right))
}

function plainValue(value: ExportValue): string | number {
  if (value === null) return ''
  if (typeof value !== 'object') return value
  // A price is a number here only to sort by it.
  if ('price' in value) return Number(value.price)
  return 'money' in value ? value.money : 'day' in value ? value.day : value.moment
}

import { plainReference } from '#shared/domain/billing/plain-reference.ts'
import { daysBetween } from '#shared/domain/dates.ts'
import type { MoneyLine } from '#shared/domain/reconciliation/money-file.ts'

/** Money that the pharmacy recorded. `amount` is negative for what it gave back. */
export type RecordedMoney = {
  id: string
  day: string
  /** Of the day, in the time of the pharmacy; null: the day alone is known. */
  minutes: number | null
  /** Numbers of transactions and cheques. */
  references: readonly string[]
  phone: string | null
  amount: number
  /** What it came from: what one source gave and took back is even. Null: on its own. */
  source: string | null
}

/** How a line of a statement was found: by its reference, by phone and amount, by amount and time alone, or by hand. */
export const matchWays = ['reference', 'phone', 'amount', 'hand'] as const
export type MatchWay = (typeof matchWays)[number]
export type MoneyPair = { line: number; record: number; way: MatchWay }

/** In days: how far a line may be before and after what was recorded. A cheque is credited days after it was taken. */
export type MoneyWindow = { before: number; after: number }
export const moneyWindows = {
  'mobile-money': { before: 1, after: 2 },
  bank: { before: 1, after: 15 },
} as const satisfies Record<string, MoneyWindow>

/** The records that are not even: a payment that was recorded and taken back, as by a canceled sale, is left out. */
export function withoutReversals<R extends Pick<RecordedMoney, 'source' | 'amount'>>(records: readonly R[]): R[] {
  const sums = new Map<string, number>()
  for (const { source, amount } of records) if (source !== null) sums.set(source, (sums.get(source) ?? 0) + amount)
  return records.filter(({ source }) => source === null || sums.get(source) !== 0)
}

/** As `matchMoney`, with what was taken back only for the lines that nothing else explains. */
export function matchStatement(
  lines: readonly MoneyLine[],
  records: readonly RecordedMoney[],
  window: MoneyWindow,
): { line: number; id: string; way: MatchWay }[] {
  const live = withoutReversals(records)
  const isLive = new Set(live.map(({ id }) => id))
  const first = matchMoney(lines, live, window)
  const matched = new Set(first.map(({ line }) => line))
  const rest = lines.flatMap((_, at) => (matched.has(at) ? [] : [at]))
  const reversed = records.filter(({ id }) => !isLive.has(id))
  const then = matchMoney(
    rest.map((at) => lines[at]!),
    reversed,
    window,
  )
  return [
    ...first.map(({ line, record, way }) => ({ line, way, id: live[record]!.id })),
    ...then.map(({ line, record, way }) => ({ line: rest[line]!, way, id: reversed[record]!.id })),
  ]
}

/**
 * Pairs the lines of a statement with what was recorded: first by reference, then by phone, amount and time, then by
 * amount and time. A reference finds also another amount: the difference is then to be explained. Each line and each
 * record is in at most one pair, and money that came in is never paired with money that went out. In time
 * n log n: lines of one amount are walked beside the records of this amount, in their order.
 */
export function matchMoney(
  lines: readonly MoneyLine[],
  records: readonly RecordedMoney[],
  window: MoneyWindow,
): MoneyPair[] {
  const pairs: MoneyPair[] = []
  const takenLines = new Set<number>()
  const takenRecords = new Set<number>()
  const pair = (line: number, record: number, way: MatchWay): void => {
    pairs.push({ line, record, way })
    takenLines.add(line)
    takenRecords.add(record)
  }

  const byReference = groupedBy(records, ({ references }) => references.flatMap(referencesIn))
  // The same amount first: a reference that was typed twice then finds its own line.
  for (const isExact of [true, false])
    lines.forEach((line, at) => {
      if (takenLines.has(at)) return
      const keys = [line.reference, line.label].flatMap((text) => (text ? referencesIn(text) : []))
      const found = keys
        .flatMap((key) => byReference.get(key) ?? [])
        .find((record) => {
          const { amount } = records[record]!
          const fits = isExact ? amount === line.amount : Math.sign(amount) === Math.sign(line.amount)
          return fits && !takenRecords.has(record)
        })
      if (found !== undefined) pair(at, found, 'reference')
    })

  const walk = (way: MatchWay, keyOf: (of: { phone: string | null; amount: number }) => string | null): void => {
    const open = groupedBy(records, (record, at) => (takenRecords.has(at) ? [] : (keyOf(record) ?? [])))
    const asked = groupedBy(lines, (line, at) => (takenLines.has(at) ? [] : (keyOf(line) ?? [])))
    for (const [key, those] of asked) {
      const candidates = (open.get(key) ?? []).toSorted((a, b) => moment(records[a]!) - moment(records[b]!))
      let next = 0
      for (const line of those.toSorted((a, b) => moment(lines[a]!) - moment(lines[b]!))) {
        // What is too early for this line is too early for all that follow.
        while (next < candidates.length && apart(lines[line]!, records[candidates[next]!]!) > window.after) next++
        if (next < candidates.length && apart(lines[line]!, records[candidates[next]!]!) >= -window.before)
          pair(line, candidates[next++]!, way)
      }
    }
  }
  walk('phone', ({ phone, amount }) => {
    const digits = phoneEnd(phone)
    return digits && `${digits} ${amount}`
  })
  walk('amount', ({ amount }) => String(amount))
  return pairs
}

/** In days, from the record to the line. */
function apart(line: { day: string }, record: { day: string }): number {
  return daysBetween(record.day, line.day)
}

/** A number that sorts by day, then by time. */
function moment({ day, minutes }: { day: string; minutes: number | null }): number {
  return Number(day.replaceAll('-', '')) * 1440 + (minutes ?? 0)
}

/** A shorter number is found in too many texts. */
const shortest = 5

/** The numbers in a text, as they may be written elsewhere: the whole text, and each of its words that has a digit. */
function referencesIn(text: string): string[] {
  const words = text.split(/[^\p{L}\d]+/u).filter((word) => /\d/.test(word))
  const keys = [text, ...words].map(plainReference).filter((key) => key.length >= shortest && /\d/.test(key))
  return [...new Set(keys)]
}

/** The last eight digits of a phone: the rest is written in several ways. */
function phoneEnd(phone: string | null): string | null {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return digits.length >= 8 ? digits.slice(-8) : null
}

/** Indexes by key; one may have several keys. */
function groupedBy<Of>(
  all: readonly Of[],
  keysOf: (of: Of, at: number) => string | readonly string[],
): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  all.forEach((of, at) => {
    for (const key of [keysOf(of, at)].flat()) {
      const group = groups.get(key)
      if (group) group.push(at)
      else groups.set(key, [at])
    }
  })
  return groups
}

import { addDays, addMonths, isDay, lastDayOfMonth, mondayOf } from '#shared/domain/dates.ts'
import type { Period } from '#shared/domain/reports/compared-period.ts'
import { articles } from '#shared/domain/reports/words/said-words.ts'
import { wordsIn, type Token } from '#shared/domain/reports/words/tokens.ts'

/** A period that the words from `at` on say, and how many words say it. */
export type SaidPeriod = { period: Period; length: number }
type SaidDay = { day: string; length: number }

const listOf = (text: string) => wordsIn(text)
const months = listOf('janvier février mars avril mai juin juillet août septembre octobre novembre décembre')
const weekdays = listOf('lundi mardi mercredi jeudi vendredi samedi dimanche')
const numbers = new Map(
  listOf('un deux trois quatre cinq six sept huit neuf dix onze douze').map((word, at) => [word, at + 1] as const),
)
for (const [word, number] of [
  ['quinze', 15],
  ['vingt', 20],
  ['trente', 30],
  ['quatre-vingt-dix', 90],
] as const)
  numbers.set(word, number)
const ordinals = new Map([
  ...['premier', 'premiere'].map((word) => [word, 1] as const),
  ...['deuxieme', 'second', 'seconde'].map((word) => [word, 2] as const),
  ['troisieme', 3] as const,
  ['quatrieme', 4] as const,
])
const past = new Set(['dernier', 'derniere', 'passe', 'passee', 'precedent', 'precedente', 'avant'])

/** The period that begins at a word of a question; null when none does. `today`: of the pharmacy. */
export function periodAt(tokens: readonly Token[], at: number, text: string, today: string): SaidPeriod | null {
  const reader = new Reader(tokens, text, today)
  return reader.since(at) ?? reader.range(at) ?? reader.plain(at)
}

/** The words of a question and the readers of their dates. */
class Reader {
  constructor(
    private readonly tokens: readonly Token[],
    private readonly text: string,
    private readonly today: string,
  ) {}

  private word(at: number): string {
    return this.tokens[at]?.word ?? ''
  }

  /** The next word that is no article. */
  private skip(at: number): number {
    let next = at
    while (articles.has(this.word(next))) next++
    return next
  }

  /** « depuis janvier », « depuis le 10 », « depuis 3 mois ». */
  since(at: number): SaidPeriod | null {
    if (this.word(at) !== 'depui') return null
    const start = this.skip(at + 1)
    const day = this.dayAt(start, this.today.slice(0, 7))
    if (day && day.day <= this.today)
      return { period: { from: day.day, to: this.today }, length: start - at + day.length }
    const said = this.weekdayAt(start) ?? this.plain(this.word(start) === 'debut' ? this.skip(start + 1) : start)
    if (!said) return null
    const begin = this.word(start) === 'debut' ? this.skip(start + 1) : start
    return { period: { from: said.period.from, to: this.today }, length: begin - at + said.length }
  }

  /** « du 1er au 15 novembre », « de janvier à mars », « entre mars et mai ». */
  range(at: number): SaidPeriod | null {
    const first = this.word(at)
    if (!['du', 'de', 'd', 'entre'].includes(first)) return null
    const start = this.skip(at + 1)
    const isLink = (index: number) =>
      (first === 'entre' ? ['et'] : ['au', 'a', 'jusqu', 'aux']).includes(this.word(index))
    // The first day borrows its month from the second one.
    for (const length of [1, 2, 3, 4, 5]) {
      const link = start + length
      if (!isLink(link)) continue
      const next = this.skip(link + 1)
      const to = this.dayAt(next, null)
      const from = to && this.dayAt(start, to.day.slice(0, 7), to.day)
      if (to && from?.length === length && from.day <= to.day)
        return { period: { from: from.day, to: to.day }, length: next - at + to.length }
      const last = this.monthAt(next)
      const begin = this.monthAt(start, last?.month)
      if (last && begin?.length === length && begin.month <= last.month)
        return {
          period: { from: `${begin.month}-01`, to: endOf(last.month) },
          length: next - at + last.length,
        }
    }
    return null
  }

  /** A day, a week, a month, a quarter, a year, or as many of them until today. */
  plain(at: number): SaidPeriod | null {
    const isLed = at > 0 && ['par', 'chaque', 'quel', 'quelle', 'meilleur', 'meilleure'].includes(this.word(at - 1))
    if (isLed) return null
    const day = this.dayAt(at, null)
    if (day) return { period: { from: day.day, to: day.day }, length: day.length }
    if (this.word(at) !== 'avant' && past.has(this.word(at))) {
      const unit = this.unit(at + 1, true)
      return unit && { ...unit, length: unit.length + 1 }
    }
    return this.lastOfMany(at) ?? this.weekdayBack(at) ?? this.partOfYear(at) ?? this.unit(at) ?? this.wholeMonth(at)
  }

  /** « 3 mars 2026 », « 1er novembre », « 12/10 », « hier »; with a month to stand in, also « 10 ». */
  private dayAt(at: number, month: string | null, before?: string): SaidDay | null {
    const word = this.word(at)
    if (word === 'hier') return { day: addDays(this.today, -1), length: 1 }
    if (word === 'avant' && this.word(at + 1) === 'hier') return { day: addDays(this.today, -2), length: 2 }
    if (word === 'aujourd') return { day: this.today, length: this.word(at + 1) === 'hui' ? 2 : 1 }
    if (word === 'aujourdhui') return { day: this.today, length: 1 }
    const written = this.writtenDay(at)
    if (written) return written
    if (!/^\d{1,2}$/.test(word)) return null
    const afterNumber = this.word(at + 1) === 'er' ? 2 : 1
    const date = Number(word)
    const named = months.indexOf(this.word(at + afterNumber))
    if (named >= 0) {
      const year = yearIn(this.word(at + afterNumber + 1))
      const day = year === null ? this.latest(named + 1, date) : dayIn(year, named + 1, date)
      return isDay(day) ? { day, length: afterNumber + (year === null ? 1 : 2) } : null
    }
    if (month === null) return null
    const day = dayIn(Number(month.slice(0, 4)), Number(month.slice(5)), date)
    if (!isDay(day)) return null
    // « du 25 au 3 novembre » begins in October.
    if (before !== undefined && day > before) return { day: addMonths(day, -1), length: afterNumber }
    return { day: day > this.today && before === undefined ? addMonths(day, -1) : day, length: afterNumber }
  }

  /** « 12/10/2025 », « 12.10 », « 2025-10-12 ». */
  private writtenDay(at: number): SaidDay | null {
    const token = this.tokens[at]
    if (!token) return null
    const rest = this.text.slice(token.start)
    const [iso] = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(rest) ?? []
    if (iso !== undefined) return isDay(iso) ? { day: iso, length: 3 } : null
    const [, date, month, year] = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?(?!\d)/.exec(rest) ?? []
    if (date === undefined || month === undefined) return null
    const full = year?.length === 2 ? `20${year}` : year
    const [m, d] = [Number(month), Number(date)]
    const day = full === undefined ? this.latest(m, d) : dayIn(Number(full), m, d)
    return isDay(day) ? { day, length: year === undefined ? 2 : 3 } : null
  }

  /** The last day of this date and month that is not after today. */
  private latest(month: number, date: number): string {
    const year = Number(this.today.slice(0, 4))
    const day = dayIn(year, month, date)
    return day > this.today ? dayIn(year - 1, month, date) : day
  }

  /** « octobre 2025 »; without a year the last one that has begun, or the one before `until`. */
  private monthAt(at: number, until?: string): { month: string; length: number } | null {
    const named = months.indexOf(this.word(at))
    if (named < 0) return null
    const year = yearIn(this.word(at + 1))
    const monthIn = (of: number) => dayIn(of, named + 1, 1).slice(0, 7)
    if (year !== null) return { month: monthIn(year), length: 2 }
    const last = until ?? this.today.slice(0, 7)
    const month = monthIn(Number(last.slice(0, 4)))
    return { month: month > last ? monthIn(Number(last.slice(0, 4)) - 1) : month, length: 1 }
  }

  private wholeMonth(at: number): SaidPeriod | null {
    const said = this.monthAt(at)
    return said && { period: this.untilToday(`${said.month}-01`, endOf(said.month)), length: said.length }
  }

  /** « 30 derniers jours », « trois derniers mois », « 12 mois ». */
  private lastOfMany(at: number): SaidPeriod | null {
    const count = /^\d{1,3}$/.test(this.word(at)) ? Number(this.word(at)) : numbers.get(this.word(at))
    if (count === undefined || count === 0) return null
    const afterLast = past.has(this.word(at + 1)) ? at + 2 : at + 1
    const length = (past.has(this.word(afterLast + 1)) ? afterLast + 2 : afterLast + 1) - at
    const from = ((): string | null => {
      switch (this.word(afterLast)) {
        case 'jour':
          return addDays(this.today, 1 - count)
        case 'semaine':
          return addDays(this.today, 1 - 7 * count)
        case 'moi':
          return addDays(addMonths(this.today, -count), 1)
        case 'an':
        case 'annee':
          return addDays(addMonths(this.today, -12 * count), 1)
        default:
          return null
      }
    })()
    return from === null ? null : { period: { from, to: this.today }, length }
  }

  /** « lundi » after « depuis »: the last one. */
  private weekdayAt(at: number): SaidPeriod | null {
    const named = weekdays.indexOf(this.word(at))
    if (named < 0) return null
    const day = addDays(mondayOf(this.today), named)
    const last = day > this.today ? addDays(day, -7) : day
    return { period: { from: last, to: last }, length: past.has(this.word(at + 1)) ? 2 : 1 }
  }

  /** « lundi dernier », « week-end dernier »: before today. */
  private weekdayBack(at: number): SaidPeriod | null {
    const isWeekend = this.word(at) === 'week' && this.word(at + 1) === 'end'
    const length = isWeekend ? 3 : 2
    if (!past.has(this.word(at + length - 1))) return null
    if (isWeekend) {
      const saturday = addDays(mondayOf(this.today), -2)
      return { period: { from: saturday, to: addDays(saturday, 1) }, length }
    }
    const named = weekdays.indexOf(this.word(at))
    if (named < 0) return null
    const day = addDays(mondayOf(this.today), named)
    const last = day >= this.today ? addDays(day, -7) : day
    return { period: { from: last, to: last }, length }
  }

  /** « premier trimestre », « T3 2026 », « 2e semestre 2025 », « trimestre dernier ». */
  private partOfYear(at: number): SaidPeriod | null {
    const [, letter, digit] = /^([ts])([1-4])$/.exec(this.word(at)) ?? []
    const isNumber = /^[1-4]$/.test(this.word(at))
    const ordinal = isNumber ? Number(this.word(at)) : ordinals.get(this.word(at))
    const afterOrdinal = isNumber && /^(er|e|eme|nd|nde|ere)$/.test(this.word(at + 1)) ? at + 2 : at + 1
    const unit = letter ?? (ordinal === undefined ? '' : this.word(afterOrdinal).slice(0, 1))
    const isNamed = ['trimestre', 'semestre'].includes(this.word(afterOrdinal))
    if (letter === undefined && (ordinal === undefined || !isNamed)) return this.quarterOfToday(at)
    const size = unit === 't' ? 3 : 6
    const number = digit === undefined ? ordinal! : Number(digit)
    if (number > 12 / size) return null
    const end = letter === undefined ? afterOrdinal + 1 : at + 1
    const yearPlace = this.skip(end)
    const year = yearIn(this.word(yearPlace))
    const month = (number - 1) * size + 1
    const from = year === null ? this.latest(month, 1) : dayIn(year, month, 1)
    return {
      period: this.untilToday(from, addDays(addMonths(from, size), -1)),
      length: (year === null ? end : yearPlace + 1) - at,
    }
  }

  private quarterOfToday(at: number): SaidPeriod | null {
    const size = { trimestre: 3, semestre: 6 }[this.word(at)]
    if (size === undefined) return null
    const month = Number(this.today.slice(5, 7))
    const first = dayIn(Number(this.today.slice(0, 4)), month - ((month - 1) % size), 1)
    const isPast = past.has(this.word(at + 1))
    const from = isPast ? addMonths(first, -size) : first
    return { period: this.untilToday(from, addDays(addMonths(from, size), -1)), length: isPast ? 2 : 1 }
  }

  /** « semaine dernière », « mois », « année 2025 », « an dernier », « 2025 ». */
  private unit(at: number, isBefore = false): SaidPeriod | null {
    const word = this.word(at)
    const bare = yearIn(word)
    if (bare !== null) return { period: this.untilToday(`${bare}-01-01`, `${bare}-12-31`), length: 1 }
    const isFollowed = past.has(this.word(at + 1))
    const isPast = isBefore || isFollowed
    const length = isFollowed ? 2 : 1
    const monday = mondayOf(this.today)
    const first = `${this.today.slice(0, 8)}01`
    const year = Number(this.today.slice(0, 4))
    switch (word) {
      case 'jour':
      case 'journee':
        return { period: isPast ? days(addDays(this.today, -1)) : days(this.today), length }
      case 'semaine':
        return isPast
          ? { period: { from: addDays(monday, -7), to: addDays(monday, -1) }, length }
          : { period: { from: monday, to: this.today }, length }
      case 'moi':
        return isPast
          ? { period: { from: addMonths(first, -1), to: addDays(first, -1) }, length }
          : { period: { from: first, to: this.today }, length }
      case 'an':
      case 'annee': {
        const said = yearIn(this.word(at + 1))
        const asked = said ?? (isPast ? year - 1 : year)
        return {
          period: this.untilToday(`${asked}-01-01`, `${asked}-12-31`),
          length: said === null ? length : 2,
        }
      }
      default:
        return null
    }
  }

  private untilToday(from: string, to: string): Period {
    return { from, to: from <= this.today && to > this.today ? this.today : to }
  }
}

/** A day as it is written, which the calendar may not have: « 2026-02-31 ». */
function dayIn(year: number, month: number, date: number): string {
  return [year, ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-')
}

function days(day: string): Period {
  return { from: day, to: day }
}

/** A year that a report can be of. */
function yearIn(word: string): number | null {
  return /^20\d{2}$/.test(word) ? Number(word) : null
}

function endOf(month: string): string {
  return lastDayOfMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
}

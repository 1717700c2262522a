import { addDays, addMonths, isDay, mondayOf } from '#shared/domain/dates.ts'
import type { Period } from '#shared/domain/reports/compared-period.ts'
import { articles } from '#shared/domain/reports/words/said-words.ts'
import { wordsIn, type Token } from '#shared/domain/reports/words/tokens.ts'

/** A period that the words from `at` on say, and how many words say it. */
export type SaidPeriod = { period: Period; length: number }
export type SaidDay = { day: string; length: number }

const listOf = (text: string) => wordsIn(text)
const months = listOf('janvier février mars avril mai juin juillet août septembre octobre novembre décembre')
/** « sept », « janv » */
const shortMonths = new Map(
  listOf('janv jan fev fevr avr juil aou sept oct nov dec').map((word) => [
    word,
    months.findIndex((month) => month.startsWith(word)),
  ]),
)
const monthOf = (word: string): number => shortMonths.get(word) ?? months.indexOf(word)
/** What a number before them counts: it is no date. */
const units = new Set(
  listOf('jour semaine mois an année quinzaine dernier dernière premier meilleur produit plus h heure'),
)
export const weekdays = listOf('lundi mardi mercredi jeudi vendredi samedi dimanche')
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
export const ordinals = new Map([
  ...['premier', 'premiere'].map((word) => [word, 1] as const),
  ...['deuxieme', 'second', 'seconde'].map((word) => [word, 2] as const),
  ['troisieme', 3] as const,
  ['quatrieme', 4] as const,
])
export const past = new Set(['dernier', 'derniere', 'passe', 'passee', 'precedent', 'precedente', 'avant'])

/** The words of a question and the readers of their days and months. */
export class DayReader {
  constructor(
    protected readonly tokens: readonly Token[],
    protected readonly text: string,
    protected readonly today: string,
  ) {}

  protected word(at: number): string {
    return this.tokens[at]?.word ?? ''
  }

  /** The next word that is no article. */
  protected skip(at: number): number {
    let next = at
    while (articles.has(this.word(next))) next++
    return next
  }

  /** « 3 mars 2026 », « 1er novembre », « 12/10 », « hier »; with a month to stand in, also « 10 ». */
  protected dayAt(at: number, month: string | null, before?: string): SaidDay | null {
    const word = this.word(at)
    // « vendredi 27 novembre »
    if (weekdays.includes(word)) {
      const led = /^\d/.test(this.word(at + 1)) ? this.dayAt(at + 1, month, before) : null
      return led && { ...led, length: led.length + 1 }
    }
    if (word === 'ce' && this.word(at + 1) === 'jour' && before === undefined) return { day: this.today, length: 2 }
    if (word === 'hier') return { day: addDays(this.today, -1), length: 1 }
    if (word === 'avant' && this.word(at + 1) === 'hier') return { day: addDays(this.today, -2), length: 2 }
    if (word === 'aujourd') return { day: this.today, length: this.word(at + 1) === 'hui' ? 2 : 1 }
    if (word === 'aujourdhui') return { day: this.today, length: 1 }
    const written = this.writtenDay(at)
    if (written) return written
    if (!/^\d{1,2}$/.test(word)) return null
    const afterNumber = this.word(at + 1) === 'er' ? 2 : 1
    const date = Number(word)
    const named = monthOf(this.word(at + afterNumber))
    if (named >= 0) {
      const year = yearIn(this.word(at + afterNumber + 1))
      const day = year === null ? this.latest(named + 1, date) : dayIn(year, named + 1, date)
      return isDay(day) ? { day, length: afterNumber + (year === null ? 1 : 2) } : null
    }
    if (month === null || units.has(this.word(at + afterNumber))) return null
    const day = dayIn(Number(month.slice(0, 4)), Number(month.slice(5)), date)
    // « du 31 au 3 novembre »
    if (!isDay(day)) return before === undefined || date === 0 ? null : this.before(month, date, afterNumber)
    // « du 25 au 3 novembre » begins in October.
    if (before !== undefined && day > before) return { day: addMonths(day, -1), length: afterNumber }
    return { day: day > this.today && before === undefined ? addMonths(day, -1) : day, length: afterNumber }
  }

  /** The date in the month before. */
  protected before(month: string, date: number, length: number): SaidDay | null {
    const day = addMonths(`${month}-01`, -1).slice(0, 8) + String(date).padStart(2, '0')
    return isDay(day) ? { day, length } : null
  }

  /** « 12/10/2025 », « 12.10 », « 2025-10-12 ». */
  protected writtenDay(at: number): SaidDay | null {
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
  protected latest(month: number, date: number): string {
    const year = Number(this.today.slice(0, 4))
    const day = dayIn(year, month, date)
    return day > this.today ? dayIn(year - 1, month, date) : day
  }

  /** « octobre 2025 »; without a year the last one that has begun, or the one before `until`. */
  protected monthAt(at: number, until?: string): { month: string; length: number } | null {
    const named = monthOf(this.word(at))
    if (named < 0) return null
    const year = yearIn(this.word(at + 1))
    const monthIn = (of: number) => dayIn(of, named + 1, 1).slice(0, 7)
    if (year !== null) return { month: monthIn(year), length: 2 }
    const last = until ?? this.today.slice(0, 7)
    const month = monthIn(Number(last.slice(0, 4)))
    return { month: month > last ? monthIn(Number(last.slice(0, 4)) - 1) : month, length: 1 }
  }

  protected countAt(at: number): number | undefined {
    const count = /^\d{1,3}$/.test(this.word(at)) ? Number(this.word(at)) : numbers.get(this.word(at))
    return count === 0 ? undefined : count
  }

  /** So many units before today. */
  protected back(count: number, unit: string): string | null {
    switch (unit) {
      case 'jour':
        return addDays(this.today, -count)
      case 'semaine':
        return addDays(this.today, -7 * count)
      case 'moi':
        return addMonths(this.today, -count)
      case 'an':
      case 'annee':
        return addMonths(this.today, -12 * count)
      default:
        return null
    }
  }

  /** « lundi » after « depuis »: the last one. */
  protected weekdayAt(at: number): SaidPeriod | null {
    const named = weekdays.indexOf(this.word(at))
    if (named < 0) return null
    const day = addDays(mondayOf(this.today), named)
    const last = day > this.today ? addDays(day, -7) : day
    return { period: { from: last, to: last }, length: past.has(this.word(at + 1)) ? 2 : 1 }
  }

  protected untilToday(from: string, to: string): Period {
    return { from, to: from <= this.today && to > this.today ? this.today : to }
  }
}

/** A day as it is written, which the calendar may not have: « 2026-02-31 ». */
export function dayIn(year: number, month: number, date: number): string {
  return [year, ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** A year that a report can be of. */
export function yearIn(word: string): number | null {
  return /^20\d{2}$/.test(word) ? Number(word) : null
}

import { addDays, addMonths, lastDayOfMonth, mondayOf } from '#shared/domain/dates.ts'
import type { Period } from '#shared/domain/reports/compared-period.ts'
import {
  DayReader,
  dayIn,
  ordinals,
  past,
  weekdays,
  yearIn,
  type SaidDay,
  type SaidPeriod,
} from '#shared/domain/reports/words/said-days.ts'
import type { Token } from '#shared/domain/reports/words/tokens.ts'

/** The period that begins at a word of a question; null when none does. `today`: of the pharmacy. */
export function periodAt(tokens: readonly Token[], at: number, text: string, today: string): SaidPeriod | null {
  const reader = new Reader(tokens, text, today)
  const said = reader.range(at) ?? reader.since(at) ?? reader.until(at) ?? reader.ago(at)
  return said ?? reader.weekdayOf(at) ?? reader.plain(at)
}

/** The words of a question and the readers of their dates. */
class Reader extends DayReader {
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

  /** « jusqu’au 15 novembre », « jusqu’à hier »: from the first of its month. */
  until(at: number): SaidPeriod | null {
    const token = this.tokens[at]
    if (!token || !/^jusqu/i.test(this.text.slice(token.start))) return null
    const start = this.skip(this.word(at) === 'jusqu' ? at + 1 : at)
    const said = this.dayAt(start, this.today.slice(0, 7))
    return said && { period: { from: `${said.day.slice(0, 8)}01`, to: said.day }, length: start - at + said.length }
  }

  /** « il y a 3 jours », « il y a une semaine »: that day. */
  ago(at: number): SaidPeriod | null {
    if (this.word(at) !== 'il' || this.word(at + 1) !== 'y' || this.word(at + 2) !== 'a') return null
    const count = this.word(at + 3) === 'une' ? 1 : this.countAt(at + 3)
    if (count === undefined) return null
    const day = this.back(count, this.word(at + 4))
    return day === null ? null : { period: days(day), length: 5 }
  }

  /** « du 1er au 15 novembre », « de janvier à mars », « entre mars et mai ». */
  range(at: number): SaidPeriod | null {
    const first = this.word(at)
    if (!['du', 'de', 'd', 'entre', 'depui'].includes(first)) return null
    const start = this.skip(at + 1)
    const isLink = (index: number) =>
      (first === 'entre' ? ['et'] : ['au', 'a', 'jusqu', 'aux']).includes(this.word(index))
    // The first day borrows its month from the second one.
    for (const length of [1, 2, 3, 4, 5]) {
      const link = start + length
      if (!isLink(link)) continue
      const next = this.skip(link + 1)
      const to = this.dayAt(next, null) ?? (first === 'de' ? null : this.bareEnd(start, next))
      const from = to && this.dayAt(start, to.day.slice(0, 7), to.day)
      if (to && from?.length === length && from.day <= to.day)
        return { period: { from: from.day, to: to.day }, length: next - at + to.length }
      const month = to && this.monthAt(start)
      if (to && month?.length === length && `${month.month}-01` <= to.day)
        return { period: { from: `${month.month}-01`, to: to.day }, length: next - at + to.length }
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

  /** « du 3 mars au 5 » ends in March, « du 28 au 3 » on the last 3rd. */
  private bareEnd(start: number, at: number): SaidDay | null {
    const begin = this.dayAt(start, null)?.day
    const end = this.dayAt(at, (begin ?? this.today).slice(0, 7))
    return begin && end && end.day < begin ? { ...end, day: addMonths(end.day, 1) } : end
  }

  /** A day, a week, a month, a quarter, a year, or as many of them until today. */
  plain(at: number): SaidPeriod | null {
    const isLed = at > 0 && ['par', 'chaque', 'quel', 'quelle', 'meilleur', 'meilleure'].includes(this.word(at - 1))
    if (isLed) return null
    const day = this.dayAt(at, weekdays.includes(this.word(at)) ? this.today.slice(0, 7) : null)
    if (day) return { period: days(day.day), length: day.length }
    if (this.word(at) !== 'avant' && past.has(this.word(at))) {
      const unit = this.unit(at + 1, true)
      return unit && { ...unit, length: unit.length + 1 }
    }
    if (this.word(at) === 'moi') {
      const range = this.range(at + 1)
      const start = range ? at + 1 : this.skip(at + 1)
      const named = range ?? this.wholeMonth(start)
      if (named) return { ...named, length: start - at + named.length }
    }
    return (
      this.lastOfMany(at) ??
      this.partOfMonth(at) ??
      this.week(at) ??
      this.weekdayBack(at) ??
      this.partOfYear(at) ??
      this.unit(at) ??
      this.wholeMonth(at)
    )
  }

  private wholeMonth(at: number): SaidPeriod | null {
    const said = this.monthAt(at)
    return said && { period: this.untilToday(`${said.month}-01`, endOf(said.month)), length: said.length }
  }

  /** « 30 derniers jours », « trois derniers mois », « 12 mois ». */
  private lastOfMany(at: number): SaidPeriod | null {
    const count = this.countAt(at)
    if (count === undefined) return null
    const isFirst = this.word(at + 1) === 'premier'
    if (isFirst && this.word(at + 2) === 'moi') return this.firstMonths(at, count)
    const afterLast = past.has(this.word(at + 1)) ? at + 2 : at + 1
    const length = (past.has(this.word(afterLast + 1)) ? afterLast + 2 : afterLast + 1) - at
    const day = this.back(count, this.word(afterLast))
    return day === null ? null : { period: { from: addDays(day, 1), to: this.today }, length }
  }

  /** « 3 premiers mois de l’année », « 6 premiers mois de 2025 ». */
  private firstMonths(at: number, count: number): SaidPeriod | null {
    const place = this.skip(at + 3)
    const isYear = ['annee', 'an'].includes(this.word(place))
    const year = yearIn(this.word(isYear ? place + 1 : place))
    if (count > 12 || (!isYear && year === null)) return null
    const from = dayIn(year ?? Number(this.today.slice(0, 4)), 1, 1)
    const length = place + (isYear && year !== null ? 2 : 1) - at
    return { period: this.untilToday(from, addDays(addMonths(from, count), -1)), length }
  }

  /** « 1ère quinzaine de novembre », « deuxième quinzaine ». */
  private partOfMonth(at: number): SaidPeriod | null {
    const isNumber = /^[12]$/.test(this.word(at))
    const half = isNumber ? Number(this.word(at)) : ordinals.get(this.word(at))
    const place = isNumber && /^(er|ere|e|eme|nd|nde)$/.test(this.word(at + 1)) ? at + 2 : at + 1
    if (half === undefined || half > 2 || this.word(place) !== 'quinzaine') return null
    const next = this.skip(place + 1)
    const said = this.monthAt(next)
    const month = said?.month ?? this.today.slice(0, 7)
    const [from, to] = half === 1 ? [`${month}-01`, `${month}-15`] : [`${month}-16`, endOf(month)]
    return { period: this.untilToday(from, to), length: (said ? next + said.length : place + 1) - at }
  }

  /** « semaine du 16 novembre », « semaine 47 », « semaine 47 de 2025 ». */
  private week(at: number): SaidPeriod | null {
    if (this.word(at) !== 'semaine') return null
    const range = this.range(at + 1)
    if (range) return { ...range, length: range.length + 1 }
    const place = this.skip(at + 1)
    const said = place > at + 1 ? this.dayAt(place, this.today.slice(0, 7)) : null
    if (said) return { period: this.weekOf(mondayOf(said.day)), length: place + said.length - at }
    const number = /^\d{1,2}$/.test(this.word(at + 1)) ? Number(this.word(at + 1)) : 0
    if (number < 1 || number > 53 || place > at + 1) return null
    const yearPlace = this.skip(at + 2)
    const year = yearIn(this.word(yearPlace))
    const mondayIn = (of: number) => addDays(mondayOf(dayIn(of, 1, 4)), 7 * (number - 1))
    const thisYear = Number(this.today.slice(0, 4))
    const latest = mondayIn(thisYear) > this.today ? thisYear - 1 : thisYear
    return { period: this.weekOf(mondayIn(year ?? latest)), length: (year === null ? at + 2 : yearPlace + 1) - at }
  }

  private weekOf(monday: string): Period {
    return this.untilToday(monday, addDays(monday, 6))
  }

  /** « de vendredi », « de lundi à vendredi »: the last ones; « le vendredi » is all of them. */
  weekdayOf(at: number): SaidPeriod | null {
    if (this.word(at) !== 'de' || past.has(this.word(at + 2))) return null
    const first = this.weekdayAt(at + 1)
    if (!first) return null
    const last = this.word(at + 2) === 'a' ? this.weekdayAt(this.skip(at + 3)) : null
    if (!last) return { period: first.period, length: 2 }
    const { from } = first.period
    const { to } = last.period
    return { period: { from: from > to ? addDays(from, -7) : from, to }, length: this.skip(at + 3) + last.length - at }
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
}

function days(day: string): Period {
  return { from: day, to: day }
}

function endOf(month: string): string {
  return lastDayOfMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
}

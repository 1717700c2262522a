import { addDays, isDay } from '#shared/domain/dates.ts'

/** Which century two digits of a year mean: of a birth date the past, of a period or an expiry the years near today. */
export type CenturyRule = 'past' | 'near'

/** `unread`: the text is no date. `impossible`: it is one that the calendar does not have. */
export type TypedDay = { kind: 'none' } | { kind: 'day'; day: string } | { kind: 'unread' } | { kind: 'impossible' }

const words: Readonly<Record<string, number>> = { hier: -1, aujourdhui: 0, demain: 1 }
const weekday = /^(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+/

/**
 * Parses a day in the formats that users type: « 12031975 », « 120375 », « 12/03/1975 », « 12.3.75 », « hier », « +30 »
 * (days from `today`, the day of the pharmacy). The day comes first; a weekday before it is ignored.
 */
export function readTypedDay(typed: string, today: string, century: CenturyRule): TypedDay {
  const text = typed.trim().toLowerCase()
  if (text === '') return { kind: 'none' }
  const offset = words[text.replaceAll(/['’\s]/g, '')] ?? (/^[+-]\d{1,4}$/.test(text) ? Number(text) : null)
  if (offset !== null) return { kind: 'day', day: addDays(today, offset) }
  const digits = text.replace(weekday, '')
  if (!/^[\d\s/.-]+$/.test(digits)) return { kind: 'unread' }
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(withSlashes(digits)) ?? []
  if (year === '') return { kind: 'unread' }
  const rest = `-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const day = `${year.length === 4 ? year : fullYear(Number(year), rest, today, century)}${rest}`
  return isDay(day) ? { kind: 'day', day } : { kind: 'impossible' }
}

/** Inserts slashes: « 12031985 » becomes « 12/03/1985 ». Other separators become slashes. « 3/5/85 » stays as typed. */
export function withSlashes(typed: string): string {
  const parts = ['']
  for (const sign of typed) {
    const last = parts.at(-1)!
    const isYear = parts.length === 3
    if (/\d/.test(sign)) {
      if (last.length < (isYear ? 4 : 2)) parts[parts.length - 1] = last + sign
      else if (!isYear) parts.push(sign)
    } else if (last !== '' && !isYear && /[\s/.-]/.test(sign)) parts.push('')
  }
  return parts.join('/')
}

/**
 * `past`: the last hundred years, today included. `near`: from 50 years before the year of today to 49 years after it.
 */
function fullYear(year: number, monthAndDay: string, today: string, century: CenturyRule): number {
  const thisYear = Number(today.slice(0, 4))
  const inThisCentury = thisYear - (thisYear % 100) + year
  if (century === 'past') return `${inThisCentury}${monthAndDay}` > today ? inThisCentury - 100 : inThisCentury
  if (inThisCentury < thisYear - 50) return inThisCentury + 100
  return inThisCentury > thisYear + 49 ? inThisCentury - 100 : inThisCentury
}

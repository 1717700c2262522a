import { birthDateFault, birthDateFaultTexts } from '#shared/domain/birth-date.ts'

export type TypedBirthDate = { kind: 'none' } | { kind: 'day'; day: string } | { kind: 'wrong'; why: string }

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
 * Parses a typed birth date, day first. A two-digit year lies in the hundred years before `today`, the pharmacy's day.
 */
export function readBirthDate(typed: string, today: string): TypedBirthDate {
  if (typed.trim() === '') return { kind: 'none' }
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(withSlashes(typed)) ?? []
  if (year === '') return { kind: 'wrong', why: 'Jour, mois et année, comme 12/03/1985.' }
  const rest = `-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const day = `${year.length === 4 ? year : yearOfTwo(Number(year), rest, today)}${rest}`
  const fault = birthDateFault(day, today)
  return fault ? { kind: 'wrong', why: birthDateFaultTexts[fault] } : { kind: 'day', day }
}

/** « 12/03/1985 »: a day as the field shows it. */
export function typedDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

function yearOfTwo(year: number, monthAndDay: string, today: string): number {
  const century = Number(today.slice(0, 2)) * 100
  return `${century + year}${monthAndDay}` > today ? century - 100 + year : century + year
}

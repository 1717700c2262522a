import { birthDateFault, birthDateFaultTexts } from '#shared/domain/birth-date.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'

export type TypedBirthDate = { kind: 'none' } | { kind: 'day'; day: string } | { kind: 'wrong'; why: string }

/** Parses a typed birth date and says why it cannot be one. `today` is the pharmacy's day. */
export function readBirthDate(typed: string, today: string): TypedBirthDate {
  const read = readTypedDay(typed, today, 'past')
  if (read.kind === 'none') return read
  if (read.kind === 'unread') return { kind: 'wrong', why: 'Indiquez le jour, le mois et l’année, comme 12/03/1985.' }
  if (read.kind === 'impossible') return { kind: 'wrong', why: birthDateFaultTexts.impossible }
  const fault = birthDateFault(read.day, today)
  return fault ? { kind: 'wrong', why: birthDateFaultTexts[fault] } : read
}

/** « 12/03/1985 »: a day as the field shows it. */
export function typedDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

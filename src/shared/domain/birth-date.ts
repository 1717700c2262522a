import { daysBetween, isDay, utcMidnight } from '#shared/domain/dates.ts'

export type BirthDateFault = 'impossible' | 'future' | 'too-old'

/** Earlier birth dates are typing errors. */
const earliest = '1900-01-01'

/** Why `birthDate` (`2026-11-21`) cannot be a birth date; null when it can. `today` is the pharmacy's calendar day. */
export function birthDateFault(birthDate: string, today: string): BirthDateFault | null {
  if (!isDay(birthDate)) return 'impossible'
  if (birthDate > today) return 'future'
  return birthDate < earliest ? 'too-old' : null
}

export const birthDateFaultTexts: Record<BirthDateFault, string> = {
  impossible: 'Cette date n’existe pas.',
  future: 'Cette date est à venir.',
  'too-old': 'Cette date est avant 1900.',
}

/** « 34 ans »; below two years in months, as doses are defined; below one month in days. 0 before birth. */
export function ageInWords(birthDate: string, today: string): string {
  const months = Math.max(0, monthsBetween(birthDate, today))
  if (months >= 24) return counted(Math.floor(months / 12), 'an', 'ans')
  if (months >= 1) return counted(months, 'mois', 'mois')
  return counted(Math.max(0, daysBetween(birthDate, today)), 'jour', 'jours')
}

/** Whole months elapsed. For a birth on the 31st, a month ends on the last day of a shorter month. */
function monthsBetween(from: string, to: string): number {
  const [start, end] = [utcMidnight(from), utcMidnight(to)]
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const lastOfMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  return end.getUTCDate() < Math.min(start.getUTCDate(), lastOfMonth) ? months - 1 : months
}

function counted(count: number, one: string, many: string): string {
  return `${count}\u00A0${count < 2 ? one : many}`
}

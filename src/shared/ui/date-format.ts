import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import 'dayjs/locale/fr'
import { localReadingOf } from '#shared/domain/dates.ts'
import { pharmacyZone } from '#shared/pharmacy-time.ts'

dayjs.extend(utc)

/**
 * A `YYYY-MM-DD` string is a calendar day without a time zone; a Date or an ISO instant is shown in the hours of the
 * pharmacy, whatever the zone of the device.
 */
export type DateInput = Date | string | number

function french(value: DateInput) {
  return dayjs.utc(readingOf(value)).locale('fr')
}

/** The reading of the clock, given to dayjs as if it were UTC: the zone of the device must not change it. */
function readingOf(value: DateInput): string {
  if (typeof value === 'string' && !value.includes('T')) return value
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? String(value) : localReadingOf(instant, pharmacyZone())
}

/** « samedi 21 novembre 2026 », on the lock screen. */
export function formatLongDay(value: DateInput): string {
  return french(value).format('dddd D MMMM YYYY')
}

/** « 21 novembre 2026 » */
export function formatWholeDay(value: DateInput): string {
  return french(value).format('D MMMM YYYY')
}

/** « sam. 21 nov. 2026 » */
export function formatDay(value: DateInput): string {
  return french(value).format('ddd D MMM YYYY')
}

/** « sam. 21 nov. », for days of the near past or future. */
export function formatNearDay(value: DateInput): string {
  return french(value).format('ddd D MMM')
}

/** « Samedi 21 novembre », as a title. */
export function formatDayTitle(value: DateInput): string {
  const text = french(value).format('dddd D MMMM')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** « 21/11/2026 », in tables. */
export function formatShortDay(value: DateInput): string {
  return french(value).format('DD/MM/YYYY')
}

/** « 03/2027 », expiry in tables. */
export function formatMonth(value: DateInput): string {
  return french(value).format('MM/YYYY')
}

/** « 11:42 » */
export function formatHour(value: DateInput): string {
  return french(value).format('HH:mm')
}

/** « 11:42:07 » */
export function formatExactHour(value: DateInput): string {
  return french(value).format('HH:mm:ss')
}

/** « sam. 21 nov. 2026, 11:42 » */
export function formatMoment(value: DateInput): string {
  return `${formatDay(value)}, ${formatHour(value)}`
}

/** A duration in seconds as text: « moins d’une minute », « 14 min », « 2 h 05 », « 3 jours ». */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'moins d’une\u00a0minute'
  if (minutes < 60) return `${minutes}\u00a0min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24)
    return minutes % 60 === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
  const days = Math.floor(hours / 24)
  return `${days}\u00a0${days < 2 ? 'jour' : 'jours'}`
}

/** « depuis 14 min » */
export function formatSince(seconds: number): string {
  return `depuis ${formatDuration(seconds)}`
}

/** « expire dans 38 jours », from a calendar day and today. The last day is not expired. */
export function formatExpiry(expiresOn: DateInput, today: DateInput): string {
  const days = french(expiresOn).startOf('day').diff(french(today).startOf('day'), 'day')
  if (days < -1) return `expiré depuis ${-days}\u00a0jours`
  if (days === -1) return 'expiré depuis hier'
  if (days === 0) return 'expire aujourd’hui'
  if (days === 1) return 'expire demain'
  return `expire dans ${days}\u00a0jours`
}

const weekday = new Intl.DateTimeFormat('fr', { weekday: 'long', timeZone: 'UTC' })

/** « samedi », of a calendar day. */
export function weekdayOf(day: string): string {
  return weekday.format(new Date(day))
}

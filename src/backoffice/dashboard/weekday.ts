const weekday = new Intl.DateTimeFormat('fr', { weekday: 'long', timeZone: 'UTC' })

/** The French weekday of a calendar day: « samedi ». */
export function weekdayOf(day: string): string {
  return weekday.format(new Date(day))
}

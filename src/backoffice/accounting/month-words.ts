const words = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** « octobre 2026 », of the first day of a month. */
export const monthName = (month: string): string => words.format(new Date(month))

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase('fr') + text.slice(1)
}

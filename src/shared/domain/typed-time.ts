/**
 * Parses a time of day in the formats that users type: « 8:05 », « 08h05 », « 805 », « 0805 », « 8h ». Returns `08:05`,
 * or null for what is no time.
 */
export function readTypedTime(typed: string): string | null {
  const [, hours, minutes = '00'] = /^(\d{1,2})\s*[h:.]\s*(\d{2})?$/i.exec(withSeparator(typed.trim())) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** « 805 » and « 0805 » become « 8:05 » and « 08:05 ». */
function withSeparator(typed: string): string {
  return /^\d{3,4}$/.test(typed) ? `${typed.slice(0, -2)}:${typed.slice(-2)}` : typed
}

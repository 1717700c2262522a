/**
 * Order by UTF-16 code units, independent of the locale, so that all machines sort alike. Negative when `a` comes
 * first.
 */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

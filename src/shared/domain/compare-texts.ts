/** Plain order of characters: no locale, so that every machine sorts alike. Below 0 when `a` comes first. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const OFFICIAL = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:,(\d{2}))?$/
const THOUSANDS_ONLY = /,\d{3}$/

/**
 * A price in euro cents. The official files use a comma for thousands AND decimals: `1,154,87` is 115487. Null when the
 * price cannot be parsed, as `1,154`, which could be a thousand or three decimals.
 */
export function parsePrice(text: string): number | null {
  const compact = text.replace(/[\s\u00a0\u202f]/g, '')
  const match = OFFICIAL.exec(compact)
  if (!match || THOUSANDS_ONLY.test(compact)) return null
  const digits = compact.replaceAll(',', '')
  const cents = Number(digits) * (match[1] === undefined ? 100 : 1)
  return Number.isSafeInteger(cents) ? cents : null
}

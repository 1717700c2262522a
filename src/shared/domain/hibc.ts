/** Content of a HIBC label, which medical devices and implants use instead of GS1. Days as `2026-11-21`. */
export type Hibc = {
  codes: string[]
  lot: string | null
  expiresOn: string | null
  manufacturedOn: string | null
  serial: string | null
}

/**
 * Parses a HIBC supplier label (ANSI/HIBC 2.6): `+`, labeller, product and unit, then lot and dates after slashes.
 * Skips quantities and the check character. Null when the text is not one.
 */
export function readHibc(text: string): Hibc | null {
  if (!/^\+[A-Z][A-Z\d]{3}[A-Z\d]{1,18}\d(\/|.$)/.test(text)) return null
  const [primary, ...parts] = text.slice(1, -1).split('/') as [string, ...string[]]
  // Labeller (4 characters), product, unit of measure (1).
  const found: Hibc = {
    codes: [primary, primary.slice(4, -1)],
    lot: null,
    expiresOn: null,
    manufacturedOn: null,
    serial: null,
  }
  for (const part of parts) Object.assign(found, secondary(part))
  return found
}

function secondary(part: string): Partial<Hibc> {
  if (part.startsWith('16D')) return { manufacturedOn: dayOf(part.slice(3, 7), part.slice(7, 9), part.slice(9, 11)) }
  if (part.startsWith('14D')) return { expiresOn: dayOf(part.slice(3, 7), part.slice(7, 9), part.slice(9, 11)) }
  if (part.startsWith('S')) return { serial: part.slice(1) }
  const dated = /^\$\$\+?(?:8\d{2}|9\d{5})?(2|3)(\d{6})(.*)$/.exec(part)
  if (dated) {
    const [, order, date, lot] = dated as unknown as [string, string, string, string]
    const [a, b, c] = [date.slice(0, 2), date.slice(2, 4), date.slice(4)] as const
    return { expiresOn: order === '3' ? dayOf(`20${a}`, b, c) : dayOf(`20${c}`, a, b), ...numbered(part, lot) }
  }
  const undated = /^\$(?:\$\+?7|\+)?(.*)$/.exec(part)
  return undated ? numbered(part, undated[1]!) : {}
}

// `+` after the dollar signs marks a serial number instead of a lot.
function numbered(part: string, value: string): Partial<Hibc> {
  if (value === '') return {}
  return /^\${1,2}\+/.test(part) ? { serial: value } : { lot: value }
}

function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month}-${day}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

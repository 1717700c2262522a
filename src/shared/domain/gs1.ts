import { lastDayOfMonth } from '#shared/domain/dates.ts'
import { ais, type Ai } from '#shared/domain/gs1-ai.ts'
import { isGtin } from '#shared/domain/product-code.ts'

/** The values of an element string by application identifier, without separators. */
export type Elements = ReadonlyMap<string, string>

/**
 * The parsed fields of a code. `unread`: the parts that could not be parsed: the identifier of a field, the text of an
 * unknown field, or `rest` for the rest of a text without separators, which may contain any field.
 */
export type ReadElements = { elements: Elements; unread: readonly string[] }

/** Separator after a field of variable length. */
const GS = '\u001D'
/** How scanners and people write the separator where they cannot send it. */
const writtenSeparators = /<GS>|<FNC1>|\{GS\}|\^\]|\u241D/g
/** Element strings on medicines have about 80 characters; a longer text is not one. */
const MAX_LENGTH = 200

/**
 * Parses a GS1 element string. With separators the result is unambiguous. Many scanners lose them: then a field of
 * variable length may end wherever a known identifier could begin, and the most plausible reading wins. A field that
 * is unknown or does not fit (31 February) is left unread and the others are kept. Null when nothing can be read.
 * `today` determines centuries.
 */
export function readElements(text: string, today: string): ReadElements | null {
  const written = text.replaceAll(writtenSeparators, GS)
  const body = written.startsWith(GS) ? written.slice(1) : written
  if (body === '' || body.length > MAX_LENGTH) return null
  if (body.startsWith('(')) return readBracketed(body, today)
  if (body.includes(GS)) return readSeparated(body, today)
  const [best] = readings(body).toSorted((a, b) => cost(a, today) - cost(b, today))
  return best ? sorted(best.elements, today) : readBeginning(body, today)
}

/**
 * A GS1 Digital Link: the address of a web page with the identifiers in its path and query,
 * `https://id.gs1.org/01/03400935955838/10/1KH4A?17=240331`. Null for any other address.
 */
export function readDigitalLink(text: string, today: string): ReadElements | null {
  if (!/^https?:\/\//i.test(text) || text.length > 2 * MAX_LENGTH || !URL.canParse(text)) return null
  const { pathname, searchParams } = new URL(text)
  const parts = pathname.split('/')
  // The path may begin with the shop's own folders.
  const at = parts.findIndex((part, index) => part === '01' && /^\d{8,14}$/.test(parts[index + 1] ?? ''))
  if (at === -1) return null
  const path = parts.slice(at)
  const inPath = Array.from({ length: Math.ceil(path.length / 2) }, (_, index): [string, string] => [
    path[2 * index]!,
    decoded(path[2 * index + 1] ?? ''),
  ])
  const inQuery = [...searchParams].filter(([key]) => /^\d{2,4}$/.test(key))
  return sorted(
    [...inPath, ...inQuery].map(([key, value]) => [key, key === '01' ? value.padStart(14, '0') : value]),
    today,
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * YYMMDD as a day; day 00 means the last day of the month; the century keeps the year within 50 years of today. Null
 * for an invalid date.
 */
export function dayOfYymmdd(yymmdd: string, today: string): string | null {
  if (!/^\d\d(0[1-9]|1[0-2])\d\d$/.test(yymmdd)) return null
  const month = Number(yymmdd.slice(2, 4))
  const day = yymmdd.slice(4)
  const last = lastDayOfMonth(nearestYear(Number(yymmdd.slice(0, 2)), Number(today.slice(0, 4))), month)
  if (day === '00') return last
  return day <= last.slice(8) ? last.slice(0, 8) + day : null
}

// GS1 General Specifications, 7.12: 51 or more years ahead means the previous century, 50 or more behind the next.
function nearestYear(yy: number, thisYear: number): number {
  const century = thisYear - (thisYear % 100)
  const ahead = yy - (thisYear % 100)
  if (ahead >= 51) return century - 100 + yy
  return ahead <= -50 ? century + 100 + yy : century + yy
}

/**
 * The standard gives every identifier without a fixed length of its own a separator at its end, so an unknown one ends
 * there.
 */
function readSeparated(body: string, today: string): ReadElements | null {
  const fields: [code: string, value: string][] = []
  let rest = body
  while (rest !== '') {
    const ai = aiAt(rest)
    const separator = rest.indexOf(GS)
    const atSeparator = separator === -1 ? rest.length : separator
    const end = ai?.fixed ? ai.code.length + ai.length : atSeparator
    fields.push(ai ? [ai.code, rest.slice(ai.code.length, end)] : [rest.slice(0, end), ''])
    rest = rest.startsWith(GS, end) ? rest.slice(end + 1) : rest.slice(end)
  }
  return sorted(fields, today)
}

/** The fields of fixed length at the beginning of a text that has no reading as a whole. */
function readBeginning(body: string, today: string): ReadElements | null {
  const fields: [code: string, value: string][] = []
  let rest = body
  for (let ai = aiAt(rest); ai?.fixed && rest !== ''; ai = aiAt(rest)) {
    const end = ai.code.length + ai.length
    fields.push([ai.code, rest.slice(ai.code.length, end)])
    rest = rest.slice(end)
  }
  if (rest !== '') fields.push(['rest', ''])
  const read = sorted(fields, today)
  // Any digits could follow 01: only the check digit proves that these are a product.
  return read && isGtin(read.elements.get('01') ?? '') ? read : null
}

/** Keeps the fields that fit; the first of an identifier that occurs twice. */
function sorted(fields: readonly (readonly [code: string, value: string])[], today: string): ReadElements | null {
  const elements = new Map<string, string>()
  const unread: string[] = []
  for (const [code, value] of fields) {
    const ai = ais.find((known) => known.code === code)
    if (!ai || !fits(ai, value, today) || elements.has(code)) unread.push(code)
    else elements.set(code, value)
  }
  return elements.size > 0 ? { elements, unread } : null
}

/** One way to split a text without separators; `cuts` are the identifiers assumed to end a field of variable length. */
type Reading = { elements: [ai: string, value: string][]; cuts: string[] }

function readings(text: string, read: Reading = { elements: [], cuts: [] }): Reading[] {
  if (text === '') return [read]
  const ai = aiAt(text)
  // Each identifier occurs at most once, which also bounds the search.
  if (!ai || read.elements.some(([code]) => code === ai.code)) return []
  return endsOf(ai, text).flatMap((end) => {
    const value = text.slice(ai.code.length, end)
    if (!hasItsForm(ai, value)) return []
    const cut = ai.fixed ? undefined : aiAt(text.slice(end))
    return readings(text.slice(end), {
      elements: [...read.elements, [ai.code, value]],
      cuts: cut ? [...read.cuts, cut.code] : read.cuts,
    })
  })
}

function endsOf(ai: Ai, text: string): number[] {
  const start = ai.code.length
  if (ai.fixed) return [start + ai.length]
  const longest = Math.min(text.length - start, ai.length)
  const ends = Array.from({ length: longest }, (_, index) => start + index + 1)
  // After a lot or serial only identifiers of medicines are assumed: « 30 » or « 91 » would split half of all lots.
  return ends.filter((end) => end === text.length || aiAt(text.slice(end))?.onMedicines)
}

/**
 * Cost of a reading; the lowest is the most plausible. A cut before an expiry date lowers the cost; before a production
 * date only together with another cut, which proves that separators are lost. Any other cut, a lot longer than 12
 * characters, a short serial after a cut, and a production date after the expiry date raise it. A date that is no day
 * raises it so much that such a reading wins only where there is no other.
 */
function cost({ elements, cuts }: Reading, today: string): number {
  const value = (code: string) => elements.find(([ai]) => ai === code)?.[1] ?? ''
  const cutCost = cuts.reduce(
    (total, code) => total + (code === '17' || (code === '11' && cuts.length > 1) ? -1 : 2),
    0,
  )
  const longLot = value('10').length > 12 ? 3 : 0
  const shortSerial = cuts.includes('21') && value('21').length < 8 ? 5 : 0
  const [made, expires] = [dayOfYymmdd(value('11'), today), dayOfYymmdd(value('17'), today)]
  const madeTooLate = made !== null && expires !== null && made > expires ? 5 : 0
  const wrongDates = elements.filter(([code, given]) => !fits(aiAt(code)!, given, today)).length
  return cutCost + longLot + shortSerial + madeTooLate + 100 * wrongDates
}

function fits(ai: Ai, value: string, today: string): boolean {
  return hasItsForm(ai, value) && (!ai.isDate || dayOfYymmdd(value, today) !== null)
}

function hasItsForm(ai: Ai, value: string): boolean {
  if (value.length < (ai.fixed ? ai.length : 1) || value.length > ai.length) return false
  return (ai.digits ? /^\d+$/ : /^[!-z]+$/).test(value)
}

function aiAt(text: string): Ai | undefined {
  return ais.find((ai) => text.startsWith(ai.code))
}

/**
 * The human-readable form printed under the symbol, which some scanners send: `(01)03400935955838(17)240331(10)1KH4A`.
 */
function readBracketed(text: string, today: string): ReadElements | null {
  return sorted(
    [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, code, value]) => [code!, value!.replaceAll(GS, '')] as const),
    today,
  )
}

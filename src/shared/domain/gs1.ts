import { lastDayOfMonth } from '#shared/domain/dates.ts'
import { ais, type Ai } from '#shared/domain/gs1-ai.ts'

/** The values of an element string by application identifier, without separators. */
export type Elements = ReadonlyMap<string, string>

/** Separator after a field of variable length. */
const GS = '\u001D'
/** Element strings on medicines have about 80 characters; a longer text is not one. */
const MAX_LENGTH = 200

/**
 * Parses a GS1 element string. With separators the result is unambiguous. Many scanners lose them: then a field of
 * variable length may end wherever a known identifier could begin, and the most plausible reading wins. Null when no
 * reading fits. `today` determines centuries.
 */
export function readElements(text: string, today: string): Elements | null {
  const body = text.startsWith(GS) ? text.slice(1) : text
  if (body === '' || body.length > MAX_LENGTH) return null
  if (body.startsWith('(')) return readBracketed(body, today)
  if (body.includes(GS)) return readSeparated(body, today)
  const [best] = readings(body, today).toSorted((a, b) => cost(a, today) - cost(b, today))
  return best ? new Map(best.elements) : null
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

function readSeparated(body: string, today: string): Elements | null {
  const elements = new Map<string, string>()
  let rest = body
  while (rest !== '') {
    const ai = aiAt(rest)
    if (!ai) return null
    const separator = rest.indexOf(GS)
    const end = ai.fixed ? ai.code.length + ai.length : separator === -1 ? rest.length : separator
    const value = rest.slice(ai.code.length, end)
    if (!fits(ai, value, today)) return null
    elements.set(ai.code, value)
    rest = rest.startsWith(GS, end) ? rest.slice(end + 1) : rest.slice(end)
  }
  return elements
}

/** One way to split a text without separators; `cuts` are the identifiers assumed to end a field of variable length. */
type Reading = { elements: [ai: string, value: string][]; cuts: string[] }

function readings(text: string, today: string, read: Reading = { elements: [], cuts: [] }): Reading[] {
  if (text === '') return [read]
  const ai = aiAt(text)
  // Each identifier occurs at most once, which also bounds the search.
  if (!ai || read.elements.some(([code]) => code === ai.code)) return []
  return endsOf(ai, text).flatMap((end) => {
    const value = text.slice(ai.code.length, end)
    if (!fits(ai, value, today)) return []
    const cut = ai.fixed ? undefined : aiAt(text.slice(end))
    return readings(text.slice(end), today, {
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
 * characters, a short serial after a cut, and a production date after the expiry date raise it.
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
  return cutCost + longLot + shortSerial + madeTooLate
}

function fits(ai: Ai, value: string, today: string): boolean {
  if (value.length < (ai.fixed ? ai.length : 1) || value.length > ai.length) return false
  if (ai.isDate) return dayOfYymmdd(value, today) !== null
  return (ai.digits ? /^\d+$/ : /^[!-z]+$/).test(value)
}

function aiAt(text: string): Ai | undefined {
  return ais.find((ai) => text.startsWith(ai.code))
}

/**
 * The human-readable form printed under the symbol, which some scanners send: `(01)03400935955838(17)240331(10)1KH4A`.
 */
function readBracketed(text: string, today: string): Elements | null {
  const elements = [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, code, value]): [string, string] => [
    code!,
    value!,
  ])
  const areKnown = elements.every(([code, value]) => ais.some((ai) => ai.code === code && fits(ai, value, today)))
  return areKnown && elements.length > 0 ? new Map(elements) : null
}

import { compareTexts } from '#shared/domain/compare-texts.ts'

/**
 * One strength. `amount` in nanograms, in international units or in mmol, by `kind`; `volume` in ml or g when the
 * strength is a concentration.
 */
export type Dosage = { kind: 'mass' | 'units' | 'mmol'; amount: number; volume: number | null }

const massUnits: Readonly<Record<string, number>> = {
  kg: 1e12,
  g: 1e9,
  gr: 1e9,
  gramme: 1e9,
  grammes: 1e9,
  mg: 1e6,
  milligramme: 1e6,
  milligrammes: 1e6,
  µg: 1e3,
  μg: 1e3,
  ug: 1e3,
  mcg: 1e3,
  microg: 1e3,
  microgr: 1e3,
  microgramme: 1e3,
  microgrammes: 1e3,
  gamma: 1e3,
  gammas: 1e3,
  ng: 1,
}
const activityUnits: Readonly<Record<string, number>> = {
  ui: 1,
  ul: 1,
  iu: 1,
  u: 1,
  unite: 1,
  unites: 1,
  unité: 1,
  unités: 1,
  mui: 1e6,
  'm ui': 1e6,
  mu: 1e6,
  miu: 1e6,
  "millions d'ui": 1e6,
  'million ui': 1e6,
  'millions ui': 1e6,
}

const number = String.raw`\d{1,3}(?:[ \u00A0\u202F]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?`
const unit = String.raw`microgrammes?|microgr?|milligrammes?|grammes?|gammas?|millions? d'ui|millions? ui|unit[ée]s?|m ui|mui|miu|mmol|mcg|[µμu]g|mg|kg|ng|gr|g|mu|ui|ul|iu|u|%`
const bare = String.raw`(?:${number})(?=\s*[/+]\s*(?:${number})\s*(?:${unit})(?![\p{L}\d]))`
const strength = new RegExp(String.raw`(?<![\p{L}\d.,])(?:(${number})\s*(${unit})(?![\p{L}\d])|(${bare}))`, 'giu')
const volume = new RegExp(
  String.raw`^\s*(?:/|par\b|pour\b|dans\b)\s*(${number})?\s*(ml|millilitres?|cm3|cc|l|g|gr|grammes?)(?![\p{L}\d])`,
  'iu',
)

/**
 * The strengths in a text: « 1 g/125 mg », « 80/480 MG », « 250MG/5ML », « 0,05 % », « 100 000 UI ». The volume of a
 * bottle alone is not a strength.
 */
export function dosagesOf(text: string): Dosage[] {
  const found: Dosage[] = []
  /** Start of the strengths that share the next volume: « 100 mg/12,5 mg par ml ». */
  let run = 0
  let end = -1
  let pending: number[] = []
  for (const match of text.matchAll(strength)) {
    if (end >= 0 && !/^\s*[/+]?\s*$/.test(text.slice(end, match.index))) run = found.length
    end = match.index + match[0].length
    if (match[3] !== undefined) {
      pending.push(valueOf(match[3]))
      continue
    }
    if (isVolumeOf(found, text.slice(0, match.index), match)) continue
    found.push(...[...pending, valueOf(match[1]!)].map((value) => dosage(value, match[2]!.toLowerCase())))
    pending = []
    const measured = volume.exec(text.slice(end))
    if (measured && isMeasure(measured, text.slice(end + measured[0].length)))
      for (const each of found.slice(run)) each.volume ??= volumeOf(measured)
  }
  return found.filter(({ amount }) => amount > 0)
}

/**
 * Same strengths in any order. When one has no volume, only amounts are compared: « 250 mg » of a syrup equals its «
 * 250 mg/5 ml ».
 */
export function sameDosages(a: readonly Dosage[], b: readonly Dosage[]): boolean {
  if (a.length !== b.length) return false
  const measured = [...a, ...b].every(({ volume: measure }) => measure !== null)
  const keys = (dosages: readonly Dosage[]): string =>
    dosages
      .map((each) => dosageKey(each, measured))
      .toSorted(compareTexts)
      .join('+')
  return keys(a) === keys(b)
}

function dosageKey({ kind, amount, volume: measure }: Dosage, measured: boolean): string {
  // Six significant digits: 12,5 mg in 2,5 ml equals 5 mg in 1 ml.
  return `${kind} ${Number((measured ? amount / (measure ?? 1) : amount).toPrecision(6))}`
}

function dosage(value: number, unitName: string): Dosage {
  // 1 % is 10 mg per ml or per g.
  if (unitName === '%') return { kind: 'mass', amount: Math.round(value * 1e7), volume: 1 }
  if (unitName === 'mmol') return { kind: 'mmol', amount: value, volume: null }
  const mass = massUnits[unitName]
  return mass === undefined
    ? { kind: 'units', amount: value * (activityUnits[unitName] ?? 1), volume: null }
    : { kind: 'mass', amount: Math.round(value * mass), volume: null }
}

function volumeOf([, count, measure]: RegExpExecArray): number {
  const value = count === undefined ? 1 : valueOf(count)
  return measure!.toLowerCase() === 'l' ? value * 1000 : value
}

/** « 2 mg/g », « 10 g/100 g », « 2 mg/1 g de crème » are concentrations; « 125 mg/1 g » are two strengths. */
function isMeasure([, count, measure]: RegExpExecArray, after: string): boolean {
  return !/^g/i.test(measure!) || count === undefined || count === '100' || /^\s*d['’e]/i.test(after)
}

/** « 50 mg pour 100 g »: these grams are the volume of the preceding strength, not a strength. */
function isVolumeOf(found: readonly Dosage[], before: string, match: RegExpExecArray): boolean {
  const last = found.at(-1)
  return (
    last !== undefined &&
    last.volume !== null &&
    /^(?:g|gr|grammes?)$/i.test(match[2] ?? '') &&
    /(?:\/|par|pour|dans)\s*$/i.test(before)
  )
}

function valueOf(text: string): number {
  return Number(text.replaceAll(/[ \u00A0\u202F]/g, '').replace(',', '.'))
}

import { caps } from '#shared/domain/caps.ts'
import { isDay, lastDayOfMonth } from '#shared/domain/dates.ts'
import { readDecimal, type AmountFault, type DecimalMark } from '#shared/domain/files/decimals.ts'
import type { NoteField } from '#shared/domain/delivery-notes/note-fields.ts'

/** A line of a delivery note; null for what it does not say. Prices in minor units, for one box. */
export type NoteRow = {
  /** Digits and letters, as the wholesaler writes it. */
  code: string | null
  label: string
  ordered: number | null
  /** Boxes that the note bills. */
  delivered: number
  /** Boxes beside them that cost nothing. */
  free: number
  purchasePrice: number | null
  /** The public price of the note; null also for 0, which wholesalers write for products without one. */
  salePrice: number | null
  /** In hundredths of a percent: 1800 is 18 %. */
  vat: number
  lot: string | null
  expiresOn: string | null
  /** The number of the note. */
  bl: string | null
  day: string | null
}
export type NoteReason = { field: NoteField; text: string }
export type NoteTexts = Partial<Record<NoteField, string | undefined>>
/** `empty`: a row with neither code nor quantity, such as a total: it is left out. */
export type NoteReading = { line: number; label: string; code: string } & (
  { ok: true; row: NoteRow; isExpired: boolean } | { ok: false; reasons: NoteReason[]; isEmpty: boolean }
)
export type NoteFormat = { decimals: DecimalMark; currencyDecimals: number; today: string }

const mostSigns = 200
const mostCode = 40

/** Reads one line of a delivery note. Every value that cannot be read is named with its reason. */
export function readNoteRow(
  { line, fields, isCut }: { line: number; fields: NoteTexts; isCut?: boolean | undefined },
  format: NoteFormat,
): NoteReading {
  const reasons: NoteReason[] = []
  const refuse = (field: NoteField, text: string): void => void reasons.push({ field, text })
  const label = textOf(fields.label).slice(0, mostSigns)
  const code = readCode(fields.code, refuse)
  if (isCut) refuse('label', 'Ligne coupée : il lui manque des cellules (fichier tronqué, ou guillemet non refermé).')
  if (label !== '' && !/\p{L}/u.test(label))
    refuse('label', `« ${shown(label)} » n’est pas un libellé : les colonnes sont peut-être inversées.`)
  if (code === null && label === '') refuse('code', 'Ni code ni libellé.')
  const delivered = readQuantity(fields.delivered, 'delivered', refuse)
  if (delivered === null && textOf(fields.delivered) === '') refuse('delivered', 'La quantité livrée manque.')
  const expiresOn = readExpiry(fields.expiry, refuse)
  const row: NoteRow = {
    code,
    label: label || (code ?? ''),
    ordered: readQuantity(fields.ordered, 'ordered', refuse),
    delivered: delivered ?? 0,
    free: readQuantity(fields.free, 'free', refuse) ?? 0,
    purchasePrice: readPrice(fields.purchasePrice, 'purchasePrice', format, refuse),
    salePrice: readPrice(fields.salePrice, 'salePrice', format, refuse) || null,
    vat: readVat(fields.vat, format, refuse),
    lot: textOf(fields.lot).slice(0, mostCode) || null,
    expiresOn,
    bl: textOf(fields.bl).slice(0, mostCode) || null,
    day: readNoteDay(fields.day, refuse),
  }
  const named = { line, label: shown(row.label), code: code ?? '' }
  return reasons.length > 0
    ? { ...named, ok: false, reasons, isEmpty: !isCut && code === null && delivered === null }
    : { ...named, ok: true, row, isExpired: expiresOn !== null && expiresOn < format.today }
}

type Refuse = (field: NoteField, text: string) => void

function textOf(cell: string | undefined): string {
  const text = (cell ?? '').replaceAll(/\s+/g, ' ').trim()
  return /^[-–—.*]+$/.test(text) ? '' : text
}

function shown(cell: string): string {
  return cell.length > 30 ? `${cell.slice(0, 30)}…` : cell
}

/** Spaces, points and hyphens inside a code are left out. A code rounded by a spreadsheet is refused. */
function readCode(cell: string | undefined, refuse: Refuse): string | null {
  const text = textOf(cell)
  if (text === '') return null
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) {
    refuse('code', `« ${text} » est un code arrondi par le tableur. Mettez la colonne au format texte.`)
    return null
  }
  const code = text.replaceAll(/[\s.-]/g, '').toUpperCase()
  if (/^[A-Z\d/]{2,40}$/.test(code) && /\d/.test(code)) return code
  refuse('code', `« ${shown(text)} » n’est pas un code : les colonnes sont peut-être inversées.`)
  return null
}

/** A whole number of boxes, never negative: what goes back is a return, not a line of a delivery. */
function readQuantity(cell: string | undefined, field: NoteField, refuse: Refuse): number | null {
  const text = textOf(cell).replaceAll(/[\s\u00a0\u202f]/g, '')
  if (text === '') return null
  const whole = /^(\d+)(?:[.,]0+)?$/.exec(text)?.[1]
  if (whole !== undefined && Number(whole) <= caps.quantity) return Number(whole)
  refuse(
    field,
    whole !== undefined
      ? `« ${shown(text)} » est trop grand pour une quantité.`
      : text.startsWith('-')
        ? `« ${shown(text)} » est négatif : un retour se saisit à part.`
        : `« ${shown(text)} » n’est pas un nombre entier de boîtes.`,
  )
  return null
}

const priceFaults: Record<Exclude<AmountFault, 'decimals'>, string> = {
  notAnAmount: 'n’est pas un prix',
  twoMarks: 'a deux marques de décimales : le prix n’est pas sûr',
  tooLarge: 'est trop grand pour un prix',
}
const moreDecimals = 4

/** Decimals beyond those of the currency are rounded half up: wholesalers write averages such as « 1234,56 ». */
function readPrice(
  cell: string | undefined,
  field: NoteField,
  { decimals, currencyDecimals }: NoteFormat,
  refuse: Refuse,
): number | null {
  const text = textOf(cell)
  if (text === '') return null
  const exact = readDecimal(text, decimals, currencyDecimals)
  const reading =
    !exact.ok && exact.fault === 'decimals' ? readDecimal(text, decimals, currencyDecimals + moreDecimals) : exact
  if (!reading.ok) {
    if (reading.fault === 'decimals') refuse(field, `« ${shown(text)} » a trop de décimales.`)
    else refuse(field, `« ${shown(text)} » ${priceFaults[reading.fault]}.`)
    return null
  }
  const amount = exact.ok ? exact.amount : Math.round(reading.amount / 10 ** moreDecimals)
  if (amount <= caps.unitPrice) return amount
  refuse(field, `« ${shown(text)} » ${priceFaults.tooLarge}.`)
  return null
}

function readVat(cell: string | undefined, { decimals }: NoteFormat, refuse: Refuse): number {
  const text = textOf(cell).replace(/\s*%$/, '')
  if (text === '') return 0
  const reading = readDecimal(text, text.includes('.') ? 'point' : decimals, 2)
  if (reading.ok && reading.amount <= 10_000) return reading.amount
  refuse('vat', `« ${shown(text)} » n’est pas un taux de TVA.`)
  return 0
}

/** « 20280331 », « 31/03/2028 », « 03/2028 » (its last day), « 2028-03-31 »; day 00 is the last one of the month. */
function readExpiry(cell: string | undefined, refuse: Refuse): string | null {
  const text = textOf(cell)
  if (text === '' || /^0+$/.test(text)) return null
  const day = expiryOf(text)
  if (day !== null) return day
  refuse('expiry', `« ${shown(text)} » n’est pas une date du calendrier.`)
  return null
}

const expiryForms: readonly (readonly [RegExp, readonly ['year' | 'month' | 'day', number][]])[] = [
  [
    /^(\d{4})(\d{2})(\d{2})$/,
    [
      ['year', 1],
      ['month', 2],
      ['day', 3],
    ],
  ],
  [
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00.*)?$/,
    [
      ['year', 1],
      ['month', 2],
      ['day', 3],
    ],
  ],
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/,
    [
      ['day', 1],
      ['month', 2],
      ['year', 3],
    ],
  ],
  [
    /^(\d{1,2})[-/.](\d{4}|\d{2})$/,
    [
      ['month', 1],
      ['year', 2],
    ],
  ],
  [
    /^(\d{4})[-/.](\d{1,2})$/,
    [
      ['year', 1],
      ['month', 2],
    ],
  ],
]

/** The expiry of a typed or printed date; null when it is none. Two digits of a year are of this century. */
export function expiryOf(text: string): string | null {
  for (const [form, groups] of expiryForms) {
    const found = form.exec(text)
    if (!found) continue
    const part = (name: 'year' | 'month' | 'day'): number | null => {
      const group = groups.find(([each]) => each === name)
      return group ? Number(found[group[1]]) : null
    }
    const written = part('year')!
    const [year, month, day] = [written < 100 ? 2000 + written : written, part('month')!, part('day')]
    if (month < 1 || month > 12 || year < 2000 || year > 2099) return null
    if (!day) return lastDayOfMonth(year, month)
    const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return isDay(iso) ? iso : null
  }
  return null
}

/** The day of the note: with the day, or none. */
function readNoteDay(cell: string | undefined, refuse: Refuse): string | null {
  const text = textOf(cell)
  if (text === '') return null
  const day = expiryOf(text)
  if (day === null) refuse('day', `« ${shown(text)} » n’est pas une date du calendrier.`)
  return day
}

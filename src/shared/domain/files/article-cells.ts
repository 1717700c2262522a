import { caps } from '#shared/domain/caps.ts'
import { isDay, lastDayOfMonth } from '#shared/domain/dates.ts'
import { readSupplierPrice, type SupplierPrice } from '#shared/domain/supplier-price.ts'
import { readDecimal, type AmountFault, type DecimalMark } from '#shared/domain/files/decimals.ts'

/** Names why a cell cannot be read, in French. */
export type RefuseCell = (text: string) => void
export type CellFormat = { decimals: DecimalMark; currencyDecimals: number }

export function textOfCell(cell: string | undefined): string {
  const text = (cell ?? '').replaceAll(/\s+/g, ' ').trim()
  return /^[-–—.*]+$/.test(text) ? '' : text
}

export function shortened(cell: string): string {
  return cell.length > 30 ? `${cell.slice(0, 30)}…` : cell
}

/** Spaces, points and hyphens inside a code are left out. A code rounded by a spreadsheet is refused. */
export function readCode(cell: string | undefined, refuse: RefuseCell): string | null {
  const text = textOfCell(cell)
  if (text === '') return null
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) {
    refuse(`« ${text} » est un code arrondi par le tableur. Mettez la colonne au format texte.`)
    return null
  }
  const code = text.replaceAll(/[\s.-]/g, '').toUpperCase()
  if (/^[A-Z\d/]{2,40}$/.test(code) && /\d/.test(code)) return code
  refuse(`« ${shortened(text)} » n’est pas un code : les colonnes sont peut-être inversées.`)
  return null
}

/** A whole number of boxes, never negative: what goes back is a return, not a line of a delivery. */
export function readQuantity(cell: string | undefined, refuse: RefuseCell): number | null {
  const text = textOfCell(cell).replaceAll(/[\s\u00a0\u202f]/g, '')
  if (text === '') return null
  const whole = /^(\d+)(?:[.,]0+)?$/.exec(text)?.[1]
  if (whole !== undefined && Number(whole) <= caps.quantity) return Number(whole)
  refuse(
    whole !== undefined
      ? `« ${shortened(text)} » est trop grand pour une quantité.`
      : text.startsWith('-')
        ? `« ${shortened(text)} » est négatif : un retour se saisit à part.`
        : `« ${shortened(text)} » n’est pas un nombre entier de boîtes.`,
  )
  return null
}

const priceFaults: Record<Exclude<AmountFault, 'decimals'>, string> = {
  notAnAmount: 'n’est pas un prix',
  twoMarks: 'a deux marques de décimales : le prix n’est pas sûr',
  tooLarge: 'est trop grand pour un prix',
}
const moreDecimals = 4

/** What a supplier asks for one box, with all decimals of its paper. */
export function readUnitPrice(
  cell: string | undefined,
  { decimals, currencyDecimals }: CellFormat,
  refuse: RefuseCell,
): SupplierPrice | null {
  const text = textOfCell(cell)
  if (text === '') return null
  const reading = readSupplierPrice(text, decimals, currencyDecimals)
  if (reading.ok) return reading.price
  refuse(`« ${shortened(text)} » ${reading.fault === 'decimals' ? 'a trop de décimales' : priceFaults[reading.fault]}.`)
  return null
}

/** Decimals beyond those of the currency are rounded half up: wholesalers write averages such as « 1234,56 ». */
export function readPrice(
  cell: string | undefined,
  { decimals, currencyDecimals }: CellFormat,
  refuse: RefuseCell,
): number | null {
  const text = textOfCell(cell)
  if (text === '') return null
  const exact = readDecimal(text, decimals, currencyDecimals)
  const reading =
    !exact.ok && exact.fault === 'decimals' ? readDecimal(text, decimals, currencyDecimals + moreDecimals) : exact
  if (!reading.ok) {
    if (reading.fault === 'decimals') refuse(`« ${shortened(text)} » a trop de décimales.`)
    else refuse(`« ${shortened(text)} » ${priceFaults[reading.fault]}.`)
    return null
  }
  const amount = exact.ok ? exact.amount : Math.round(reading.amount / 10 ** moreDecimals)
  if (amount <= caps.unitPrice) return amount
  refuse(`« ${shortened(text)} » ${priceFaults.tooLarge}.`)
  return null
}

export function readVat(
  cell: string | undefined,
  { decimals }: Pick<CellFormat, 'decimals'>,
  refuse: RefuseCell,
): number {
  const text = textOfCell(cell).replace(/\s*%$/, '')
  if (text === '') return 0
  const reading = readDecimal(text, text.includes('.') ? 'point' : decimals, 2)
  if (reading.ok && reading.amount <= 10_000) return reading.amount
  refuse(`« ${shortened(text)} » n’est pas un taux de TVA.`)
  return 0
}

/** « 20280331 », « 31/03/2028 », « 03/2028 » (its last day), « 2028-03-31 »; day 00 is the last one of the month. */
export function readExpiry(cell: string | undefined, refuse: RefuseCell): string | null {
  const text = textOfCell(cell)
  if (text === '' || /^0+$/.test(text)) return null
  const day = expiryOf(text)
  if (day !== null) return day
  refuse(`« ${shortened(text)} » n’est pas une date du calendrier.`)
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

/** A day; empty: null. */
export function readDay(cell: string | undefined, refuse: RefuseCell): string | null {
  const text = textOfCell(cell)
  if (text === '') return null
  const day = expiryOf(text)
  if (day === null) refuse(`« ${shortened(text)} » n’est pas une date du calendrier.`)
  return day
}

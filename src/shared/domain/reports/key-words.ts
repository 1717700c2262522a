import { isDay } from '#shared/domain/dates.ts'
import { movementTypes, paymentLabels } from '#shared/domain/payment.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import { movementCauses } from '#shared/domain/stock-movements.ts'
import { movementCauseWords } from '#shared/domain/stock-movement-words.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'

const weekdays = ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi', 'Dimanche']
const reasons: Readonly<Record<string, string>> = { absent: 'Absent', 'too-dear': 'Trop cher' }
/** Classes of products: by the share of the turnover, and by how much the weeks of a product differ. */
const classes: Readonly<Record<string, string>> = {
  A: 'A, 80 % du chiffre d’affaires',
  B: 'B, les 15 % suivants',
  C: 'C, le reste',
  X: 'X, vente régulière',
  Y: 'Y, vente variable',
  Z: 'Z, vente irrégulière',
}
const lists: Readonly<Record<string, string>> = { 'list-1': 'Liste I', 'list-2': 'Liste II', narcotic: 'Stupéfiants' }
const inFrench = (day: string, parts: Intl.DateTimeFormatOptions): string | null =>
  isDay(day)
    ? new Intl.DateTimeFormat('fr-FR', { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
    : null

/** What a person reads of a key that names no record; null for the keys of records and for an unknown one. */
export function wordOfKey(dimension: DimensionName, key: string): string | null {
  switch (dimension) {
    case 'day':
      return inFrench(key, { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' })
    case 'week':
      return isDay(key) ? `Semaine du ${inFrench(key, { day: '2-digit', month: '2-digit', year: 'numeric' })}` : null
    case 'month':
      return inFrench(`${key}-01`, { month: 'long', year: 'numeric' })
    case 'weekday':
      return weekdays[Number(key) - 1] ?? null
    case 'hour':
      return `${Number(key)} h`
    case 'till':
      return `Poste ${terminalCode(key)}`
    case 'taxGroup':
      return `Groupe ${key}`
    case 'means':
      return paymentLabels[movementTypes.find((type) => type === key)!] ?? null
    case 'abc':
    case 'xyz':
      return classes[key] ?? null
    case 'prescriptionList':
      return lists[key] ?? null
    case 'prescriber':
      return key
    case 'reason':
      return reasons[key] ?? null
    case 'cause':
      return movementCauseWords[movementCauses.find((cause) => cause === key)!] ?? null
    default:
      return null
  }
}

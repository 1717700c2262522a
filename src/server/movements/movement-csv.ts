import type { Movement } from '#shared/contract/movements.ts'
import { localDayOf, localTimeOf } from '#shared/domain/dates.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import type { MovementKind } from '#shared/domain/register/movements.ts'

type Place = { /** Of the currency. */ decimals: number; timeZone: string }

const kindLabels: Record<MovementKind, string> = {
  sale: 'Vente',
  rounding: 'Arrondi',
  float: 'Fond de caisse',
  disbursement: 'Décaissement',
  'cash-in': 'Entrée',
  deposit: 'Remise en banque',
  collection: 'Encaissement',
  refund: 'Remboursement',
}
const byteOrderMark = '\uFEFF'
/** A spreadsheet would run these as a formula: the apostrophe makes them text. */
const runs = /^[=+\-@\t\r]/

/** The ledger as a French spreadsheet opens it: `;` between cells, decimal comma, UTF-8 with its mark. Days and hours of the pharmacy. */
export function csvOf(movements: readonly Movement[], place: Place): string {
  const head = ['Date', 'Heure', 'Nature', 'Type', 'Opérateur', 'Montant', 'Utilisateur', 'Vente', 'Client', 'Note']
  return `${byteOrderMark}${[head, ...movements.map((movement) => cellsOf(movement, place))].map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

function cellsOf(
  { occurredAt, kind, type, operator, amount, userName, saleNumber, clientName, note }: Movement,
  { decimals, timeZone }: Place,
): string[] {
  const at = new Date(occurredAt)
  const day = localDayOf(at, timeZone).split('-').toReversed().join('/')
  return [
    day,
    localTimeOf(at, timeZone),
    kindLabels[kind],
    paymentLabels[type],
    text(operator),
    major(amount, decimals),
    text(userName),
    saleNumber === null ? '' : String(saleNumber),
    text(clientName),
    text(note),
  ]
}

function text(value: string | null): string {
  if (value === null) return ''
  const harmless = runs.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Minor units as a decimal number, on digits. */
function major(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${amount < 0 ? '-' : ''}${whole}${decimals === 0 ? '' : `,${digits.slice(-decimals)}`}`
}

import { meansName } from '#kiosk/register/register-words.ts'
import { pair, rule, text } from '#kiosk/counter/print/paper-lines.ts'
import type { Denomination } from '#shared/domain/register/denominations.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import type { Means } from '#shared/domain/register/totals.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { currencySymbol, formatAmount, type Currency } from '#shared/ui/money-format.ts'

/** What must be counted by hand, in the order of the screen. `printedAt`: a UTC time. */
export type SheetToFill = {
  pharmacy: string
  printedAt: string
  rows: readonly Denomination[]
  means: readonly Means[]
}

const blank = text(' ')
/** Dotted fields for quantity and amount. Each row fits one line of a narrow roll with 32 columns. */
const [howMany, howMuch] = ['.'.repeat(6), '.'.repeat(12)]

/**
 * The counting sheet for the drawer, 80 mm wide: one line for each note, coin and other means, without expected
 * amounts.
 */
export function countingSheet({ pharmacy, printedAt, rows, means }: SheetToFill, currency: Currency): PaperLine[] {
  const heap = (title: string, form: Denomination['form']) => [
    text(title, 'bold'),
    ...rows
      .filter((row) => row.form === form)
      .flatMap(({ value }) => [blank, pair(`${formatAmount(value, currency)} x ${howMany}`, `= ${howMuch}`)]),
    blank,
  ]
  return [
    text(pharmacy, 'big', 'center'),
    text('FICHE DE COMPTAGE', 'bold', 'center'),
    text(formatMoment(printedAt), 'normal', 'center'),
    rule,
    ...heap('Billets', 'note'),
    ...heap('Pièces', 'coin'),
    rule,
    blank,
    pair(`Espèces, en ${currencySymbol(currency)}`, howMuch, 'bold'),
    ...means.flatMap((each) => [blank, pair(meansName(each), howMuch)]),
    blank,
    rule,
    text('Compté par'),
    blank,
    text('Signature'),
    blank,
    blank,
  ]
}

import { meansName } from '#kiosk/register/register-words.ts'
import { pair, rule, text } from '#kiosk/ui/paper-lines.ts'
import type { Count, Difference } from '#shared/domain/register/closing.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { currencySymbol, formatAmount, formatSigned, type Currency } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'

/** What a closing says on 80 mm: as it was counted here. The server's number comes with its own report. */
export type ClosedRegister = {
  pharmacy: string
  openedAt: string
  closedAt: string
  closedBy: string
  float: number
  sales: number
  count: Count
  differences: readonly Difference[]
  gap: number
  comment: string | null
  /** Sales that were closed and not sent by then. */
  waiting: number
}

export function closingPaper(closed: ClosedRegister, currency: Currency): PaperLine[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  const counted = closed.count.denominations.filter(({ count }) => count > 0)
  return [
    text(closed.pharmacy, 'big', 'center'),
    text('FERMETURE DE CAISSE', 'bold', 'center'),
    rule,
    pair('Ouverte', formatMoment(closed.openedAt)),
    pair('Fermée', formatMoment(closed.closedAt)),
    text(`Par\u00a0: ${closed.closedBy}`),
    pair('Fond de caisse', amount(closed.float)),
    pair('Ventes', amountOf(closed.sales)),
    ...(closed.waiting > 0 ? [text(`Dont ${plural(closed.waiting, 'vente')} à envoyer`)] : []),
    rule,
    text('Espèces comptées', 'bold'),
    ...counted.map(({ form, value, count }) => pair(`${count} ${form === 'note' ? 'x billet' : 'x pièce'} ${amount(value)}`, amount(count * value))),
    rule,
    ...closed.differences.flatMap((row) => [text(meansName(row), 'bold'), pair('  Attendu', amount(row.expected)), pair('  Compté', amount(row.counted)), pair('  Écart', formatSigned(row.gap, currency), row.gap === 0 ? 'normal' : 'bold')]),
    rule,
    pair('ÉCART', `${formatSigned(closed.gap, currency)}\u00a0${currencySymbol(currency)}`, 'big'),
    ...(closed.comment ? [text(closed.comment)] : []),
    rule,
    text('Signature', 'normal'),
    text(' '),
    text(' '),
  ]
}

function amountOf(count: number): string {
  return formatAmount(count, { decimals: 0 })
}

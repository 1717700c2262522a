import type { ReceiptBlock } from '#shared/domain/receipt.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { currencySymbol, formatAmount, formatSigned, type Currency } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'

/** A receipt as lines of paper, the same on the page and on the printer's roll. */
export type ReceiptLine =
  | { kind: 'text'; text: string; align: 'left' | 'center'; weight: 'normal' | 'bold' | 'big' }
  /** A label and its amount at the right margin. */
  | { kind: 'pair'; left: string; right: string; weight: 'normal' | 'bold' | 'big' }
  | { kind: 'rule' }

const text = (content: string, weight: 'normal' | 'bold' | 'big' = 'normal', align: 'left' | 'center' = 'left'): ReceiptLine => ({ kind: 'text', text: content, align, weight })
const pair = (left: string, right: string, weight: 'normal' | 'bold' | 'big' = 'normal'): ReceiptLine => ({ kind: 'pair', left, right, weight })
const rule: ReceiptLine = { kind: 'rule' }

/** Words and figures of a receipt, in French and in the pharmacy's currency. */
export function receiptLines(blocks: readonly ReceiptBlock[], currency: Currency): ReceiptLine[] {
  return [...blocks.flatMap((block) => linesOf(block, currency)), rule, text('Merci de votre visite', 'normal', 'center')]
}

function linesOf(block: ReceiptBlock, currency: Currency): ReceiptLine[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  switch (block.kind) {
    case 'header': {
      const { name, address, city, phone, taxId } = block.pharmacy
      return [text(name, 'big', 'center'), text([address, city].filter(Boolean).join(', '), 'normal', 'center'), text(`Tél. ${phone}`, 'normal', 'center'), ...(taxId ? [text(`IFU ${taxId}`, 'normal', 'center')] : []), rule]
    }
    case 'mark':
      return [text(block.mark, 'big', 'center')]
    case 'sale':
      return [
        text(block.number === null ? `Vente ${block.identifier}` : `Vente n°\u00a0${block.number} (${block.identifier})`, 'bold'),
        text(formatMoment(block.soldAt)),
        text(`Vendeur\u00a0: ${block.seller}`),
        ...(block.patient ? [text(`Patient\u00a0: ${block.patient}`)] : []),
        rule,
      ]
    case 'line':
      return [text(block.label), pair(`  ${formatAmount(block.quantity, { decimals: 0 })} x ${amount(block.price)}`, amount(block.total))]
    case 'total':
      return [rule, pair('TOTAL', `${amount(block.total)}\u00a0${currencySymbol(currency)}`, 'big'), text(plural(block.units, 'article'))]
    case 'payment':
      return [pair(block.label, amount(block.amount)), ...(block.detail ? [text(`  ${block.detail}`)] : [])]
    case 'rounding':
      return [pair('Arrondi', formatSigned(block.amount, currency))]
    case 'change':
      return [pair('Rendu', amount(block.amount), 'bold')]
    case 'remainder':
      return [pair('Reste à payer', amount(block.amount), 'bold')]
  }
}

import { firmNumbers, taxLine } from '#shared/domain/countries/country-facts.ts'
import type { FiscalClient } from '#shared/domain/fiscal/fiscal-document.ts'
import type { PosologyLabel } from '#shared/domain/label.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import type { ReceiptBlock, ReceiptMark } from '#shared/domain/receipt.ts'
import {
  awaitedWords,
  codeName,
  elementsOf,
  fiscalTitles,
  meansWords,
  simulatedWords,
  taxWords,
} from '#shared/papers/fiscal-words.ts'
import { formatDay, formatMoment, formatMonth, formatShortDay } from '#shared/ui/date-format.ts'
import { type Currency, currencySymbol, formatAmount, formatPercent, formatSigned } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { pair, rule, text } from './paper-lines.ts'

/**
 * The lines of a receipt, in French and in the pharmacy's currency. `codes`: the codes to type the sale back; null if
 * the sale is too long for them; empty if there is no sale to type back.
 */
export function receiptPaper(
  blocks: readonly ReceiptBlock[],
  currency: Currency,
  codes: readonly string[] | null = [],
): PaperLine[] {
  return [
    ...blocks.flatMap((block) => linesOf(block, currency)),
    rule,
    text('Merci de votre visite', 'normal', 'center'),
    ...codeLines(codes),
  ]
}

function codeLines(codes: readonly string[] | null): PaperLine[] {
  if (codes === null) return [text('Ticket trop long pour son code de secours', 'normal', 'center')]
  return codes.flatMap((digits, index) => {
    const place = codes.length > 1 ? ` (${index + 1}/${codes.length})` : ''
    return [{ kind: 'code', digits } as const, text(`Code de secours de la vente${place}`, 'normal', 'center')]
  })
}

function linesOf(block: ReceiptBlock, currency: Currency): PaperLine[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  switch (block.kind) {
    case 'header': {
      const { name, address, city, phone, taxId, tradeRegister, country } = block.pharmacy
      const isNormalised = country.fiscalPlatform !== undefined && country.fiscalPlatform !== 'none'
      return [
        text(name, 'big', 'center'),
        text([address, city].filter(Boolean).join(', '), 'normal', 'center'),
        text(`Tél. ${phone}`, 'normal', 'center'),
        ...(taxId ? [text(taxLine(taxId, country.code)!, 'normal', 'center')] : []),
        ...(isNormalised && tradeRegister
          ? [text(`${firmNumbers(country.code).tradeRegister} ${tradeRegister}`, 'normal', 'center')]
          : []),
        rule,
      ]
    }
    case 'mark':
      return [text(markWords[block.mark], 'big', 'center')]
    case 'cancellation':
      return [
        text(`Annulée le ${formatMoment(block.at)}`, 'bold', 'center'),
        text(`Motif\u00a0: ${block.reason}`, 'normal', 'center'),
        rule,
      ]
    case 'sale':
      return [
        text(saleName(block.number, block.identifier), 'bold'),
        text(formatMoment(block.soldAt)),
        text(`Vendeur\u00a0: ${block.seller}`),
        ...(block.patient ? [text(`Patient\u00a0: ${block.patient}`)] : []),
        rule,
      ]
    case 'buyer':
      return [...clientLines(block.client, block.countryCode), rule]
    case 'replaces':
      return [
        text(
          block.number === null ? 'Remplace une vente annulée' : `Remplace la vente n°\u00a0${block.number}`,
          'bold',
        ),
        rule,
      ]
    case 'credit-note':
      return [
        text(`AVOIR n°\u00a0${block.number}`, 'big', 'center'),
        text(formatMoment(block.returnedAt)),
        text(`Sur la ${saleName(block.saleNumber, block.identifier).replace('Vente', 'vente')}`),
        text(`Par\u00a0: ${block.byName}`),
        text(`Motif\u00a0: ${block.reason}`),
        rule,
      ]
    case 'line': {
      const quantity = formatAmount(block.quantity, { decimals: 0 })
      return [
        text(block.label),
        pair(
          block.price === null ? `  ${plural(block.quantity, 'rendu')}` : `  ${quantity} x ${amount(block.price)}`,
          block.group ? `${amount(block.total)} [${block.group}]` : amount(block.total),
        ),
        ...(block.discountPercent ? [text(`  Remise ${formatPercent(block.discountPercent)}, péremption proche`)] : []),
        ...(block.expiredOn ? [text(`  Lot périmé depuis le ${formatShortDay(block.expiredOn)}`, 'bold')] : []),
      ]
    }
    case 'aib':
      return [pair(block.label, amount(block.amount))]
    case 'total':
      return [
        rule,
        pair('TOTAL', `${amount(block.total)}\u00a0${currencySymbol(currency)}`, 'big'),
        text(plural(block.units, 'article')),
      ]
    case 'payment':
      return [
        pair(
          block.percent === null ? block.label : `${block.label} ${formatPercent(block.percent, 2)}`,
          amount(block.amount),
        ),
        ...[block.detail, block.voucher && `Bon n°\u00a0${block.voucher}`]
          .filter(Boolean)
          .map((line) => text(`  ${line}`)),
      ]
    case 'share':
      return [pair('À votre charge', amount(block.amount), 'bold')]
    case 'refund':
      return [pair(`Rendu, ${block.label}`, amount(block.amount), 'bold')]
    case 'rounding':
      return [pair('Arrondi', formatSigned(block.amount, currency))]
    case 'stamp-duty':
      return [pair('Timbre de quittance', amount(block.amount))]
    case 'change':
      return [pair('Rendu', amount(block.amount), 'bold')]
    case 'remainder':
      return [pair('Reste à payer', amount(block.amount), 'bold')]
    case 'return':
      return [rule, text(`Retour du ${formatMoment(block.returnedAt)}, avoir n°\u00a0${block.number}`, 'bold')]
    case 'returned':
      return [text(block.label), pair(`  ${plural(block.quantity, 'rendu')}`, formatSigned(0 - block.amount, currency))]
    case 'kept':
      return [pair('Total après retour', amount(block.amount), 'bold')]
    case 'fiscal':
      return fiscalLines(block, currency)
  }
}

const markWords: Readonly<Record<ReceiptMark, string>> = {
  PROVISOIRE: 'PROVISOIRE',
  DUPLICATA: 'DUPLICATA',
  ANNULÉE: 'ANNULÉE',
  AVOIR: 'AVOIR',
  invoice: fiscalTitles.sale.toUpperCase(),
  'credit-invoice': fiscalTitles.credit.toUpperCase(),
  awaited: awaitedWords,
  simulated: simulatedWords,
}

/** What the fiscal platform certified: client, taxes by group, payments, and the security elements with their code. */
function fiscalLines(
  { document, platform, countryCode }: Extract<ReceiptBlock, { kind: 'fiscal' }>,
  currency: Currency,
): PaperLine[] {
  const { elements, totals, client, payments, originalCode, isSimulated } = document
  const amount = (minor: number) => formatAmount(minor, currency)
  const known = (name: string, value: number | undefined) => (value ? [pair(name, amount(value))] : [])
  return [
    rule,
    ...(client ? clientLines(client, countryCode) : []),
    text(`Opérateur\u00a0: ${document.operator}`),
    ...(originalCode ? [text('Avoir de la facture'), text(originalCode, 'bold', 'center')] : []),
    ...(totals
      ? [
          rule,
          text('Ventilation des impôts', 'bold'),
          ...totals.groups.flatMap((group) => [
            pair(`[${group.group}] ${taxWords(group)}`, `TTC ${amount(group.total)}`),
            pair(`  HT ${amount(group.net)}`, `TVA ${amount(group.tax)}`),
          ]),
          ...known('Dont taxe spécifique', totals.specificTax),
          ...known('AIB', totals.aib),
          pair('Total certifié', `${amount(totals.total)}\u00a0${currencySymbol(currency)}`, 'bold'),
        ]
      : []),
    ...known('Timbre de quittance', elements.stampDuty),
    rule,
    text('Répartition des paiements', 'bold'),
    ...payments.map((payment) => pair(meansWords[payment.means], amount(payment.amount))),
    rule,
    text(codeName(platform), 'normal', 'center'),
    text(elements.code, 'bold', 'center'),
    ...elementsOf(document, platform).map(([name, value]) => pair(name, value)),
    ...(elements.qr ? [{ kind: 'code', digits: elements.qr, name: codeName(platform) } as const] : []),
    ...(isSimulated ? [text(simulatedWords, 'bold', 'center')] : []),
  ]
}

function clientLines({ name, taxId, contact, address }: FiscalClient, countryCode: string): PaperLine[] {
  return [name && `Client\u00a0: ${name}`, taxLine(taxId, countryCode), contact, address]
    .filter(Boolean)
    .map((line) => text(line!))
}

/** Labels of 50 × 30 mm, cut one by one. The posology has the largest type. */
export function labelPaper(labels: readonly PosologyLabel[]): PaperLine[] {
  return labels.flatMap(({ pharmacy, phone, patient, product, quantity, posology, lot, expiresOn, soldAt }) => {
    const box = [
      quantity > 1 ? `× ${quantity}` : null,
      lot && `Lot ${lot}`,
      expiresOn && `Exp. ${formatMonth(expiresOn)}`,
    ]
      .filter(Boolean)
      .join(' · ')
    return [
      text(`${pharmacy} · ${phone.replaceAll(' ', '\u00a0')}`),
      ...(patient ? [text(`${patient} · ${formatShortDay(soldAt)}`, 'bold')] : [text(formatDay(soldAt))]),
      text(product, 'bold'),
      text(posology, 'big'),
      ...(box ? [text(box)] : []),
      { kind: 'cut' },
    ] satisfies PaperLine[]
  })
}

function saleName(number: number | null, identifier: string): string {
  return number === null ? `Vente ${identifier}` : `Vente n°\u00a0${number} (${identifier})`
}

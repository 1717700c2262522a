import { amountText, percentText } from '#shared/domain/amount-text.ts'
import { comparePrices, supplierPriceText, type SupplierPrice } from '#shared/domain/supplier-price.ts'
import type { ClaimReason } from '#shared/domain/statements/claim-reasons.ts'
import { missingFree, type DeliveredGoods } from '#shared/domain/statements/agreed-line.ts'
import { noteName, type StatementLine } from '#shared/domain/statements/statement-line.ts'

export type Evidence = { delivered: DeliveredGoods | null; statement: string | null }

/**
 * What proves a difference, in one French sentence for the supplier. Amounts are in minor units of a
 * currency with `decimals` decimals; unit prices keep those of their paper.
 */
export function evidenceOf(
  reason: ClaimReason,
  line: Pick<StatementLine, 'quantity' | 'price' | 'rebate' | 'vat' | 'amount' | 'noteNumber'>,
  { delivered, statement }: Evidence,
  decimals = 0,
): string {
  const money = (amount: number): string => amountText(amount, decimals)
  const priced = (price: SupplierPrice): string => supplierPriceText(price, decimals)
  const note = delivered
    ? `${noteName(delivered.noteNumber)} du ${frenchDay(delivered.day)}`
    : noteName(line.noteNumber ?? '–')
  const promised = delivered?.promised
  switch (reason) {
    case 'sum':
      return `${line.quantity} × ${priced(line.price)} − ${money(line.rebate)}, TVA ${percent(line.vat)}, ne font pas ${money(line.amount)}.`
    case 'vat':
      return `TVA facturée ${percent(line.vat)}, au ${note} ${percent(delivered?.vat ?? 0)}.`
    case 'quantity':
      return `Facturé ${line.quantity}, reçu ${delivered?.received ?? 0} au ${note}.`
    case 'price':
      return promised?.price && comparePrices(promised.price, delivered?.price ?? line.price) < 0
        ? `Facturé ${priced(line.price)}, prix de votre tarif au ${frenchDay(delivered!.day)} ${priced(promised.price)}.`
        : `Facturé ${priced(line.price)}, prix du ${note} ${priced(delivered?.price ?? '0')}.`
    case 'rebate':
      return `Remise de ${percent(promised?.rebate ?? 0)} à votre tarif, ${money(line.rebate)} accordés.`
    case 'free-units':
      return delivered && promised
        ? `${promised.free} gratuite(s) pour ${promised.per} à votre tarif, ${delivered.received} reçues, ${missingFree(delivered)} manquante(s) au ${note}.`
        : `Unités gratuites manquantes au ${note}.`
    case 'total':
      return `Le montant ne correspond pas aux boîtes reçues au ${note}.`
    case 'twice':
      return statement ? `Déjà facturé sur votre relevé ${statement}.` : `Facturé deux fois sur ce relevé, ${note}.`
    case 'missing':
      return `Facturé ${line.quantity > 0 ? line.quantity : 'en entier'}, rien reçu au ${note}.`
    case 'never-ordered':
      return `Ni commandé ni reçu, ${note}.`
    case 'return':
      return `Avoir inférieur à la valeur des boîtes rendues.`
    case 'damaged':
    case 'short-dated':
    case 'wrong-product':
      return `${note}.`
  }
}

function frenchDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** Hundredths of a percent. */
function percent(share: number): string {
  return percentText(share / 100, { most: 2 })
}

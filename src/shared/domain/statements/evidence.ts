import { amountText, percentText } from '#shared/domain/amount-text.ts'
import type { ClaimReason } from '#shared/domain/statements/claim-reasons.ts'
import { missingFree, type DeliveredGoods } from '#shared/domain/statements/agreed-line.ts'
import { noteName, type StatementLine } from '#shared/domain/statements/statement-line.ts'

export type Evidence = { delivered: DeliveredGoods | null; statement: string | null }

/**
 * What proves a difference, in one French sentence for the supplier. Amounts are in minor units; `money` writes them.
 */
export function evidenceOf(
  reason: ClaimReason,
  line: Pick<StatementLine, 'quantity' | 'price' | 'rebate' | 'vat' | 'amount' | 'noteNumber'>,
  { delivered, statement }: Evidence,
  money: (amount: number) => string = plain,
): string {
  const note = delivered
    ? `${noteName(delivered.noteNumber)} du ${frenchDay(delivered.day)}`
    : noteName(line.noteNumber ?? '–')
  const promised = delivered?.promised
  switch (reason) {
    case 'sum':
      return `${line.quantity} × ${money(line.price)} − ${money(line.rebate)}, TVA ${percent(line.vat)}, ne font pas ${money(line.amount)}.`
    case 'vat':
      return `TVA facturée ${percent(line.vat)}, au ${note} ${percent(delivered?.vat ?? 0)}.`
    case 'quantity':
      return `Facturé ${line.quantity}, reçu ${delivered?.received ?? 0} au ${note}.`
    case 'price':
      return promised?.price && promised.price < (delivered?.price ?? line.price)
        ? `Facturé ${money(line.price)}, prix de votre tarif au ${frenchDay(delivered!.day)} ${money(promised.price)}.`
        : `Facturé ${money(line.price)}, prix du ${note} ${money(delivered?.price ?? 0)}.`
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
      return `Non reçu, ${note}.`
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

function plain(amount: number): string {
  return amountText(amount, 0)
}

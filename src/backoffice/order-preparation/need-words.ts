import type { OrderRecord, SupplierOffer } from '#shared/contract/order-preparations.ts'
import { formatAmount, formatMoney, type Currency } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'

const decimal = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })

/** Why a product is on the list, in one sentence with its figures. */
export function needSentence(record: OrderRecord): string {
  const { stock, coming, dues, minimum, askedInVain } = record
  const here = coming > 0 ? `${count(stock)} en stock et ${coming} en route` : `${count(stock)} en stock`
  switch (record.reason) {
    case 'due':
      return `${plural(dues, 'boîte due à un client', 'boîtes dues à des clients')}, ${here}${pace(record)}.`
    case 'out':
      return `${stock < 0 ? `Stock négatif (${count(stock)}), à recompter` : 'En rupture'}${pace(record)}.`
    case 'minimum':
      return `${here}, le minimum est ${minimum}${pace(record)}.`
    case 'asked':
      return `Demandé ${askedInVain} fois sans être vendu en 30 jours, pas assez de ventes pour calculer.`
    case 'low':
      return `${here}${lasts(record)}${pace(record)}, livraison tous les ${plural(record.rhythmDays, 'jour')}.`
    case null:
      return `Pas nécessaire\u00a0: ${here}${lasts(record)}${pace(record)}.`
  }
}

/** « 3 produits (12 boîtes) sans fournisseur » */
export function apartWords(apart: { withoutSupplier: number; withoutSupplierBoxes: number }): string {
  return `${plural(apart.withoutSupplier, 'produit')} (${plural(apart.withoutSupplierBoxes, 'boîte')}) sans fournisseur`
}

/** What happens without an order; null when nothing does before the next delivery. */
export function withoutOrder({ loss, daysLeft, rhythmDays }: OrderRecord, currency: Currency): string | null {
  if (loss > 0)
    return `Sans commande\u00a0: environ ${formatMoney(loss, currency)} de ventes perdues d’ici la livraison suivante.`
  if (daysLeft !== null && daysLeft <= 2 * rhythmDays)
    return `Sans commande\u00a0: rupture dans ${plural(daysLeft, 'jour')}.`
  return null
}

/** How many boxes, and how long they last. */
export function quantitySentence({ proposed, target, season, maximum }: OrderRecord): string {
  const seasonal =
    season === 1
      ? ''
      : ` La saison change les ventes\u00a0: ×${decimal.format(season)} par rapport aux semaines d’avant, l’an dernier.`
  return proposed === 0
    ? `Le stock visé est de ${plural(target, 'boîte')}.${seasonal}`
    : `${plural(proposed, 'boîte')} pour un stock de ${target}\u00a0: ${target === maximum ? 'le maximum de la fiche' : 'un mois de ventes, et jusqu’à la livraison suivante'}.${seasonal}`
}

/** Why this supplier, beside the others. */
export function supplierSentence({ supplierId, offers }: OrderRecord, currency: Currency): string {
  const chosen = offers.find((offer) => offer.supplierId === supplierId)
  if (!chosen) return supplierId ? 'Dernier fournisseur de ce produit.' : 'Aucun fournisseur connu. Choisissez-en un.'
  const others = offers.filter((offer) => offer !== chosen)
  const next = others.toSorted((a, b) => a.net - b.net)[0]
  if (!next) return `Seul fournisseur de ce produit depuis un an, ${offerWords(chosen, currency)}.`
  const difference = Math.round(Math.abs(next.net - chosen.net))
  const comparison =
    difference === 0
      ? `au même prix que ${next.supplierName}`
      : `${formatMoney(difference, currency)} ${next.net > chosen.net ? 'moins cher' : 'plus cher'} que ${next.supplierName}`
  return `${offerWords(chosen, currency)}, ${comparison}.`
}

/** « 680 F CFA la boîte, 2 gratuites pour 10 » */
function offerWords({ price, paid, free }: SupplierOffer, currency: Currency): string {
  const gift = free > 0 ? `, ${plural(free, 'gratuite')} pour ${paid}` : ''
  return `${formatMoney(price, currency)} la boîte${gift}`
}

function count(boxes: number): string {
  return formatAmount(boxes, { decimals: 0 })
}

function pace({ perDay }: OrderRecord): string {
  return perDay ? `, ${decimal.format(perDay)} par jour` : ''
}

function lasts({ daysLeft }: OrderRecord): string {
  return daysLeft === null ? '' : daysLeft === 0 ? ', moins d’un jour' : `, pour ${plural(daysLeft, 'jour')}`
}

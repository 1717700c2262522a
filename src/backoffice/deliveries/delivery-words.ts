import type { DeliveryState } from '#shared/contract/deliveries.ts'
import type { ClosingFault } from '#shared/domain/deliveries/close-delivery.ts'
import type { LineAlert } from '#shared/domain/deliveries/line-alerts.ts'
import { type Lack, lackWords } from '#shared/domain/lot-tracing.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { type Currency, formatMoney, formatPercent, formatSignedPercent } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const stateWords: Record<DeliveryState, { label: string; tone: StatusTone }> = {
  draft: { label: 'Brouillon', tone: 'neutral' },
  open: { label: 'En contrôle', tone: 'warning' },
  closed: { label: 'Validée', tone: 'success' },
  canceled: { label: 'Annulée', tone: 'danger' },
}

export const faultWords: Record<ClosingFault, string> = {
  unknownProduct: 'le produit n’est pas choisi',
  archivedProduct: 'le produit est archivé',
  noPackaging: 'le conditionnement n’est pas choisi',
  expired: 'le lot est périmé',
  noSalePrice: 'il n’a pas de prix de vente',
  belowCost: 'le prix de vente est sous le coût',
  otherPrice: 'une autre ligne du même produit a un autre prix',
}

/** An alert on a line, in a few words for a tag and in a sentence for the list below. */
export function alertWords(alert: LineAlert, currency: Currency): { tag: string; sentence: string; tone: StatusTone } {
  const money = (amount: number) => formatMoney(amount, currency)
  switch (alert.kind) {
    case 'unknown-product':
      return { tag: 'Produit inconnu', sentence: 'aucun produit du stock n’a ce code', tone: 'danger' }
    case 'missing':
      return {
        tag: plural(alert.boxes, 'manquant'),
        sentence: `${plural(alert.boxes, 'boîte manque', 'boîtes manquent')}, ${money(alert.value)}`,
        tone: 'warning',
      }
    case 'extra':
      return {
        tag: `${alert.boxes} en plus`,
        sentence: `${plural(alert.boxes, 'boîte', 'boîtes')} de plus que sur le BL`,
        tone: 'warning',
      }
    case 'expired':
      return { tag: 'Périmé', sentence: 'le lot est périmé\u00a0: il n’entre pas en stock', tone: 'danger' }
    case 'expires-soon':
      return {
        tag: 'Expire bientôt',
        sentence: `le lot expire le ${formatDay(alert.expiresOn)}`,
        tone: 'warning',
      }
    case 'lacks':
      return { tag: lackTags(alert.lacks), sentence: `la ligne est ${lackWords(alert.lacks)}`, tone: 'neutral' }
    case 'cost':
      return {
        tag:
          alert.percent === null
            ? 'Coût changé'
            : `Coût ${formatSignedPercent(((alert.after - alert.before) * 100) / alert.before)}`,
        sentence: `le coût passe de ${money(alert.before)} à ${money(alert.after)}`,
        tone: alert.after > alert.before ? 'warning' : 'info',
      }
    case 'margin':
      return {
        tag: `Marge ${formatPercent(Math.round(alert.after))}`,
        sentence: `la marge passe de ${formatPercent(Math.round(alert.before))} à ${formatPercent(Math.round(alert.after))}`,
        tone: 'danger',
      }
    case 'below-cost':
      return {
        tag: 'Vente à perte',
        sentence: `le prix de vente ${money(alert.price)} est sous le coût ${money(alert.cost)}`,
        tone: 'danger',
      }
  }
}

/** « Sans lot » */
function lackTags(lacks: readonly Lack[]): string {
  if (lacks.length > 1) return 'Sans lot ni date'
  return lacks[0] === 'lot' ? 'Sans lot' : 'Sans date'
}

/** « BL 88412 » */
export function noteName(bl: string): string {
  return /^bl/i.test(bl) ? bl : `BL ${bl}`
}

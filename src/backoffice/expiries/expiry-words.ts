import type { Expiry } from '#shared/contract/expiries.ts'
import { discountSteps, type ExpiryGesture } from '#shared/domain/expiries/expiry-proposal.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatSignedPercent } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const gestureWords: Record<ExpiryGesture, string> = {
  return: 'Rendre au fournisseur',
  transfer: 'Céder à la pharmacie sœur',
  discount: 'Remise au comptoir',
  destroy: 'Détruire',
}
export const gestureTones: Record<ExpiryGesture, StatusTone> = {
  return: 'success',
  transfer: 'info',
  discount: 'warning',
  destroy: 'danger',
}

const decimal = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })
/** « 0,4 » */
export function formatUnits(units: number): string {
  return decimal.format(units)
}

/** « 0,4 par jour »; « 0,5 par mois » for what sells more rarely than every ten days. */
export function paceText(perDay: number): string {
  return perDay < 0.1 ? `${formatUnits(perDay * 30)} par mois` : `${formatUnits(perDay)} par jour`
}

/** « 12 chances sur 100 » */
export function chanceText(chance: number): string {
  const hundredths = Math.round(chance * 100)
  if (hundredths === 0) return 'Moins d’une chance sur 100'
  if (hundredths === 100) return 'Presque certain'
  return `${plural(hundredths, 'chance')} sur 100`
}

/** « 8 boîtes sur 14 resteraient » */
function stayingText({ left, quantity }: Expiry): string {
  const staying = Math.max(1, Math.round(left ?? quantity))
  return `${staying} sur ${quantity} ${staying === 1 ? 'resterait' : 'resteraient'}`
}

/** The reason of what is proposed, in one sentence with its figures. */
export function proposalReason(row: Expiry): string {
  const { proposal, supplier, returnUntil, days, perDay, quantity, daysInStock, blocked } = row
  switch (proposal.kind) {
    case 'destroy':
      return `Expiré depuis ${plural(-days, 'jour')}\u00a0: ${plural(quantity, 'unité')} à sortir du stock.`
    case 'return':
      return `${supplier?.name ?? 'Le fournisseur'} le reprend jusqu’au ${formatShortDay(returnUntil!)}, et ${stayingText(row)}.`
    case 'transfer': {
      const { name, perDay: there, stock } = proposal.sister!
      return `${name} en vend ${paceText(there)} et en a ${stock}\u00a0: elle vendra à temps ce qui resterait ici (${proposal.quantity}).`
    }
    case 'discount':
      // The largest discount is also proposed when it does not suffice.
      return perDay && proposal.percent !== discountSteps.at(-1)
        ? `À ${paceText(perDay)}, ${stayingText(row)}\u00a0; ${formatSignedPercent(-proposal.percent!)} est la plus petite remise qui devrait suffire.`
        : `${perDay ? `À ${paceText(perDay)}, ${stayingText(row)}` : `Rien de vendu en ${plural(daysInStock, 'jour')} de rayon`}\u00a0: la remise la plus forte est proposée.`
    case 'none':
      switch (proposal.because) {
        case 'set-aside':
          return `Mis de côté (${blocked === 'recall' ? 'rappel' : 'quarantaine'})\u00a0: rien à proposer.`
        case 'unknown':
          return `Pas assez d’historique\u00a0: ${plural(daysInStock, 'jour')} en rayon sur 180.`
        case 'no-way':
          return `Aucune solution\u00a0: ni reprise, ni pharmacie sœur, ni remise sur une liste, et ${stayingText(row)}.`
        default:
          return `Se vendra sans rien faire\u00a0: ${chanceText(row.chance ?? 1).toLowerCase()}.`
      }
  }
}

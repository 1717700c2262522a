import type { CashRegister } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

const order: readonly CashRegister['state'][] = ['OPEN', 'WAITING', 'CLOSED']

/** State of a register: « Ouverte », « En attente », « Fermée n° 12 ». */
export function registerState({ state, number }: Pick<CashRegister, 'state' | 'number'>): {
  label: string
  tone: StatusTone
} {
  switch (state) {
    case 'OPEN':
      return { label: 'Ouverte', tone: 'success' }
    case 'WAITING':
      return { label: 'En attente', tone: 'warning' }
    case 'CLOSED':
      return { label: number === null ? 'Fermée' : `Fermée n°\u00a0${number}`, tone: 'neutral' }
  }
}

/** Open and waiting registers first. */
export function byState(one: CashRegister, other: CashRegister): number {
  return order.indexOf(one.state) - order.indexOf(other.state) || (one.number ?? 0) - (other.number ?? 0)
}

/** « Fermeture n° 12 », « Remise n° 11 à SOGLO Koffi ». */
export function countTitle({
  kind,
  number,
  receivedByName,
}: Pick<RegisterCount, 'kind' | 'number' | 'receivedByName'>): string {
  if (kind === 'closing') return `Fermeture n°\u00a0${number}`
  return [`Remise n°\u00a0${number}`, receivedByName && `à ${receivedByName}`].filter(Boolean).join(' ')
}

/** Explains that a member of an open drawer sees its amounts only after the count. */
export const withheldText =
  'Comptage à l’aveugle\u00a0: les montants de cette caisse s’affichent quand elle est comptée.'

/** Explains why some amounts are shown as dashes. */
export const hiddenText =
  'Votre rôle ne permet pas de voir le montant attendu de la caisse\u00a0: les espèces, les montants attendus et les écarts restent cachés.'

/** Who counted what was taken: at a hand-over the receiver, if he counted himself. */
export function countedBy({ byName, receivedByName, taking }: RegisterCount): string {
  return taking?.given ? (receivedByName ?? byName) : byName
}

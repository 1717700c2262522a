import type { Ceiling, UncoveredReason } from '#shared/domain/coverage/coverage.ts'
import type { PolicyState } from '#shared/domain/coverage/policy-state.ts'
import { percentText } from '#shared/domain/amount-text.ts'

/** Why a payer did not cover an amount; the screen adds the amount and any date. */
export function uncoveredWords(reason: UncoveredReason): string {
  switch (reason.kind) {
    case 'excluded':
      return 'Produit exclu du contrat'
    case 'not-listed':
      return 'Hors de la liste du régime'
    case 'above-reference':
      return 'Au-dessus du prix de référence'
    case 'patient-part':
      return `Ticket modérateur ${percentText(reason.percent)}`
    case 'ceiling':
      return ceilingReachedWords(reason.ceiling)
    case 'expired':
      return 'Police expirée'
    case 'not-yet-valid':
      return 'Police pas encore valable'
  }
}

/** State of a policy, for its own line or tag. */
export function policyStateWords(state: PolicyState): string {
  switch (state.kind) {
    case 'valid':
      return 'Valable'
    case 'expiring':
      return state.daysLeft === 0
        ? 'Expire aujourd’hui'
        : state.daysLeft === 1
          ? 'Expire demain'
          : `Expire dans ${state.daysLeft}\u00a0jours`
    case 'expired':
      return 'Expirée'
    case 'not-yet-valid':
      return 'Pas encore valable'
    case 'exhausted':
      return ceilingReachedWords(state.ceilingLeft.ceiling)
  }
}

const periodWords: Record<Ceiling['period'], string> = {
  sale: 'Plafond par vente',
  day: 'Plafond du jour',
  month: 'Plafond du mois',
  year: 'Plafond de l’année',
}

const scopeWords: Record<Ceiling['scope'], string> = { policy: '', family: ' de la famille', contract: ' du contrat' }

/** « Plafond du mois », or « Plafond du mois du contrat » for a ceiling shared by all insured of a contract. */
export function ceilingWords({ scope, period }: Ceiling): string {
  return `${periodWords[period]}${scopeWords[scope]}`
}

function ceilingReachedWords(ceiling: Ceiling): string {
  return `${ceilingWords(ceiling)} atteint`
}

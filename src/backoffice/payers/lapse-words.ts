import { lapseOn, type Validity } from '#shared/domain/coverage/validity.ts'

/** Why a contract is not valid today; null when it is. */
export function lapseWords(validity: Validity, today: string) {
  switch (lapseOn(today, validity)?.kind) {
    case 'expired':
      return { label: 'Expiré', tone: 'danger' as const }
    case 'not-yet-valid':
      return { label: 'Pas encore valable', tone: 'info' as const }
    case undefined:
      return null
  }
}

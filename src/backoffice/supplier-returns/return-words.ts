import type { ReturnableLot, SupplierReturn } from '#shared/contract/supplier-returns.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

/** A return of which something came waits for its rest; what is given up is no credit. */
export function returnState({
  state,
  creditAmount,
  givenUp,
}: Pick<SupplierReturn, 'state' | 'creditAmount' | 'givenUp'>): { label: string; tone: StatusTone } {
  if (state === 'sent' && creditAmount !== null) return { label: 'Reste attendu', tone: 'warning' }
  if (state === 'credited' && (givenUp ?? 0) > 0)
    return { label: creditAmount === null ? 'Abandonné' : 'Reste abandonné', tone: 'neutral' }
  return returnStates[state]
}

const returnStates: Record<SupplierReturn['state'], { label: string; tone: StatusTone }> = {
  sent: { label: 'Avoir attendu', tone: 'warning' },
  credited: { label: 'Avoir reçu', tone: 'success' },
  canceled: { label: 'Annulé', tone: 'neutral' },
}

/** Why a lot is proposed. */
export const becauseWords: Record<ReturnableLot['because'], string> = {
  task: 'retour décidé',
  recall: 'rappelé',
  expired: 'périmé',
  delivery: 'de cette livraison',
  product: 'ajouté',
}

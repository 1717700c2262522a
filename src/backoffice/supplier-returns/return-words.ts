import type { ReturnableLot, SupplierReturn } from '#shared/contract/supplier-returns.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const returnStates: Record<SupplierReturn['state'], { label: string; tone: StatusTone }> = {
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

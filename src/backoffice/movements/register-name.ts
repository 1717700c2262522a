import type { CashRegister } from '#shared/contract/cash-registers.ts'
import { formatMoment } from '#shared/ui/date-format.ts'

/** « Caisse de DOSSOU Aurèle, sam. 21 nov. 2026, 07:58 » */
export function registerName({ openedByName, openedAt }: Pick<CashRegister, 'openedByName' | 'openedAt'>): string {
  return `Caisse de ${openedByName}, ${formatMoment(openedAt)}`
}

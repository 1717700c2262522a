import { isEmptySale } from '#shared/domain/local-sale.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import type { OutboxRow, ParcelKind } from '#shared/store/sales/sales-rows.ts'
import type { SalesSnapshot } from '#shared/store/sales/sales-snapshot.ts'
import { plural } from '#shared/ui/plural.ts'

/** Without `parked-taken`: confirming a parked sale is no content of its own. */
const counted = [
  ['sale', 'vente', 'ventes'],
  ['patient', 'patient', 'patients'],
  ['photo', 'photo', 'photos'],
  ['missed-sale', 'vente manquée', 'ventes manquées'],
  ['register-act', 'opération de caisse', 'opérations de caisse'],
  ['stock-act', 'opération de stock', 'opérations de stock'],
  ['delivery-act', 'ligne de livraison', 'lignes de livraison'],
  ['inventory-count', 'comptage', 'comptages'],
  ['disbursement-photo', 'photo de reçu', 'photos de reçus'],
  ['export', 'trace d’export', 'traces d’exports'],
] as const satisfies readonly (readonly [ParcelKind, string, string])[]

/** « 2 ventes », « 1 photo » …: the count of each kind present. */
export function kindWords(rows: readonly Pick<OutboxRow, 'kind'>[]): { count: number; words: string }[] {
  return counted.flatMap(([kind, one, many]) => {
    const { length: count } = rows.filter((row) => kindOf(row) === kind)
    return count > 0 ? [{ count, words: plural(count, one, many) }] : []
  })
}

/**
 * What happens to unsent content when the terminal leaves its pharmacy, one text per sentence; empty when there is
 * none.
 */
export function unsentWords({
  outbox,
  sales,
  patients,
}: Pick<SalesSnapshot, 'outbox' | 'sales' | 'patients'>): string[] {
  const waiting = outbox.filter(({ errors }) => !errors)
  const kinds = kindWords(waiting)
  const refused = sales.filter(({ status }) => status === 'ERROR').length
  const refusedPatients = patients.filter(({ status }) => status === 'ERROR').length
  const refusedOthers = outbox.length - waiting.length
  const open = sales.filter(
    (sale) => (sale.status === 'LOCAL' || sale.status === 'ONGOING') && !isEmptySale(sale),
  ).length
  const left = [
    refused > 0 && plural(refused, 'vente refusée', 'ventes refusées'),
    refusedPatients > 0 && plural(refusedPatients, 'patient refusé', 'patients refusés'),
    refusedOthers > 0 && plural(refusedOthers, 'autre envoi refusé', 'autres envois refusés'),
    open > 0 && plural(open, 'vente ouverte', 'ventes ouvertes'),
  ].filter((words) => words !== false)
  const isMany = kinds.length > 1 || (kinds[0]?.count ?? 0) > 1
  return [
    ...(kinds.length > 0
      ? [
          `${listed(kinds.map(({ words }) => words))} ${isMany ? 'attendent' : 'attend'} l’envoi\u00a0: rien n’est perdu, ce poste ${isMany ? 'les' : 'l’'}${isMany ? ' ' : ''}enverra.`,
        ]
      : []),
    ...(left.length > 0
      ? [
          `${listed(left)} ${left.length > 1 || refused + refusedPatients + refusedOthers + open > 1 ? 'restent' : 'reste'} sur ce poste\u00a0: reconnectez-le à cette pharmacie pour reprendre.`,
        ]
      : []),
  ]
}

/** « 2 ventes, 1 patient et 1 photo » */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} et ${words.at(-1)}`
}

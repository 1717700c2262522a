import type { Expiry } from '#shared/contract/expiries.ts'
import type { ExpiryTask } from '#shared/contract/expiry-tasks.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { formatSignedPercent } from '#shared/ui/money-format.ts'
import { ChanceBar } from '#backoffice/expiries/chance-bar.tsx'
import { formatUnits, gestureTones, gestureWords, proposalReason } from '#backoffice/expiries/expiry-words.ts'
import {
  countColumn,
  dayColumn,
  exportOnlyColumn,
  moneyColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'

export const expiryColumns = (search: string) =>
  sortedByServer<Expiry>([
    textColumn('label', 'Produit', ({ label }) => label, { strong: true, width: 230, grow: 1, search }),
    textColumn('lot', 'Lot', ({ lot }) => lot, { width: 92, search, priority: 2 }),
    textColumn('storage', 'Rangement', ({ storage }) => storage, { width: 110, priority: 3 }),
    textColumn('supplier', 'Fournisseur', ({ supplier }) => supplier && supplier.name, { width: 120, priority: 3 }),
    {
      ...dayColumn<Expiry>('expiresOn', 'Péremption', ({ expiresOn }) => expiresOn, { width: 112 }),
      render: ({ expiresOn, days }) =>
        days < 0 ? <StatusTag tone="danger">{dayText(expiresOn)}</StatusTag> : dayText(expiresOn),
    },
    countColumn('quantity', 'Stock', ({ quantity }) => quantity, { width: 72 }),
    {
      ...textColumn<Expiry>(
        'chance',
        'Chance',
        ({ chance }) => (chance === null ? null : `${Math.round(chance * 100)}`),
        {
          width: 140,
        },
      ),
      render: ({ chance }) => <ChanceBar chance={chance} />,
    },
    {
      ...countColumn<Expiry>('left', 'Resterait', ({ left }) => Math.round(left ?? 0), { width: 92, priority: 1.5 }),
      render: ({ left }) => (left === null ? '–' : formatUnits(left)),
    },
    moneyColumn('riskCost', 'Risque (coût)', ({ riskCost }) => riskCost, { strong: true, width: 124 }),
    moneyColumn('riskPrice', 'Risque (vente)', ({ riskPrice }) => riskPrice, { width: 124, priority: 2.5 }),
    dayColumn('returnUntil', 'Reprise jusqu’au', ({ returnUntil }) => returnUntil, { width: 132, priority: 2 }),
    {
      ...stateColumn<Expiry>(
        'proposal',
        'Proposition',
        ({ proposal, task }) => {
          if (task) return { label: `En cours\u00a0: ${gestureWords[task.kind].toLowerCase()}`, tone: 'neutral' }
          return proposal.kind === 'none'
            ? null
            : { label: gestureWords[proposal.kind], tone: gestureTones[proposal.kind] }
        },
        { width: 210 },
      ),
    },
    exportOnlyColumn('reason', 'Pourquoi', proposalReason),
  ])

function dayText(day: string): string {
  return day.split('-').toReversed().join('/')
}

const stateWords: Record<ExpiryTask['state'], string> = { open: 'En cours', done: 'Fait', canceled: 'Annulé' }

export const taskColumns = (search: string) =>
  sortedByServer<ExpiryTask>([
    textColumn('label', 'Produit', ({ label }) => label, { strong: true, width: 230, grow: 1, search }),
    textColumn('lot', 'Lot', ({ lot }) => lot, { width: 92, search }),
    {
      ...stateColumn<ExpiryTask>('kind', 'Action', ({ kind, percent, toPharmacyName }) => ({
        label: taskWords({ kind, percent, toPharmacyName }),
        tone: gestureTones[kind],
      })),
      width: 230,
    },
    countColumn('quantity', 'Quantité', ({ quantity, doneQuantity }) => doneQuantity ?? quantity, { width: 88 }),
    dayColumn('expiresOn', 'Péremption', ({ expiresOn }) => expiresOn, { width: 112, priority: 2 }),
    dayColumn('createdAt', 'Décidé le', ({ createdAt }) => createdAt, { width: 104, priority: 1.5 }),
    textColumn('createdBy', 'Par', ({ createdByName }) => createdByName, { width: 130, priority: 2 }),
    stateColumn(
      'state',
      'État',
      ({ state }) => ({
        label: stateWords[state],
        tone: state === 'done' ? 'success' : state === 'open' ? 'warning' : 'neutral',
      }),
      { width: 104 },
    ),
    moneyColumn('saved', 'Perte évitée', ({ saved }) => saved, { strong: true }),
  ]).map((column) => (column.key === 'lot' ? { ...column, sortable: false } : column))

/** « Remise au comptoir −20 % », « Céder à Plateau Lagune ». */
export function taskWords({ kind, percent, toPharmacyName }: Pick<ExpiryTask, 'kind' | 'percent' | 'toPharmacyName'>) {
  if (kind === 'discount') return `${gestureWords.discount} ${formatSignedPercent(-percent!)}`
  return kind === 'transfer' && toPharmacyName ? `Céder à ${toPharmacyName}` : gestureWords[kind]
}

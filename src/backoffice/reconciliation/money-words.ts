import type { MoneyLine, MoneyStatement, RecordedMoney } from '#shared/contract/money-statements.ts'
import type { MoneyLineState } from '#shared/domain/reconciliation/line-state.ts'
import { type MoneyField, moneyFields, type MoneyReading } from '#shared/domain/reconciliation/money-file.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'
import type { MappedField } from '#backoffice/ui/imports/mapping-step.tsx'
import { dayColumn, moneyColumn, numberColumn, stateColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'

export const accountKindWords: Record<MoneyStatement['kind'], string> = {
  'mobile-money': 'Paiement mobile',
  bank: 'Banque',
}

export const moneyStateWords: Record<MoneyLineState, { label: string; many: string; tone: StatusTone }> = {
  unrecorded: { label: 'Non enregistré', many: 'Non enregistrés', tone: 'danger' },
  differs: { label: 'Montant différent', many: 'Montants différents', tone: 'warning' },
  matched: { label: 'Rapproché', many: 'Rapprochés', tone: 'success' },
  out: { label: 'Sortie', many: 'Sorties', tone: 'neutral' },
  explained: { label: 'Expliqué', many: 'Expliqués', tone: 'info' },
}

export const wayWords: Record<NonNullable<MoneyLine['way']>, string> = {
  reference: 'par la référence',
  phone: 'par le téléphone et le montant',
  amount: 'par le montant et la date',
  hand: 'à la main',
}

const fieldWords: Record<MoneyField, { label: string; hint?: string }> = {
  day: { label: 'Date', hint: 'obligatoire, avec l’heure ou non' },
  time: { label: 'Heure' },
  reference: { label: 'Référence', hint: 'n° de transaction ou de chèque' },
  phone: { label: 'Téléphone du payeur' },
  label: { label: 'Libellé' },
  amount: { label: 'Montant', hint: 'ou Crédit et Débit' },
  credit: { label: 'Crédit', hint: 'ce qui entre' },
  debit: { label: 'Débit', hint: 'ce qui sort' },
  fee: { label: 'Frais', hint: 'ce que l’opérateur garde' },
  state: { label: 'Statut', hint: 'seuls les succès comptent' },
}
export const mappedMoneyFields: readonly MappedField<MoneyField>[] = moneyFields.map((field) => ({
  field,
  ...fieldWords[field],
}))

export const readingWords = {
  read: { label: 'Lue', many: 'Lues', tone: 'success' },
  error: { label: 'À corriger', many: 'À corriger', tone: 'danger' },
  unknown: { label: 'Statut inconnu', many: 'Statut inconnu', tone: 'warning' },
  aside: { label: 'Écartée', many: 'Écartées', tone: 'neutral' },
} as const

export const readingColumns = [
  numberColumn<MoneyReading>('line', 'Ligne', ({ line }) => line, { width: 72 }),
  dayColumn<MoneyReading>('day', 'Date', ({ row }) => row?.day ?? null),
  textColumn<MoneyReading>('time', 'Heure', ({ row }) => timeText(row?.minutes ?? null), { width: 72 }),
  textColumn<MoneyReading>('reference', 'Référence', ({ row }) => row?.reference ?? null, { width: 160 }),
  textColumn<MoneyReading>('phone', 'Téléphone', ({ row }) => row?.phone ?? null, { width: 130 }),
  textColumn<MoneyReading>('label', 'Libellé', ({ row }) => row?.label ?? null, { width: 200, grow: 1 }),
  moneyColumn<MoneyReading>('amount', 'Montant', ({ row }) => row?.amount ?? null, { width: 120, signed: true }),
  moneyColumn<MoneyReading>('fee', 'Frais', ({ row }) => row?.fee || null, { width: 90 }),
  stateColumn<MoneyReading>('outcome', 'Lecture', ({ outcome }) => readingWords[outcome], { width: 110 }),
  textColumn<MoneyReading>(
    'why',
    'Pourquoi',
    (reading) =>
      reading.outcome === 'unknown'
        ? `Statut «\u00a0${reading.state || 'vide'}\u00a0»`
        : reading.reasons.map(({ text }) => text).join(' ') || null,
    { width: 240, grow: 1 },
  ),
]

/** « 10:32 »; null without a time. `minutes`: of the day. */
export function timeText(minutes: number | null): string | null {
  if (minutes === null) return null
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** What a line answers: the movement, or how many of which kinds: « 3 mouvements, Carte ». */
export function recordsText(records: readonly RecordedMoney[]): string | null {
  const [first] = records
  if (!first || records.length === 1) return first ? recordedText(first) : null
  return [`${records.length} mouvements`, ...new Set(records.map(({ type }) => paymentName(type)))].join(', ')
}

/** « Chèque, DOSSA Rodrigue, vente n° 42 »; « Virement, rendu à NSIA ». */
export function recordedText({ kind, type, clientName, saleNumber }: RecordedMoney): string {
  return [
    paymentName(type),
    kind === 'bill-return' ? `rendu à ${clientName}` : clientName,
    saleNumber === null ? null : `vente n°\u00a0${saleNumber}`,
  ]
    .filter(Boolean)
    .join(', ')
}

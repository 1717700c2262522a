import { Link } from 'wouter'
import type { RowOutcome } from '#shared/contract/insured-imports.ts'
import type { InsuredField } from '#shared/domain/insured/insured-fields.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { sortedHere } from '#backoffice/ui/lists/columns.tsx'
import type { MappedField } from '#backoffice/ui/imports/mapping-step.tsx'

export const insuredFieldWords: readonly MappedField<InsuredField>[] = [
  { field: 'number', label: 'N° d’assuré', hint: 'obligatoire' },
  { field: 'lastName', label: 'Nom', hint: 'ou nom et prénom' },
  { field: 'firstName', label: 'Prénom' },
  { field: 'fullName', label: 'Nom et prénom', hint: 'en une colonne' },
  { field: 'birthDate', label: 'Né le' },
  { field: 'sex', label: 'Sexe' },
  { field: 'phone', label: 'Téléphone' },
  { field: 'coverage', label: 'Taux', hint: 'sinon celui du contrat' },
  { field: 'holderNumber', label: 'N° de l’assuré principal' },
  { field: 'relationship', label: 'Lien de parenté' },
  { field: 'validFrom', label: 'Valable du' },
  { field: 'validUntil', label: 'Valable jusqu’au' },
  { field: 'monthlyCeiling', label: 'Plafond par mois' },
]
export const insuredFieldWord = (field: string): string =>
  insuredFieldWords.find((each) => each.field === field)?.label ?? field

export const outcomeWords: Record<RowOutcome['outcome'], { label: string; many: string; tone: StatusTone }> = {
  error: { label: 'À corriger', many: 'À corriger', tone: 'danger' },
  create: { label: 'Nouveau', many: 'Nouveaux', tone: 'success' },
  change: { label: 'Changé', many: 'Changés', tone: 'info' },
  same: { label: 'Inchangé', many: 'Inchangés', tone: 'neutral' },
  aside: { label: 'Écartée', many: 'Écartées', tone: 'warning' },
}

/** What is to mend in a row, then what the import leaves out of it. */
const remarksText = ({ errors, setAside }: RowOutcome): string =>
  [...errors, ...setAside].map(({ field, text }) => `${insuredFieldWord(field)}\u00a0: ${text}`).join(' ')

export const insuredColumns: readonly ExportedColumn<RowOutcome>[] = sortedHere<RowOutcome>([
  { key: 'line', header: 'Ligne', width: 72, align: 'end', render: ({ line }) => line, exported: ({ line }) => line },
  {
    key: 'number',
    header: 'N° d’assuré',
    width: 120,
    render: ({ number }) => number || '–',
    exported: ({ number }) => number,
  },
  {
    key: 'name',
    header: 'Nom',
    width: 200,
    grow: 0.7,
    render: ({ name, personId, outcome }) =>
      personId && outcome !== 'create' ? <Link href={`/patients/${personId}`}>{name}</Link> : name || '–',
    exported: ({ name }) => name,
  },
  {
    key: 'outcome',
    header: 'Import',
    width: 110,
    render: ({ outcome }) => <StatusTag tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].label}</StatusTag>,
    exported: ({ outcome }) => outcomeWords[outcome].label,
  },
  {
    key: 'errors',
    header: 'Remarques',
    width: 280,
    grow: 1,
    render: (row) => <span title={remarksText(row)}>{remarksText(row)}</span>,
    exported: remarksText,
  },
])

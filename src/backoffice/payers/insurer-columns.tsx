import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import type { InsurerRow } from '#backoffice/payers/insurer-filters.ts'
import text from '#shared/ui/text.module.css'
import { lapseWords } from '#backoffice/payers/lapse-words.ts'
import { validityText } from '#backoffice/ui/policies/validity-text.ts'

const nothing = <span className={text.quiet}>–</span>
export const payerKindWords: Record<InsurerRow['payer']['kind'], string> = {
  'social-security': 'Sécurité sociale',
  insurer: 'Assureur',
  organization: 'Organisme, à crédit',
}

export function insurerColumns(search: string, today: string): readonly ExportedColumn<InsurerRow>[] {
  return [
    {
      key: 'payer',
      header: 'Payeur',
      width: 200,
      grow: 1,
      render: ({ payer }) => (
        <b>
          <MarkedLabel text={payer.name} search={search} />
        </b>
      ),
      exported: ({ payer }) => payer.name,
    },
    {
      key: 'kind',
      header: 'Nature',
      width: 150,
      priority: 2,
      render: ({ payer }) => <span className={text.quiet}>{payerKindWords[payer.kind]}</span>,
      exported: ({ payer }) => payerKindWords[payer.kind],
    },
    {
      key: 'contract',
      header: 'Contrat',
      width: 190,
      grow: 1,
      render: ({ contract }) =>
        contract ? (
          <MarkedLabel text={contract.label} search={search} />
        ) : (
          <span className={text.quiet}>Aucun contrat</span>
        ),
      exported: ({ contract }) => contract?.label ?? null,
    },
    {
      key: 'owner',
      header: 'Souscrit par',
      width: 160,
      grow: 0.7,
      priority: 1.5,
      render: ({ contract }) =>
        contract?.ownerName ? <MarkedLabel text={contract.ownerName} search={search} /> : nothing,
      exported: ({ contract }) => contract?.ownerName ?? null,
    },
    {
      key: 'coverage',
      header: 'Taux',
      width: 76,
      align: 'end',
      render: ({ contract }) => (contract ? formatPercent(contract.defaultCoverage) : nothing),
      exported: ({ contract }) => contract?.defaultCoverage ?? null,
    },
    {
      key: 'policies',
      header: 'Assurés',
      width: 80,
      align: 'end',
      render: ({ contract }) => contract?.policies ?? nothing,
      exported: ({ contract }) => contract?.policies ?? null,
    },
    {
      key: 'validity',
      header: 'Validité',
      width: 205,
      priority: 3,
      render: ({ contract }) => (contract ? validityText(contract) : nothing),
      exported: ({ contract }) => contract && validityText(contract),
    },
    {
      key: 'state',
      header: 'État',
      width: 130,
      priority: 1.2,
      render: (row) => <State row={row} today={today} />,
      exported: (row) => stateOf(row, today)?.label ?? null,
    },
  ]
}

function stateOf({ payer, contract }: InsurerRow, today: string) {
  if (contract ? contract.archived : payer.archived) return { label: 'Archivé', tone: 'neutral' as const }
  return contract && lapseWords(contract, today)
}

function State({ row, today }: { row: InsurerRow; today: string }) {
  const state = stateOf(row, today)
  return state && <StatusTag tone={state.tone}>{state.label}</StatusTag>
}

import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import type { InsurerRow } from '#backoffice/payers/insurer-rows.ts'
import text from '#shared/ui/text.module.css'
import { lapseWords } from '#backoffice/payers/lapse-words.ts'
import {
  type ListColumn,
  numberColumn,
  percentColumn,
  sortedHere,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { validityText } from '#backoffice/ui/policies/validity-text.ts'
import { todayAtom } from '#backoffice/ui/today.ts'

export const payerKindWords: Record<InsurerRow['payer']['kind'], string> = {
  'social-security': 'Sécurité sociale',
  insurer: 'Assureur',
  organization: 'Organisme, à crédit',
}

export function useInsurerColumns({ search }: { search: string }): readonly ListColumn<InsurerRow>[] {
  const today = useAtomValue(todayAtom)
  return useMemo(() => sortedHere(insurerColumns(search, today)), [search, today])
}

function insurerColumns(search: string, today: string): readonly ListColumn<InsurerRow>[] {
  return [
    textColumn('payer', 'Payeur', ({ payer }) => payer.name, { width: 200, grow: 1, strong: true, search }),
    textColumn('kind', 'Nature', ({ payer }) => payerKindWords[payer.kind], { priority: 2, quiet: true }),
    {
      ...textColumn<InsurerRow>('contract', 'Contrat', ({ contract }) => contract && contract.label, {
        width: 190,
        grow: 1,
      }),
      render: ({ contract }) =>
        contract ? (
          <MarkedLabel text={contract.label} search={search} />
        ) : (
          <span className={text.quiet}>Aucun contrat</span>
        ),
    },
    textColumn('owner', 'Souscrit par', ({ contract }) => contract && contract.ownerName, {
      width: 160,
      grow: 0.7,
      priority: 1.5,
      search,
    }),
    percentColumn('coverage', 'Taux', ({ contract }) => contract && contract.defaultCoverage, { width: 76 }),
    numberColumn('policies', 'Assurés', ({ contract }) => contract && contract.policies, { width: 80 }),
    {
      ...textColumn<InsurerRow>('validity', 'Validité', ({ contract }) => contract && validityText(contract), {
        width: 205,
        priority: 3,
      }),
      compare: (a, b) => lastDayOf(a).localeCompare(lastDayOf(b)),
    },
    stateColumn('state', 'État', (row) => stateOf(row, today), { width: 130, priority: 1.2 }),
  ]
}

/** The sort key of the end date; contracts without an end sort last. */
function lastDayOf({ contract }: InsurerRow): string {
  return contract?.validUntil ?? '\uffff'
}

function stateOf({ payer, contract }: InsurerRow, today: string) {
  if (contract ? contract.archived : payer.archived) return { label: 'Archivé' }
  return contract && lapseWords(contract, today)
}

import { Button, Select } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { registerImports, RegisterOutcome } from '#shared/contract/register-imports.ts'
import { registerFieldWords } from '#shared/domain/registers/register-fields.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { outcomeWords, reasonsText } from '#backoffice/registers/register-words.ts'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { sortedHere } from '#backoffice/ui/lists/columns.tsx'
import { Sheet } from '#backoffice/ui/sheet.tsx'

/** By line: the chosen product, or null for a new one. */
export type Decisions = ReadonlyMap<number, string | null>

interface RegisterPreviewProps {
  checked: CallReply<typeof registerImports.check>
  decisions: Decisions
  onDecide: (decisions: Decisions) => void
  isOffline: boolean
  isRunning: boolean
  onCheckAgain: () => void
  onStart: () => void
}

const outcomes = ['new', 'change', 'same', 'proposed', 'aside'] as const
const count = (rows: number) => formatAmount(rows, { decimals: 0 })
/** The value of « Nouveau produit » in the choice of a row. */
const asNew = 'new'

/** The effect of the import, row by row, with the decisions about rows whose name exists. */
export function RegisterPreview(props: RegisterPreviewProps) {
  const { checked, decisions, onDecide, isOffline, isRunning, onCheckAgain, onStart } = props
  const { rows, created, changed, same, proposed } = checked
  const columns = useMemo(() => columnsOf(decisions, onDecide), [decisions, onDecide])
  const decideAll = (choose: (row: RegisterOutcome) => string | null) =>
    onDecide(new Map(rows.flatMap((row) => (row.outcome === 'proposed' ? [[row.line, choose(row)] as const] : []))))
  const undecided = proposed - decisions.size
  const taken = created + changed + decisions.size
  const barrier = isOffline
    ? 'Hors ligne : importer demande le réseau. Ce que vous avez choisi est conservé.'
    : taken + same === 0
      ? 'Aucune ligne de ce fichier ne peut être importée.'
      : undefined
  return (
    <Sheet title="3. Vérification" fact="rien n’est encore enregistré">
      <CheckedRows
        label="Lignes du registre"
        rows={rows}
        columns={columns}
        outcomes={outcomes}
        words={outcomeWords}
        first={proposed > 0 ? 'proposed' : undefined}
        exportName={(shown) => (shown === 'aside' ? 'Lignes écartées' : 'Registre vérifié')}
      />
      {proposed > 0 && (
        <div className={classes.buttons}>
          <span>
            {plural(proposed, 'ligne')} sans code connu, dont le nom existe&nbsp;:{' '}
            {undecided === 0 ? 'tout est décidé.' : `${count(undecided)} à décider, sinon écartées.`}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => decideAll((row) => row.proposals[0]?.id ?? null)}>
            Tout rattacher au premier proposé
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => decideAll(() => null)}>
            Tout créer
          </Button>
        </div>
      )}
      <div className={classes.buttons}>
        <Button disabled={barrier !== undefined} loading={isRunning} onClick={onStart}>
          Importer {plural(taken, 'produit')}
        </Button>
        <Button variant="default" disabled={isOffline || isRunning} onClick={onCheckAgain}>
          Vérifier de nouveau
        </Button>
        {barrier && <span className={classes.barrier}>{barrier}</span>}
      </div>
    </Sheet>
  )
}

function columnsOf(
  decisions: Decisions,
  onDecide: (decisions: Decisions) => void,
): readonly ExportedColumn<RegisterOutcome>[] {
  return sortedHere<RegisterOutcome>([
    { key: 'line', header: 'Ligne', width: 80, align: 'end', render: ({ line }) => line, exported: ({ line }) => line },
    { key: 'code', header: 'Code', width: 150, render: ({ code }) => code || '–', exported: ({ code }) => code },
    {
      key: 'label',
      header: 'Libellé',
      width: 240,
      grow: 0.6,
      render: ({ label, productId }) =>
        productId ? <Link href={`/referentiel/${productId}`}>{label}</Link> : label || '–',
      exported: ({ label }) => label,
    },
    {
      key: 'outcome',
      header: 'Import',
      width: 120,
      render: ({ outcome }) => <StatusTag tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].label}</StatusTag>,
      exported: ({ outcome }) => outcomeWords[outcome].label,
    },
    {
      key: 'remarks',
      header: 'Remarques',
      width: 340,
      grow: 1,
      render: (row) =>
        row.outcome === 'proposed' ? (
          <DecisionField row={row} decisions={decisions} onDecide={onDecide} />
        ) : (
          <span title={remarksOf(row)}>{remarksOf(row)}</span>
        ),
      exported: remarksOf,
    },
  ])
}

function DecisionField(props: {
  row: RegisterOutcome
  decisions: Decisions
  onDecide: (decisions: Decisions) => void
}) {
  const { row, decisions, onDecide } = props
  const decision = decisions.get(row.line)
  const decide = (value: string | null) => {
    const next = new Map(decisions)
    if (value === null) next.delete(row.line)
    else next.set(row.line, value === asNew ? null : value)
    onDecide(next)
  }
  return (
    <Select
      aria-label={`Décision pour la ligne ${row.line}`}
      size="xs"
      placeholder="À décider"
      clearable
      data={[
        ...row.proposals.map(({ id, label }) => ({ value: id, label: `Rattacher à ${label}` })),
        { value: asNew, label: 'Nouveau produit' },
      ]}
      value={decision === undefined ? null : (decision ?? asNew)}
      onChange={decide}
    />
  )
}

function remarksOf(row: RegisterOutcome): string {
  if (row.outcome === 'proposed') return row.proposals.map(({ label }) => label).join(' | ')
  if (row.outcome === 'change') {
    const changes = row.changes.map((field) => registerFieldWords[field].label)
    return `${row.productLabel ?? ''}\u00a0: ${[...(row.returns ? ['n’est plus archivé'] : []), ...changes].join(', ')}`
  }
  return row.outcome === 'same' && row.productLabel !== row.label ? (row.productLabel ?? '') : reasonsText(row)
}

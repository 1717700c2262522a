import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { productHealthInsurance as scheme } from '#shared/contract/product-health-insurance.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import type { LineError, SchemeLine, SchemeReading } from '#backoffice/scheme/read-scheme.ts'
import classes from '#backoffice/ui/imports/imports.module.css'
import { changesText } from '#backoffice/ui/imports/changes-text.ts'
import { refusedRow } from '#backoffice/ui/imports/refused-row.ts'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { TakeButtons } from '#backoffice/ui/imports/take-buttons.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { sortedHere } from '#backoffice/ui/lists/columns.tsx'
import { capital } from '#backoffice/ui/lists/french-noun.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Done = CallReply<typeof scheme.importList>
/** Maximum of one call. */
const mostLines = 20_000
/** In ms: the server needs time for 20,000 lines. */
const timeoutMs = 120_000

const errorColumns: readonly ExportedColumn<LineError>[] = sortedHere([
  {
    key: 'line',
    header: 'Ligne',
    width: 72,
    align: 'end',
    render: ({ line }) => line,
    exported: ({ line }) => line,
  },
  { key: 'code', header: 'Code', width: 120, render: ({ code }) => code || '–', exported: ({ code }) => code },
  {
    key: 'label',
    header: 'Libellé',
    width: 200,
    grow: 0.6,
    render: ({ label }) => label || '–',
    exported: ({ label }) => label,
  },
  {
    key: 'text',
    header: 'À corriger',
    width: 300,
    grow: 1,
    render: ({ text }) => <span title={text}>{text}</span>,
    exported: ({ text }) => text,
  },
])
const lineColumns: readonly ExportedColumn<SchemeLine>[] = sortedHere([
  { key: 'code', header: 'Code', width: 120, render: ({ code }) => code, exported: ({ code }) => code },
  {
    key: 'label',
    header: 'Libellé',
    width: 240,
    grow: 1,
    render: ({ label }) => <b>{label}</b>,
    exported: ({ label }) => label,
  },
  { key: 'inn', header: 'DCI', width: 150, grow: 0.5, render: ({ inn }) => inn ?? '–', exported: ({ inn }) => inn },
  {
    key: 'dosage',
    header: 'Dosage',
    width: 100,
    render: ({ dosage }) => dosage ?? '–',
    exported: ({ dosage }) => dosage,
  },
  { key: 'form', header: 'Forme', width: 120, render: ({ form }) => form ?? '–', exported: ({ form }) => form },
  {
    key: 'price',
    header: 'Prix de base',
    width: 110,
    align: 'end',
    render: ({ basePrice }) => <Money amount={basePrice} />,
    exported: ({ basePrice }) => ({ money: basePrice }),
  },
  {
    key: 'rate',
    header: 'Taux',
    width: 80,
    align: 'end',
    render: ({ rate }) => formatPercent(rate),
    exported: ({ rate }) => rate,
  },
])

/** The content and errors of the file, and the button that imports it. */
export function SchemePreview({
  reading: { lines, errors },
  fileName,
  backTo,
  onDone,
}: {
  reading: SchemeReading
  fileName: string
  backTo: string
  onDone: () => void
}) {
  const [archiveOthers, setArchiveOthers] = useState(false)
  const [done, setDone] = useState<{ of: readonly SchemeLine[]; reply: Done; refused: number } | null>(null)
  const send = useSend()
  const gesture = useGesture()
  const barrier =
    lines.length > mostLines
      ? `${formatAmount(mostLines, { decimals: 0 })}\u00a0lignes au plus par fichier.`
      : undefined
  const run = async () => {
    const refused = errors.map(({ text, ...row }) => refusedRow({ ...row, errors: [{ field: null, text }] }))
    const body = { lines: [...lines], archiveOthers, fileName: fileName.slice(0, 200), refused }
    const reply = await send(scheme.importList, { body }, { timeoutMs })
    setDone({ of: lines, reply, refused: errors.length })
    onDone()
  }
  const start = () => {
    // while a row is left out, no line is archived
    if (!archiveOthers || errors.length > 0) return gesture.run(run)
    gesture.ask({
      title: `Archiver les lignes absentes du fichier\u202f?`,
      text: `Le régime ne paiera plus ce que ce fichier ne contient pas. Il contient ${plural(lines.length, 'ligne')}.`,
      yes: 'Importer et archiver les autres',
      run,
    })
  }
  if (done?.of === lines) return <Summary reply={done.reply} refused={done.refused} backTo={backTo} />
  return (
    <Sheet title="3. Aperçu" fact={plural(lines.length + errors.length, 'ligne')}>
      <p className={classes.counts}>
        <span>
          <b>{formatAmount(lines.length, { decimals: 0 })}</b> {pluralWord(lines.length, 'ligne lue', 'lignes lues')}
        </span>
        {errors.length > 0 && (
          <span data-tone="danger">
            <b>{formatAmount(errors.length, { decimals: 0 })}</b> à corriger
          </span>
        )}
      </p>
      {errors.length > 0 && (
        <div className={classes.tools}>
          <b>Lignes à corriger dans le fichier</b>
          <ListExport
            name="Erreurs du régime"
            isLocal
            isOwnFile
            columns={errorColumns}
            source={() => ({ rows: errors })}
          />
        </div>
      )}
      <TableRoom rows={errors.length || lines.length}>
        {errors.length > 0 ? (
          <DataTable
            label="Lignes à corriger"
            columns={errorColumns}
            rows={errors}
            rowKey={({ line }) => String(line)}
          />
        ) : (
          <DataTable label="Lignes lues" columns={lineColumns} rows={lines} rowKey={({ code }) => code} />
        )}
      </TableRoom>
      <div className={classes.options}>
        <Checkbox
          label="Archiver les lignes qui ne sont pas dans ce fichier"
          description="À cocher pour une liste complète, pas pour un complément."
          checked={archiveOthers}
          onChange={(event) => setArchiveOthers(event.currentTarget.checked)}
        />
      </div>
      {archiveOthers && errors.length > 0 && (
        <p>Tant que des lignes sont à corriger, les lignes absentes du fichier ne sont pas archivées.</p>
      )}
      <TakeButtons
        label={`Importer ${plural(lines.length, 'ligne')}`}
        errors={errors.length}
        good={lines.length}
        barrier={barrier}
        isOffline={gesture.isOffline}
        isRunning={gesture.isRunning}
        onTake={start}
        onTakeGood={start}
      />
      {gesture.modals}
    </Sheet>
  )
}

interface SummaryProps {
  reply: Done
  /** Rows that were left out. */
  refused: number
  backTo: string
}

function Summary({ reply: { created, changed, unchanged, archived }, refused, backTo }: SummaryProps) {
  return (
    <Sheet title="Liste importée">
      <div className={classes.done} role="status">
        <p>
          {capital(
            changesText(
              { added: created, changed },
              [unchanged, 'ligne inchangée', 'lignes inchangées'],
              [archived, 'ligne archivée', 'lignes archivées'],
            ),
          )}
          .
        </p>
        {refused > 0 && (
          <p className={classes.barrier}>
            {plural(refused, 'ligne refusée', 'lignes refusées')}&nbsp;: corrigez-les dans le fichier, puis importez-le
            de nouveau.
          </p>
        )}
        <TextLink to={backTo}>Voir la liste du régime</TextLink>
        {created > 0 && <TextLink to="/regime/associer">Associer les produits</TextLink>}
      </div>
    </Sheet>
  )
}

import { Progress } from '@mantine/core'
import { useParams } from 'wouter'
import { registerImports, type LeftRow, type RegisterImport } from '#shared/contract/register-imports.ts'
import { countries } from '#shared/contract/countries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { countsText, outcomeWords, reasonsText, statusOf } from '#backoffice/registers/register-words.ts'
import { RegisterFailure } from '#backoffice/registers/register-failure.tsx'
import { RegisterUndoButton, UndoSheet } from '#backoffice/registers/register-undo.tsx'
import { isOpenImport, isOpenJob, RegisterWatch } from '#backoffice/registers/register-watch.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { sortedHere } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const leftColumns: readonly ExportedColumn<LeftRow>[] = sortedHere<LeftRow>([
  { key: 'line', header: 'Ligne', width: 80, align: 'end', render: ({ line }) => line, exported: ({ line }) => line },
  { key: 'code', header: 'Code', width: 150, render: ({ code }) => code || '–', exported: ({ code }) => code },
  {
    key: 'label',
    header: 'Libellé',
    width: 260,
    grow: 0.6,
    render: ({ label }) => label || '–',
    exported: ({ label }) => label,
  },
  {
    key: 'outcome',
    header: 'Résultat',
    width: 120,
    render: ({ outcome }) => <StatusTag tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].label}</StatusTag>,
    exported: ({ outcome }) => outcomeWords[outcome].label,
  },
  {
    key: 'reasons',
    header: 'Raison',
    width: 320,
    grow: 1,
    render: (row) => <span title={reasonsText(row)}>{reasonsText(row)}</span>,
    exported: reasonsText,
  },
])

/** An import of a register: its progress, then its result and the rows that it did not take. */
export function RegisterResultScreen() {
  const { id } = useParams<{ id: string }>()
  const { data, error, retry } = useAnswer(registerImports.read, { params: { id } })
  const { data: known } = useAnswer(countries.list, {})
  const back = { to: '/referentiel/registres', title: 'Registres' }
  if (!data)
    return (
      <DetailFace
        back={back}
        title="Import d’un registre"
        error={error}
        onRetry={retry}
        missingText="Cet import n’existe pas, ou date de plus de 30 jours."
      />
    )
  const country = known?.find(({ code }) => code === data.countryCode)?.name ?? data.countryCode
  return (
    <Page scrolls>
      <DetailHead back={back} title={`${country}, ${data.fileName}`} />
      {isOpenImport(data) && <RegisterWatch id={id} />}
      <div className={classes.steps}>
        <ResultSheet result={data} />
        {data.undo && <UndoSheet run={data} undo={data.undo} kept={data.kept} />}
        {data.left.length > 0 && <LeftSheet rows={data.left} />}
      </div>
    </Page>
  )
}

function ResultSheet({ result }: { result: RegisterImport }) {
  const { label, tone } = statusOf(result)
  return (
    <Sheet title="Résultat" fact={<StatusTag {...(tone ? { tone } : {})}>{label}</StatusTag>}>
      <div className={classes.done}>
        {isOpenJob(result) && (
          <>
            <Progress w="100%" value={result.progress} aria-label="Progression de l’import" />
            <p>L’import continue sur le serveur : vous pouvez quitter cette page.</p>
          </>
        )}
        {result.counts && <p role="status">{countsText(result.counts)}.</p>}
        {result.status === 'failed' && <RegisterFailure text="Rien n’a été importé." error={result.error} />}
        {result.status === 'done' && <TextLink to="/referentiel">Voir les produits</TextLink>}
        {result.canUndo && !isOpenImport(result) && <RegisterUndoButton run={result} />}
      </div>
    </Sheet>
  )
}

function LeftSheet({ rows }: { rows: readonly LeftRow[] }) {
  return (
    <Sheet
      title="Lignes non importées"
      fact={rows.length}
      actions={
        <ListExport
          name="Lignes non importées"
          small
          isLocal
          isOwnFile
          columns={leftColumns}
          source={() => ({ rows })}
        />
      }
    >
      <TableRoom rows={rows.length}>
        <ListRoom>
          <DataTable
            label="Lignes non importées"
            columns={leftColumns}
            rows={rows}
            rowKey={({ line }) => String(line)}
          />
        </ListRoom>
      </TableRoom>
    </Sheet>
  )
}

import type { ImportRun, ImportRunCalls, KeptRow, RefusedRow } from '#shared/contract/import-runs.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { numberColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** What the imports of one kind call their rows. */
export interface ImportWords {
  /** « N° d’assuré », « Nom ». */
  code: string
  label: string
  fieldWord?: (field: string) => string
  /** One and many, as `plural` takes them. */
  same: [string, string]
  gone: [string, string]
  /** What an undo does, for the question before it. */
  undo: string
  /** Why a row whose former content belongs to another one was left. */
  taken: string
  /** « Assurés »: begins the name of an exported file. */
  exported: string
  /** A file of the platform, which no pharmacy owns: an export needs no right and leaves no trace. */
  isOfPlatform?: boolean
}

interface RunRowsProps {
  run: ImportRun
  of: 'refused' | 'kept'
  calls: Pick<ImportRunCalls, 'rows'>
  words: ImportWords
  onClose: () => void
}

/** The rows of a file that were not taken, or that an undo left, with their reasons; they can be exported. */
export function RunRows({ run, of, calls, words, onClose }: RunRowsProps) {
  const { data, error, retry } = useAnswer(calls.rows, { params: { id: run.id } })
  const table = {
    face: error ? 'error' : data ? 'ready' : 'loading',
    onRetry: retry,
  } as const
  const file = run.fileName ?? 'ce fichier'
  const owned = { isOwnFile: words.isOfPlatform ?? false }
  if (of === 'refused') {
    const [columns, rows] = [refusedColumns(words), data?.refused ?? []]
    return (
      <Dialog opened onClose={onClose} title={`Lignes refusées de ${file}`} size={900}>
        <ListExport
          name={`${words.exported} refusés`}
          small
          isLocal
          {...owned}
          columns={columns}
          source={() => ({ rows })}
        />
        <TableRoom rows={run.refused}>
          <ListRoom>
            <DataTable
              label="Lignes refusées"
              columns={columns}
              rows={rows}
              rowKey={({ line }) => String(line)}
              {...table}
            />
          </ListRoom>
        </TableRoom>
      </Dialog>
    )
  }
  const columns = keptColumns(words)
  const rows = (data?.kept ?? []).map((row, index) => ({ ...row, index }))
  return (
    <Dialog opened onClose={onClose} title={`Lignes gardées de ${file}`} size={900}>
      <ListExport
        name={`${words.exported} gardés`}
        small
        isLocal
        {...owned}
        columns={columns}
        source={() => ({ rows })}
      />
      <TableRoom rows={run.undone?.kept ?? 0}>
        <ListRoom>
          <DataTable
            label="Lignes gardées"
            columns={columns}
            rows={rows}
            rowKey={({ index }) => String(index)}
            {...table}
          />
        </ListRoom>
      </TableRoom>
    </Dialog>
  )
}

function refusedColumns(words: ImportWords): readonly ExportedColumn<RefusedRow>[] {
  const why = ({ errors }: RefusedRow) =>
    errors
      .map(({ field, text }) => (field && words.fieldWord ? `${words.fieldWord(field)}\u00a0: ${text}` : text))
      .join(' ')
  return sortedHere<RefusedRow>([
    numberColumn('line', 'Ligne', ({ line }) => line, { width: 72 }),
    textColumn('code', words.code, ({ code }) => code || null, { width: 130 }),
    textColumn('label', words.label, ({ label }) => label || null, { width: 200 }),
    {
      ...textColumn('errors', 'À corriger', why, { width: 300, grow: 1 }),
      render: (row) => <span title={why(row)}>{why(row)}</span>,
    },
  ])
}

function keptColumns(words: ImportWords): readonly ExportedColumn<KeptRow & { index: number }>[] {
  const whyWords: Record<KeptRow['why'], string> = {
    changed: 'Modifiée depuis l’import',
    used: 'Utilisée depuis l’import',
    taken: words.taken,
  }
  return sortedHere<KeptRow & { index: number }>([
    textColumn('code', words.code, ({ code }) => code || null, { width: 130 }),
    textColumn('label', words.label, ({ label }) => label || null, { width: 240 }),
    textColumn('why', 'Pourquoi', ({ why }) => whyWords[why], { width: 280, grow: 1 }),
  ])
}

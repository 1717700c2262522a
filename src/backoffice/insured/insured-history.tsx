import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { type InsuredImportRun, insuredImports, type RefusedRow } from '#shared/contract/insured-imports.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import { remarksText } from '#backoffice/insured/insured-columns.tsx'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import { changesText } from '#backoffice/ui/imports/changes-text.ts'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { sortedHere } from '#backoffice/ui/lists/columns.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Older imports are seldom asked for. */
const shown = 20

/** The last files that were imported under a contract: who, when, what was taken, the rows that were not, the undo. */
export function InsuredHistory({ contractId }: { contractId: string }) {
  const { data } = useAnswer(insuredImports.history, { query: { contractId, size: shown } })
  const [opened, setOpened] = useState<InsuredImportRun | null>(null)
  const mayUndo = useMay(insuredImports.undo)
  const undo = useUndo()
  if (!data || data.total === 0) return null
  return (
    <Sheet title="Fichiers déjà importés" fact={plural(data.total, 'fichier')}>
      <TableRoom rows={data.items.length}>
        <ListRoom>
          <DataTable
            label="Fichiers déjà importés"
            columns={columnsOf(setOpened, mayUndo ? undo.ask : null)}
            rows={data.items}
            rowKey={({ id }) => id}
          />
        </ListRoom>
      </TableRoom>
      {opened && <RefusedRows of={opened} onClose={() => setOpened(null)} />}
      {undo.modals}
    </Sheet>
  )
}

function useUndo() {
  const send = useSend()
  const say = useNotice()
  const { ask, modals } = useGesture()
  return {
    modals,
    ask: ({ id, fileName, created }: InsuredImportRun) =>
      ask({
        title: `Défaire l’import de ${fileName ?? 'ce fichier'}\u202f?`,
        text: `Les polices créées (${created} au plus) et leurs fiches sont archivées, sauf celles qui ont servi depuis. Ce que le fichier a modifié ou retiré reste tel quel.`,
        yes: 'Défaire l’import',
        run: async () => {
          const { policies, persons, kept } = await send(insuredImports.undo, { params: { id } })
          say({
            text: `Import défait\u00a0: ${plural(policies, 'police archivée', 'polices archivées')}, ${plural(persons, 'fiche archivée', 'fiches archivées')}${kept > 0 ? `, ${plural(kept, 'police gardée', 'polices gardées')}` : ''}`,
          })
        },
      }),
  }
}

function columnsOf(open: (run: InsuredImportRun) => void, undo: ((run: InsuredImportRun) => void) | null) {
  return [
    { key: 'at', header: 'Importé le', width: 190, render: (run: InsuredImportRun) => formatMoment(run.importedAt) },
    { key: 'by', header: 'Par', width: 150, render: (run: InsuredImportRun) => run.importedByName },
    { key: 'file', header: 'Fichier', width: 180, grow: 1, render: (run: InsuredImportRun) => run.fileName ?? '–' },
    { key: 'taken', header: 'Pris', width: 250, grow: 1, render: takenText },
    {
      key: 'refused',
      header: 'Refusées',
      width: 100,
      render: (run: InsuredImportRun) =>
        run.refused === 0 ? (
          '–'
        ) : (
          <UnstyledButton className="officine-focus" onClick={() => open(run)}>
            {plural(run.refused, 'ligne')}
          </UnstyledButton>
        ),
    },
    {
      key: 'undo',
      header: '',
      width: 190,
      render: (run: InsuredImportRun) =>
        run.undone ? (
          <span className={text.quiet} title={`${run.undone.byName}, ${formatMoment(run.undone.at)}`}>
            Défait par {run.undone.byName}
          </span>
        ) : (
          undo &&
          run.isLast && (
            <WriteButton variant="default" size="compact-sm" onClick={() => undo(run)}>
              Défaire
            </WriteButton>
          )
        ),
    },
  ]
}

function takenText({ created, changed, same, ended }: InsuredImportRun): string {
  return [
    changesText({ added: created, changed }),
    ...(same > 0 ? [plural(same, 'inchangé')] : []),
    ...(ended > 0 ? [plural(ended, 'police retirée', 'polices retirées')] : []),
  ].join(', ')
}

const refusedColumns: readonly ExportedColumn<RefusedRow>[] = sortedHere<RefusedRow>([
  { key: 'line', header: 'Ligne', width: 72, align: 'end', render: ({ line }) => line, exported: ({ line }) => line },
  {
    key: 'number',
    header: 'N° d’assuré',
    width: 120,
    render: ({ number }) => number || '–',
    exported: ({ number }) => number,
  },
  { key: 'name', header: 'Nom', width: 180, render: ({ name }) => name || '–', exported: ({ name }) => name },
  {
    key: 'errors',
    header: 'À corriger',
    width: 300,
    grow: 1,
    render: (row) => <span title={remarksText(row)}>{remarksText(row)}</span>,
    exported: remarksText,
  },
])

/** The rows of a file that were not taken, with their reasons; they can be exported. */
function RefusedRows({ of, onClose }: { of: InsuredImportRun; onClose: () => void }) {
  const { data, error, retry } = useAnswer(insuredImports.refused, { params: { id: of.id } })
  const rows = data ?? []
  return (
    <Dialog opened onClose={onClose} title={`Lignes refusées de ${of.fileName ?? 'ce fichier'}`} size={900}>
      <ListExport name="Assurés refusés" small isLocal columns={refusedColumns} source={() => ({ rows })} />
      <TableRoom rows={of.refused}>
        <ListRoom>
          <DataTable
            label="Lignes refusées"
            columns={refusedColumns}
            rows={rows}
            rowKey={({ line }) => String(line)}
            face={error ? 'error' : data ? 'ready' : 'loading'}
            onRetry={retry}
          />
        </ListRoom>
      </TableRoom>
    </Dialog>
  )
}

import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { ImportRun, ImportRunCalls } from '#shared/contract/import-runs.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatMoment } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { changesText, someOf } from '#backoffice/ui/imports/changes-text.ts'
import { type ImportWords, RunRows } from '#backoffice/ui/imports/run-rows.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** How many of the last imports a screen asks for: older ones are seldom looked for. */
export const shownRuns = 20

interface ImportHistoryProps {
  /** Undefined while they are read. */
  runs: CallReply<ImportRunCalls['history']> | undefined
  calls: Pick<ImportRunCalls, 'rows' | 'undo'>
  words: ImportWords
}

type Opened = { run: ImportRun; of: 'refused' | 'kept' }

/** The last files that were imported: who, when, what was taken, the rows that were not, and the undo of the last one. */
export function ImportHistory({ runs, calls, words }: ImportHistoryProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const mayUndo = useMay(calls.undo)
  const undo = useUndo(calls, words)
  if (!runs || runs.total === 0) return null
  return (
    <Sheet title="Fichiers déjà importés" fact={plural(runs.total, 'fichier')}>
      <TableRoom rows={runs.items.length}>
        <ListRoom>
          <DataTable
            label="Fichiers déjà importés"
            columns={columnsOf(words, setOpened, mayUndo ? undo.ask : null)}
            rows={runs.items}
            rowKey={({ id }) => id}
          />
        </ListRoom>
      </TableRoom>
      {opened && <RunRows {...opened} calls={calls} words={words} onClose={() => setOpened(null)} />}
      {undo.modals}
    </Sheet>
  )
}

function useUndo(calls: ImportHistoryProps['calls'], words: ImportWords) {
  const send = useSend()
  const say = useNotice()
  const { ask, modals } = useGesture()
  return {
    modals,
    ask: ({ id, fileName }: ImportRun) =>
      ask({
        title: `Annuler l’import de ${fileName ?? 'ce fichier'}\u202f?`,
        text: words.undo,
        yes: 'Annuler l’import',
        no: 'Garder l’import',
        run: async () =>
          say({ text: `Import annulé\u00a0: ${undoneText(await send(calls.undo, { params: { id } }))}` }),
      }),
  }
}

function undoneText({ removed, restored, kept }: CallReply<ImportRunCalls['undo']>): string {
  return (
    someOf(
      [removed, 'ajout retiré', 'ajouts retirés'],
      [restored, 'modification annulée', 'modifications annulées'],
      [kept, 'ligne gardée', 'lignes gardées'],
    ) || 'rien n’avait changé'
  )
}

function columnsOf(words: ImportWords, open: (opened: Opened) => void, undo: ((run: ImportRun) => void) | null) {
  return [
    { key: 'at', header: 'Importé le', width: 190, render: (run: ImportRun) => formatMoment(run.importedAt) },
    { key: 'by', header: 'Par', width: 150, render: (run: ImportRun) => run.importedByName },
    { key: 'file', header: 'Fichier', width: 180, grow: 1, render: (run: ImportRun) => run.fileName ?? '–' },
    { key: 'taken', header: 'Pris', width: 250, grow: 1, render: (run: ImportRun) => takenText(run, words) },
    {
      key: 'refused',
      header: 'Refusées',
      width: 100,
      render: (run: ImportRun) =>
        run.refused === 0 ? (
          '–'
        ) : (
          <UnstyledButton className="officine-focus" onClick={() => open({ run, of: 'refused' })}>
            {plural(run.refused, 'ligne')}
          </UnstyledButton>
        ),
    },
    {
      key: 'undo',
      header: '',
      width: 240,
      render: (run: ImportRun) =>
        run.undone ? (
          <span className={text.quiet} title={`${run.undone.byName}, ${formatMoment(run.undone.at)}`}>
            Annulé par {run.undone.byName}
            {run.undone.kept > 0 && (
              <>
                {', '}
                <UnstyledButton className="officine-focus" fz="inherit" onClick={() => open({ run, of: 'kept' })}>
                  {plural(run.undone.kept, 'ligne gardée', 'lignes gardées')}
                </UnstyledButton>
              </>
            )}
          </span>
        ) : (
          undo &&
          run.canUndo && (
            <WriteButton variant="default" size="compact-sm" onClick={() => undo(run)}>
              Annuler l’import
            </WriteButton>
          )
        ),
    },
  ]
}

function takenText({ added, changed, same, gone }: ImportRun, words: ImportWords): string {
  return changesText({ added, changed }, [same, ...words.same], [gone, ...words.gone])
}

import { ActionIcon, Button, Menu, Modal, Progress } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fileSlug } from '#shared/domain/files/file-slug.ts'
import { useCurrency } from './currency.tsx'
import { formatAmount } from './money-format.ts'
import { plural } from './plural.ts'
import { saveFile } from './save-file.ts'
import { xlsxOf } from './table-export-xlsx.ts'
import { csvOf, type ExportColumn, markedCsv, readAllRows, type ReadProgress, type RowSource } from './table-export.ts'
import classes from './table-export-button.module.css'
import { useShortcuts } from './use-shortcuts.ts'
import { withEnd } from './with-end.ts'

type Format = 'csv' | 'xlsx'
type Running = { format: Format; progress: ReadProgress | null; hasFailed: boolean }

/**
 * Delay in ms before the progress dialog opens: a list in memory is exported faster, and the dialog would only flash.
 */
const lateMs = 250

interface TableExportButtonProps<T> {
  /** « Ventes »: name of the sheet and the file. */
  name: string
  /** For the file name: `2026-11-21`. */
  day: string
  columns: readonly ExportColumn<T>[]
  /** Called at the export, with the filters in force then. */
  source: () => RowSource<T>
  /** The CSV file from the server, for lists that it can export. */
  readCsv?: ((signal: AbortSignal) => Promise<string>) | undefined
  /**
   * Called with the number of rows before a file of this window is saved; when it throws, no file is saved. Not called
   * for a file of the server.
   */
  onMade?: (made: { format: Format; rows: number }) => Promise<void>
  /** An icon button for the head of a block, without the shortcut X, which belongs to the screen's main list. */
  small?: boolean
  disabled?: boolean
  /** The choice of the file opens without a click; `onClose` is called when it closes. */
  isAsked?: boolean
  onClose?: () => void
}

/**
 * « Exporter », or the key X: exports all rows of a list as a file, with progress. A file is saved only when all rows
 * were read.
 */
export function TableExportButton<T>({
  name,
  day,
  columns,
  source,
  readCsv,
  onMade,
  small = false,
  disabled = false,
  isAsked = false,
  onClose,
}: TableExportButtonProps<T>) {
  const currency = useCurrency()
  const [isOpen, setIsOpen] = useState(false)
  const [state, setState] = useState<Running | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useShortcuts({ x: () => setIsOpen(true) }, !small && !disabled && state === null)

  const make = async (format: Format, signal: AbortSignal): Promise<Blob> => {
    if (format === 'csv' && readCsv) return csvBlob(markedCsv(await withEnd(readCsv(signal))))
    const rows = await readAllRows(source(), (progress) => setState({ format, progress, hasFailed: false }), signal)
    const content =
      format === 'csv' ? csvBlob(csvOf(columns, rows, currency)) : await xlsxOf(name, columns, rows, currency, signal)
    if (!signal.aborted && onMade) await withEnd(onMade({ format, rows: rows.length }))
    return content
  }
  const run = async (format: Format) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setState({ format, progress: null, hasFailed: false })
    try {
      const content = await make(format, own.signal)
      if (own.signal.aborted) return
      saveFile(`${fileSlug(name)}-${day}.${format}`, content)
      setState(null)
    } catch {
      if (!own.signal.aborted) setState({ format, progress: null, hasFailed: true })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setState(null)
  }

  const changeOpen = (next: boolean) => {
    setIsOpen(next)
    if (!next) onClose?.()
  }

  return (
    <>
      <Menu position="bottom-end" opened={isOpen || (isAsked && !disabled)} onChange={changeOpen}>
        <Menu.Target>
          {small ? (
            <ActionIcon variant="subtle" color="gray" aria-label={`Exporter\u00a0: ${name}`} disabled={disabled}>
              <IconDownload size={18} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={disabled}
              data-export
            >
              Exporter
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileTypeCsv size={18} aria-hidden />} onClick={() => void run('csv')}>
            Fichier CSV
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={() => void run('xlsx')}>
            Fichier Excel (XLSX)
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExportDialog name={name} state={state} onCancel={cancel} onRetry={run} />
    </>
  )
}

interface ExportDialogProps {
  name: string
  state: Running | null
  onCancel: () => void
  onRetry: (format: Format) => Promise<void>
}

function ExportDialog({ name, state, onCancel, onRetry }: ExportDialogProps) {
  const isLate = useIsLate(state !== null)
  return (
    <Modal
      opened={state !== null && (isLate || state.hasFailed)}
      onClose={onCancel}
      title={`Exporter\u00a0: ${name}`}
      size={460}
    >
      <div className={classes.body}>
        {state?.hasFailed ? (
          <p role="alert">L’export n’a pas abouti. Aucun fichier n’a été enregistré.</p>
        ) : (
          <>
            <Progress value={state?.progress ? share(state.progress) : 0} animated aria-label="Progression" />
            <p role="status">
              {state?.progress
                ? `${plural(state.progress.read, 'ligne')} sur ${formatAmount(state.progress.total, { decimals: 0 })}`
                : 'Préparation du fichier…'}
            </p>
          </>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel}>
            {state?.hasFailed ? 'Fermer' : 'Annuler'}
          </Button>
          {state?.hasFailed && <Button onClick={() => void onRetry(state.format)}>Réessayer</Button>}
        </div>
      </div>
    </Modal>
  )
}

const csvBlob = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' })

function useIsLate(isRunning: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setIsLate(true), lateMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isRunning])
  return isLate
}

function share({ read, total }: ReadProgress): number {
  return total === 0 ? 100 : (100 * read) / total
}

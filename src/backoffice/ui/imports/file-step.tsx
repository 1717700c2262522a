import { Button, Loader, Select } from '@mantine/core'
import { IconAlertCircle, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { plural } from '#shared/ui/plural.ts'
import { readTableFile } from '#shared/ui/read-table-file.ts'
import type { TableFile } from '#shared/domain/files/table-file.ts'
import { separatorWords, tableTroubleTexts } from '#shared/domain/files/table-file-texts.ts'
import classes from '#backoffice/ui/imports/imports.module.css'
import { Sheet } from '#backoffice/ui/sheet.tsx'

interface FileStepProps {
  file: TableFile | null
  /** Index of the sheet to read. */
  sheet: number
  onSheet: (sheet: number) => void
  onFile: (file: TableFile) => void
  /** Shown beside the request for a file. */
  hint: string
}

/** Chooses a file and parses it in the browser. When parsing fails, shows why and keeps the previous file. */
export function FileStep({ file, sheet, onSheet, onFile, hint }: FileStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [trouble, setTrouble] = useState<{ name: string; text: string } | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const take = async (chosen: File | null | undefined) => {
    if (!chosen) return
    setIsReading(true)
    setTrouble(null)
    const reading = await readTableFile(chosen)
    setIsReading(false)
    if (reading.ok) onFile(reading.file)
    else setTrouble({ name: chosen.name, text: tableTroubleTexts[reading.trouble] })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  const table = file?.tables[sheet]
  return (
    <Sheet title="1. Fichier" fact={table && plural(table.rows.length, 'ligne')}>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => (event.preventDefault(), setIsOver(true))}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {file ? (
          <IconFileSpreadsheet size={28} stroke={1.6} aria-hidden />
        ) : (
          <IconUpload size={28} stroke={1.6} aria-hidden />
        )}
        <div className={classes.fileFacts}>
          <b>{file ? file.name : 'Déposez un fichier Excel (.xlsx) ou CSV'}</b>
          <small>
            {file
              ? file.text
                ? `${file.text.encoding}, séparateur\u00a0: ${separatorWords[file.text.separator]}`
                : 'Fichier Excel'
              : hint}
          </small>
        </div>
        {file && file.tables.length > 1 && (
          <Select
            aria-label="Feuille"
            allowDeselect={false}
            w={200}
            data={file.tables.map(({ name }, at) => ({ value: String(at), label: name ?? '' }))}
            value={String(sheet)}
            onChange={(value) => onSheet(Number(value))}
          />
        )}
        {isReading && <Loader size={20} aria-label="Lecture du fichier" />}
        <Button variant={file ? 'default' : 'filled'} onClick={() => input.current?.click()}>
          {file ? 'Changer de fichier' : 'Choisir un fichier'}
        </Button>
        {/* Cleared, so that the same file can be chosen again after a correction. */}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Fichier"
          accept=".csv,.txt,.tsv,.xlsx,.xls,text/csv"
          onChange={(event) => (void take(event.currentTarget.files?.[0]), (event.currentTarget.value = ''))}
        />
      </div>
      {trouble && (
        <p role="alert" className={classes.trouble}>
          <IconAlertCircle size={18} aria-hidden />
          <span>
            <b>{trouble.name}</b> : {trouble.text}
          </span>
        </p>
      )}
    </Sheet>
  )
}

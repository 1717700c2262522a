import { Select } from '@mantine/core'
import { useState } from 'react'
import { plural } from '#shared/ui/plural.ts'
import { readTableFile } from '#shared/ui/read-table-file.ts'
import type { TableFile } from '#shared/domain/files/table-file.ts'
import { separatorWords, tableTroubleTexts } from '#shared/domain/files/table-file-texts.ts'
import { FileDrop } from '#backoffice/ui/imports/file-drop.tsx'
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
  const [trouble, setTrouble] = useState<{ name: string; text: string } | null>(null)
  const [isReading, setIsReading] = useState(false)
  const take = async (chosen: File) => {
    setIsReading(true)
    setTrouble(null)
    const reading = await readTableFile(chosen)
    setIsReading(false)
    if (reading.ok) onFile(reading.file)
    else setTrouble({ name: chosen.name, text: tableTroubleTexts[reading.trouble] })
  }
  const table = file?.tables[sheet]
  return (
    <Sheet title="1. Fichier" fact={table && plural(table.rows.length, 'ligne')}>
      <FileDrop
        name={file?.name ?? null}
        fact={file ? factOf(file) : hint}
        isReading={isReading}
        trouble={trouble}
        onFile={(chosen) => void take(chosen)}
      >
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
      </FileDrop>
    </Sheet>
  )
}

function factOf({ text }: TableFile): string {
  return text ? `${text.encoding}, séparateur\u00a0: ${separatorWords[text.separator]}` : 'Fichier Excel'
}

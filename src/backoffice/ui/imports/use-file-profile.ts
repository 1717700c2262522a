import { useMemo, useState } from 'react'
import {
  type FileLayout,
  type FileProfile,
  profileOfColumns,
  profileOfFile,
} from '#shared/domain/files/file-profile.ts'
import { samplesOf, type TableFile } from '#shared/domain/files/table-file.ts'

/**
 * The file of an import, the sheet to read and what its columns are: as the last file of the same origin, by its
 * headers, or as chosen by hand. `kept`: the profile of the last file; undefined while it is not known.
 */
export function useFileProfile<Field extends string>(
  layout: FileLayout<Field>,
  kept: FileProfile<Field> | null | undefined,
) {
  const [file, setFile] = useState<TableFile | null>(null)
  const [sheet, setSheet] = useState(0)
  const [chosen, setChosen] = useState<FileProfile<Field> | null>(null)
  const table = file?.tables[sheet]
  const found = useMemo(
    () => (table && kept !== undefined ? profileOfFile(table, layout, kept) : null),
    [table, layout, kept],
  )
  const profile = chosen ?? found?.profile ?? null
  return {
    table,
    profile,
    fileName: file?.name ?? '',
    /** Another file, or another sheet of it, begins anew. */
    key: `${file?.name} ${sheet}`,
    /** For a file of another origin: the columns that were chosen by hand no longer count. */
    forgetChoice: () => setChosen(null),
    fileStep: {
      file,
      sheet,
      onSheet: (next: number) => (setSheet(next), setChosen(null)),
      onFile: (next: TableFile) => (setFile(next), setSheet(0), setChosen(null)),
    },
    mappingStep: table &&
      profile && {
        headers: table.headers,
        samplesOf: (header: string) => samplesOf(table, header),
        mapping: profile.columns,
        onChange: (columns: FileProfile<Field>['columns']) => setChosen(profileOfColumns(table, layout, columns)),
        fact: chosen ? 'colonnes choisies' : found?.isKept ? 'lu comme la dernière fois' : 'lu par les titres',
      },
  }
}

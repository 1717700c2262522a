import {
  guessColumns,
  proposedMapping,
  type ColumnMapping,
  type HeaderPatterns,
} from '#shared/domain/files/column-mapping.ts'
import { decimalsOf, type DecimalMark } from '#shared/domain/files/decimals.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'

/** How the files of one origin are read; kept for the next file. */
export type FileProfile<Field extends string> = { columns: ColumnMapping<Field>; decimals: DecimalMark }

/** How files of one kind are recognised: the usual headers of its fields, and the fields that contain amounts. */
export type FileLayout<Field extends string> = {
  patterns: HeaderPatterns<Field>
  amounts: readonly Field[]
}

/** As the last file of the same origin when this one has its columns, else by the words of the headers. */
export function profileOfFile<Field extends string>(
  table: FileTable,
  layout: FileLayout<Field>,
  kept: FileProfile<Field> | null,
): { profile: FileProfile<Field>; isKept: boolean } {
  const { mapping, isKept } = proposedMapping<Field>(table, kept?.columns ?? null, (headers) =>
    guessColumns(headers, layout.patterns),
  )
  return { profile: kept && isKept ? { ...kept, columns: mapping } : profileOfColumns(table, layout, mapping), isKept }
}

/** The profile of chosen columns, with the decimal mark that their amounts use, whatever their signs. */
export function profileOfColumns<Field extends string>(
  table: FileTable,
  { amounts }: Pick<FileLayout<Field>, 'amounts'>,
  columns: ColumnMapping<NoInfer<Field>>,
): FileProfile<Field> {
  const places = amounts.map((field) => table.headers.indexOf(columns[field] ?? ''))
  const cells = table.rows.flatMap((row) => places.flatMap((at) => row.cells[at]?.replaceAll(/[-−+()]/g, '') || []))
  return { columns, decimals: decimalsOf(cells) }
}

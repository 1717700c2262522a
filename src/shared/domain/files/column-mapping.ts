import type { FileTable } from '#shared/domain/files/table-file.ts'
import { fold } from '#shared/domain/search/fold.ts'

/** The header of the column of each field; the user of a mapping declares the fields. */
export type ColumnMapping<Field extends string> = Partial<Record<Field, string>>

/**
 * Usual headers of the fields, for headers that are folded and without punctuation. The first matching pattern wins, so
 * narrow patterns precede wide ones.
 */
export type HeaderPatterns<Field extends string> = readonly (readonly [RegExp, Field])[]

/** The mapping guessed from the headers; a field takes the first matching column. */
export function guessColumns<Field extends string>(
  headers: readonly string[],
  patterns: HeaderPatterns<Field>,
): ColumnMapping<Field> {
  const found: ColumnMapping<Field> = {}
  for (const header of headers) {
    const words = fold(header)
      .replaceAll(/n\s*[°º]/g, 'n ')
      .replaceAll(/[^\p{L}\d&%]+/gu, ' ')
      .trim()
    const field = words === '' ? undefined : patterns.find(([pattern]) => pattern.test(words))?.[1]
    if (field && found[field] === undefined) found[field] = header
  }
  return found
}

/** A stored mapping, without columns that this file lacks. */
export function mappingFor<Field extends string>(
  table: FileTable,
  mapping: ColumnMapping<Field>,
): ColumnMapping<Field> {
  return Object.fromEntries(
    Object.entries<string | undefined>(mapping).filter(
      ([, header]) => header !== undefined && table.headers.includes(header),
    ),
  ) as ColumnMapping<Field>
}

/**
 * The mapping of the last file of the same origin when this file has all its columns; otherwise a guess from the headers,
 * with the stored columns that this file has.
 */
export function proposedMapping<Field extends string>(
  table: FileTable,
  kept: ColumnMapping<Field> | null,
  guess: (headers: readonly string[]) => ColumnMapping<Field>,
): { mapping: ColumnMapping<Field>; isKept: boolean } {
  const fits = kept ? mappingFor(table, kept) : {}
  if (kept && Object.keys(fits).length > 0 && Object.keys(fits).length === Object.keys(kept).length)
    return { mapping: fits as ColumnMapping<Field>, isKept: true }
  return { mapping: { ...guess(table.headers), ...fits }, isKept: false }
}

/** The texts of a row's mapped columns; empty ones are omitted. */
export function fieldsOf<Field extends string>(
  table: FileTable,
  mapping: ColumnMapping<Field>,
): (cells: readonly string[]) => Partial<Record<Field, string>> {
  const columns = Object.entries<string | undefined>(mapping).map(
    ([field, header]) => [field, table.headers.indexOf(header ?? '')] as const,
  )
  return (cells) =>
    Object.fromEntries(columns.flatMap(([field, at]) => (cells[at] ? [[field, cells[at]]] : []))) as Partial<
      Record<Field, string>
    >
}

/** A header that two fields share; undefined when each field has its own column. */
export function sharedColumn(mapping: ColumnMapping<string>): string | undefined {
  const headers = Object.values(mapping).filter((header) => header !== undefined)
  return headers.find((header, at) => headers.indexOf(header) !== at)
}

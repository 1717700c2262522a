import { fieldsOf, mappingFor, proposedMapping, sharedColumn } from '#shared/domain/files/column-mapping.ts'
import { decimalsOf, type DecimalMark } from '#shared/domain/files/decimals.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import type { RegisterTexts } from '#shared/domain/registers/read-register-row.ts'
import { guessRegister, registerFieldWords, type RegisterMapping } from '#shared/domain/registers/register-fields.ts'

export type MappedRegister = {
  columns: RegisterMapping
  decimals: DecimalMark
  /** The columns are those of the last file of the country. */
  isKept: boolean
  rows: { line: number; fields: RegisterTexts; isCut?: true }[]
}

/** Cells are cut to this length. It exceeds every field, so that the row is still set aside for its length. */
const mostSigns = 500
export const mostRegisterRows = 50_000

/**
 * Maps the table of a register: by hand, else as the last file of the country, else by its headers and prices. `columns`
 * replaces single columns, `only` all of them.
 */
export function registerFile(
  table: FileTable,
  kept: { columns: RegisterMapping } | null,
  byHand: {
    columns?: RegisterMapping | undefined
    only?: RegisterMapping | undefined
    decimals?: DecimalMark | undefined
  } = {},
): MappedRegister {
  const proposed = proposedMapping(table, kept?.columns ?? null, guessRegister)
  const columns = mappingFor(table, byHand.only ?? { ...proposed.mapping, ...byHand.columns })
  const priceAt = table.headers.indexOf(columns.price ?? '')
  const decimals = byHand.decimals ?? decimalsOf(priceAt < 0 ? [] : table.rows.map(({ cells }) => cells[priceAt] ?? ''))
  const textsOf = fieldsOf(table, columns)
  return {
    columns,
    decimals,
    isKept: proposed.isKept,
    rows: table.rows.map(({ line, cells, isCut }) => ({
      line,
      fields: textsOf(cells.map((cell) => cell.slice(0, mostSigns))),
      ...(isCut ? { isCut } : {}),
    })),
  }
}

/** What is missing before a register can be checked; undefined when nothing is. */
export function registerBarrier({ columns, rows }: Pick<MappedRegister, 'columns' | 'rows'>): string | undefined {
  if (columns.label === undefined) return `Choisissez la colonne du champ « ${registerFieldWords.label.label} ».`
  const twice = sharedColumn(columns)
  if (twice !== undefined) return `La colonne « ${twice} » est choisie deux fois.`
  return rows.length > mostRegisterRows ? '50 000 lignes au plus par fichier : partagez-le.' : undefined
}

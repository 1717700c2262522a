import { fieldsOf, mappingFor, proposedMapping } from '#shared/domain/files/column-mapping.ts'
import { profileOfColumns } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { timesQuantity } from '#shared/domain/supplier-price.ts'
import type { MatchedRow } from '#shared/domain/delivery-notes/match-note.ts'
import type { NoteProfile } from '#shared/domain/delivery-notes/note-fields.ts'
import {
  guessNoteColumns,
  pricedNote,
  profileOfLayout,
  recognizeLayout,
} from '#shared/domain/delivery-notes/note-layouts.ts'
import { readNoteRow, type NoteReading } from '#shared/domain/delivery-notes/read-note-row.ts'

export type NoteOptions = { currencyDecimals: number; today: string }
/** How a file is read, and who says so. */
export type FoundProfile = {
  profile: NoteProfile
  readBy: { kind: 'kept' | 'layout' | 'headers' | 'member'; name: string | null }
}

/**
 * How to read a file: as a member chose, as the supplier's last file when this one has all its columns, by a known
 * layout, otherwise by the words of its headers.
 */
export function profileOfNote(
  table: FileTable,
  { chosen, kept, ...options }: NoteOptions & { chosen: NoteProfile | null; kept: NoteProfile | null },
): FoundProfile {
  if (chosen)
    return {
      profile: { ...chosen, columns: mappingFor(table, chosen.columns) },
      readBy: { kind: 'member', name: null },
    }
  const proposed = proposedMapping(table, kept?.columns ?? null, guessNoteColumns)
  if (kept && proposed.isKept && readsMost(table, { ...kept, columns: proposed.mapping }, options))
    return { profile: { ...kept, columns: proposed.mapping }, readBy: { kind: 'kept', name: null } }
  const layout = recognizeLayout(table, options)
  if (layout) return { profile: profileOfLayout(table, layout), readBy: { kind: 'layout', name: layout.name } }
  const columns = guessNoteColumns(table.headers)
  return { profile: profileOfColumns(table, pricedNote, columns), readBy: { kind: 'headers', name: null } }
}

/** The lines of a file, unreadable ones with their reasons. */
export function readNote(table: FileTable, { columns, decimals }: NoteProfile, options: NoteOptions): NoteReading[] {
  const read = fieldsOf(table, columns)
  return table.rows.map(({ line, cells, isCut }) =>
    readNoteRow({ line, fields: read(cells), isCut }, { decimals, ...options }),
  )
}

/**
 * Another supplier whose files have exactly the columns of this one, while those of this supplier differ: the file was
 * perhaps given to the wrong supplier. Null when nothing says so.
 */
export function looksLikeOther(
  table: FileTable,
  kept: NoteProfile | null,
  others: readonly { name: string; profile: NoteProfile }[],
): string | null {
  // Columns without words are alike in many files.
  if (table.headers.every((header) => /^Colonne \d+$/.test(header))) return null
  const fits = ({ columns }: NoteProfile): boolean => {
    const headers = Object.values(columns)
    return headers.length > 2 && headers.every((header) => table.headers.includes(header))
  }
  if (kept && fits(kept)) return null
  return others.find(({ profile }) => fits(profile))?.name ?? null
}

/** One delivery note of a file. `total`: of its billed boxes, in minor units, with VAT. */
export type NoteInFile = { bl: string | null; day: string | null; lines: number; total: number }

/** The notes of a file, by their number, in the order of the file. */
export function notesInFile(rows: readonly MatchedRow[]): NoteInFile[] {
  const notes = new Map<string | null, NoteInFile>()
  for (const { row } of rows) {
    if (!row) continue
    const note = notes.get(row.bl) ?? { bl: row.bl, day: null, lines: 0, total: 0 }
    const net = timesQuantity(row.purchasePrice ?? '0', row.delivered)
    notes.set(row.bl, {
      ...note,
      day: note.day ?? row.day,
      lines: note.lines + 1,
      total: note.total + net + Math.round((net * row.vat) / 10_000),
    })
  }
  return [...notes.values()]
}

/** A kept profile whose columns hold something else now does not count. */
function readsMost(table: FileTable, profile: NoteProfile, options: NoteOptions): boolean {
  const readings = readNote(table, profile, options).filter((reading) => reading.ok || !reading.isEmpty)
  return readings.filter(({ ok }) => ok).length * 2 > readings.length
}

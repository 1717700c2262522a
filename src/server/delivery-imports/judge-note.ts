import type { FileTable } from '#shared/domain/files/table-file.ts'
import { matchNote, type MatchedRow } from '#shared/domain/delivery-notes/match-note.ts'
import {
  looksLikeOther,
  notesInFile,
  profileOfNote,
  readNote,
  type FoundProfile,
  type NoteInFile,
} from '#shared/domain/delivery-notes/note-file.ts'
import { spellingsOf } from '#shared/domain/product-code.ts'
import type { Tx } from '#server/db/database.ts'
import { currencyDecimalsOf } from '#server/locale/pharmacy-country.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import {
  keptProfile,
  otherProfiles,
  possibleProducts,
  rememberedCodes,
  type StoredImport,
} from '#server/delivery-imports/delivery-import.repo.ts'
import { noteReceivedAs } from '#server/deliveries/delivery.service.ts'

/** A stored file and what it means with today's products. */
export type JudgedNote = FoundProfile & {
  stored: StoredImport
  /** The sheet that is read; null for an import without a file. */
  table: FileTable | null
  looksLike: string | null
  rows: MatchedRow[]
  notes: (NoteInFile & { knownAs: { id: string; number: number } | null })[]
  /** The products of the pharmacy among those that were found. */
  ownIds: ReadonlySet<string>
}

export async function judgeNote(tx: Tx, pharmacyId: string, stored: StoredImport, now: Date): Promise<JudgedNote> {
  const table = stored.tables[stored.sheet] ?? null
  const kept = await keptProfile(tx, pharmacyId, stored.supplierId)
  if (!table)
    return {
      stored,
      table,
      profile: kept ?? { columns: {}, decimals: 'comma' },
      readBy: { kind: 'headers', name: null },
      looksLike: null,
      rows: [],
      notes: [],
      ownIds: new Set(),
    }
  const options = {
    currencyDecimals: await currencyDecimalsOf(tx, pharmacyId),
    today: await pharmacyToday(tx, pharmacyId, now),
  }
  const found = profileOfNote(table, { ...options, chosen: stored.profile, kept })
  const readings = readNote(table, found.profile, options)
  const codes = new Set(readings.flatMap(({ code }) => (code === '' ? [] : spellingsOf(code))))
  const products = await possibleProducts(tx, pharmacyId, [...codes])
  const rows = matchNote(readings, {
    products,
    remembered: await rememberedCodes(tx, pharmacyId, stored.supplierId),
    decisions: new Map(Object.entries(stored.decisions).map(([line, productId]) => [Number(line), productId])),
  })
  const notes = []
  for (const note of notesInFile(rows))
    notes.push({
      ...note,
      knownAs:
        note.bl === null ? null : await noteReceivedAs(tx, pharmacyId, { supplierId: stored.supplierId, bl: note.bl }),
    })
  return {
    stored,
    table,
    ...found,
    looksLike: looksLikeOther(table, kept, await otherProfiles(tx, pharmacyId, stored.supplierId)),
    rows,
    notes,
    ownIds: new Set(products.flatMap(({ id, own }) => (own ? [id] : []))),
  }
}

import type { FileTable } from '#shared/domain/files/table-file.ts'
import {
  linesToPropose,
  matchNote,
  proposeProducts,
  type MatchedRow,
  type NotedProduct,
} from '#shared/domain/delivery-notes/match-note.ts'
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
  namesOfProducts,
  otherProfiles,
  productsOfCodes,
  type StoredImport,
} from '#server/delivery-imports/delivery-import.repo.ts'
import { notesReceivedAs } from '#server/deliveries/delivery.service.ts'
import { rememberedCodes } from '#server/stock/supplier-codes.repo.ts'

/** A stored file and what it means with today's products. */
export type JudgedNote = FoundProfile & {
  stored: StoredImport
  /** The sheet that is read; null for an import without a file. */
  table: FileTable | null
  looksLike: string | null
  rows: MatchedRow[]
  notes: (NoteInFile & { knownAs: { id: string; number: number } | null })[]
  /** The products that were found by a code or a decision. */
  products: readonly NotedProduct[]
}

/** Nothing is proposed yet: names are compared for a preview only (`withProposals`). */
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
      products: [],
    }
  const options = {
    currencyDecimals: await currencyDecimalsOf(tx, pharmacyId),
    today: await pharmacyToday(tx, pharmacyId, now),
  }
  const found = profileOfNote(table, { ...options, chosen: stored.profile, kept })
  const readings = readNote(table, found.profile, options)
  const decisions = decisionsOf(stored)
  const codes = [...new Set(readings.flatMap(({ code }) => (code === '' ? [] : [code])))]
  const { supplierId } = stored
  const remembered = supplierId ? await rememberedCodes(tx, pharmacyId, supplierId, codes) : new Map<string, string>()
  const products = await productsOfCodes(tx, pharmacyId, {
    supplierId,
    codes: [...new Set(codes.flatMap(spellingsOf))],
    ids: [...new Set([...remembered.values(), ...[...decisions.values()].flatMap((id) => id ?? [])])],
  })
  const rows = matchNote(readings, { products, remembered, decisions })
  const notes = notesInFile(rows)
  const numbers = notes.flatMap(({ bl }) => bl ?? [])
  const received = supplierId ? await notesReceivedAs(tx, pharmacyId, supplierId, numbers) : new Map<string, never>()
  return {
    stored,
    table,
    ...found,
    looksLike: supplierId && looksLikeOther(table, kept, await otherProfiles(tx, pharmacyId, supplierId)),
    rows,
    notes: notes.map((note) => ({ ...note, knownAs: received.get(note.bl ?? '') ?? null })),
    products,
  }
}

/**
 * The same with products of a similar name for the lines that have none. All names of the pharmacy are read only when a
 * line needs them.
 */
export async function withProposals(tx: Tx, pharmacyId: string, note: JudgedNote): Promise<JudgedNote> {
  const asked = linesToPropose(note.rows, decisionsOf(note.stored))
  if (asked.size === 0) return note
  const ofReferential = note.products.flatMap(({ own, id, label }) => (own ? [] : [{ id, label, packs: [] }]))
  const named = [...(await namesOfProducts(tx, pharmacyId)), ...ofReferential]
  return { ...note, rows: proposeProducts(note.rows, asked, named) }
}

function decisionsOf({ decisions }: StoredImport): ReadonlyMap<number, string | null> {
  return new Map(Object.entries(decisions).map(([line, productId]) => [Number(line), productId]))
}

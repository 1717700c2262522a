import { spellingsOf } from '#shared/domain/product-code.ts'
import { nameProposals, type Proposal } from '#shared/domain/registers/name-proposals.ts'
import type { NoteReading, NoteReason, NoteRow } from '#shared/domain/delivery-notes/read-note-row.ts'

/**
 * A product that a line may be of. `own`: the pharmacy has it; otherwise it is of the referential only. `codes`: at
 * least those that the note may have.
 */
export type NotedProduct = { id: string; label: string; own: boolean; codes: readonly string[] }
/** A product that may be proposed by its name. */
export type NamedForNote = { id: string; label: string; packs: readonly { label: string }[] }

export type MatchedRow = {
  line: number
  code: string
  label: string
  outcome: 'known' | 'proposed' | 'unknown' | 'error' | 'aside'
  productId: string | null
  productLabel: string | null
  /** How the product was found: by the supplier's code that was remembered, by a code of the product, or by decision. */
  by: 'remembered' | 'code' | 'decision' | null
  proposals: Proposal[]
  reasons: NoteReason[]
  row: NoteRow | null
  isExpired: boolean
}

export type KnownForNote = {
  products: readonly NotedProduct[]
  /** Codes of this supplier, with the product that a member tied each one to. */
  remembered: ReadonlyMap<string, string>
  /** For the line of a row: a product, or null to leave the line without one for now. */
  decisions: ReadonlyMap<number, string | null>
}

/**
 * Finds the product of each line: as decided, by the codes that the supplier's earlier notes taught, by a code of a
 * product. A remembered code wins over a code of a product, because wholesalers use short codes of their own.
 */
export function matchNote(
  readings: readonly NoteReading[],
  { products, remembered, decisions }: KnownForNote,
): MatchedRow[] {
  const byId = new Map(products.map((product) => [product.id, product]))
  const byCode = productsByCode(products)
  return readings.map((reading): MatchedRow => {
    const named = { line: reading.line, code: reading.code, label: reading.label }
    const nothing = { productId: null, productLabel: null, by: null, proposals: [], isExpired: false }
    if (!reading.ok)
      return {
        ...named,
        ...nothing,
        outcome: reading.isEmpty ? 'aside' : 'error',
        reasons: reading.reasons,
        row: null,
      }
    const { row, isExpired } = reading
    const read = { ...named, ...nothing, label: row.label, reasons: [], row, isExpired }
    const decided = decisions.get(reading.line)
    if (decided === null) return { ...read, outcome: 'unknown' }
    const [by, id] = found(row, decided, remembered, byCode)
    const product = byId.get(id ?? '')
    return product
      ? { ...read, outcome: 'known', by, productId: product.id, productLabel: product.label }
      : { ...read, outcome: 'unknown' }
  })
}

/** The lines whose product is neither found nor left open by decision. */
export function linesToPropose(
  rows: readonly MatchedRow[],
  decisions: KnownForNote['decisions'],
): ReadonlySet<MatchedRow> {
  return new Set(rows.filter(({ outcome, line }) => outcome === 'unknown' && decisions.get(line) !== null))
}

/** Proposes products with a similar name for these lines; a member decides. */
export function proposeProducts(
  rows: readonly MatchedRow[],
  asked: ReadonlySet<MatchedRow>,
  named: readonly NamedForNote[],
): MatchedRow[] {
  const propose = nameProposals(named.map((product) => ({ ...product, inns: [], form: null })))
  return rows.map((row): MatchedRow => {
    const proposals = asked.has(row) ? propose({ label: row.label, dosage: null, form: null, pack: null }) : []
    return proposals.length > 0 ? { ...row, outcome: 'proposed', proposals } : row
  })
}

function found(
  { code }: NoteRow,
  decided: string | undefined,
  remembered: ReadonlyMap<string, string>,
  byCode: ReadonlyMap<string, string | null>,
): [MatchedRow['by'], string | null] {
  if (decided !== undefined) return ['decision', decided]
  if (code === null) return [null, null]
  const taught = remembered.get(code)
  if (taught !== undefined) return ['remembered', taught]
  const ids = new Set(spellingsOf(code).map((spelling) => byCode.get(spelling)))
  ids.delete(undefined)
  const [id] = ids
  return ids.size === 1 && id ? ['code', id] : [null, null]
}

/** Null for a code that two products have: it proves neither. A product of the pharmacy wins over the referential. */
function productsByCode(products: readonly NotedProduct[]): Map<string, string | null> {
  const byCode = new Map<string, string | null>()
  const own = new Set<string>()
  for (const { id, own: isOwn, codes } of [...products].sort((a, b) => Number(b.own) - Number(a.own)))
    for (const code of new Set(codes)) {
      if (isOwn) own.add(code)
      if (!byCode.has(code)) byCode.set(code, id)
      else if (isOwn || !own.has(code)) byCode.set(code, null)
    }
  return byCode
}

import type { Row, StoredChunk } from '#shared/store/lists/list-meta.ts'

/**
 * Some rows of a list as stored on disk: JSON text, which IndexedDB reads much faster than objects. The text is parsed
 * when one of its rows is first used; a row is the same object each time.
 */
export class ListChunk {
  #text: string | null
  #rows: readonly Row[]
  #byId: ReadonlyMap<string, Row> | undefined

  constructor(stored: StoredChunk | undefined) {
    this.#text = stored && 'json' in stored ? stored.json : null
    this.#rows = stored && 'rows' in stored ? stored.rows : []
  }

  get rows(): readonly Row[] {
    if (this.#text !== null) this.#rows = JSON.parse(this.#text) as Row[]
    this.#text = null
    return this.#rows
  }

  get(id: string): Row | undefined {
    this.#byId ??= new Map(this.rows.map((row) => [row.id, row]))
    return this.#byId.get(id)
  }
}

/**
 * Escapes characters beyond Latin-1, because a single one of them (« œ » is enough) makes the browser store the text
 * with two bytes per character. This halves what each start reads.
 */
export function storedChunk(rows: readonly Row[]): StoredChunk {
  return {
    json: JSON.stringify(rows).replaceAll(
      /[^\0-\xff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  }
}

/** FNV-1a: ids that share a time prefix must be spread over the chunks. */
export function chunkOf(id: string, chunkCount: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % chunkCount
}

/** All chunks of a list, in order, as one map of rows by id. */
export class ChunkedRows<Shown extends Row> implements ReadonlyMap<string, Shown> {
  readonly #chunks: readonly ListChunk[]

  constructor(chunks: readonly ListChunk[]) {
    this.#chunks = chunks
  }

  /** Parses all chunks. */
  get size(): number {
    return this.#chunks.reduce((sum, { rows }) => sum + rows.length, 0)
  }

  get(id: string): Shown | undefined {
    // Rows were checked by the contract before they were written.
    return this.#chunks[chunkOf(id, this.#chunks.length)]?.get(id) as Shown | undefined
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  *entries(): MapIterator<[string, Shown]> {
    for (const row of this.values()) yield [row.id, row]
  }

  *keys(): MapIterator<string> {
    for (const { id } of this.values()) yield id
  }

  *values(): MapIterator<Shown> {
    for (const { rows } of this.#chunks) yield* rows as readonly Shown[]
  }

  forEach(visit: (row: Shown, id: string, map: ReadonlyMap<string, Shown>) => void): void {
    for (const row of this.values()) visit(row, row.id, this)
  }

  [Symbol.iterator](): MapIterator<[string, Shown]> {
    return this.entries()
  }
}

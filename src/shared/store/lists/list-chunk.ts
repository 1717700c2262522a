import type { Row, StoredChunk } from '#shared/store/lists/list-meta.ts'

/**
 * Some rows of a list as they lie on the disk: as text, which costs a fraction of what the browser's own objects do to read, and is taken apart when one
 * of its rows is wanted. A row is the same object each time.
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

/** With one sign beyond Latin-1 in it (« œ » is enough) a text takes two bytes a sign: those few are written as escapes, and half is read at each start. */
export function storedChunk(rows: readonly Row[]): StoredChunk {
  return {
    json: JSON.stringify(rows).replaceAll(
      /[^\0-\xff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  }
}

/** FNV-1a: ids that share a time prefix must not share a chunk. */
export function chunkOf(id: string, chunkCount: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % chunkCount
}

/** All chunks of a list, in their order, as one map of its rows by id. */
export class ChunkedRows<Shown extends Row> implements ReadonlyMap<string, Shown> {
  readonly #chunks: readonly ListChunk[]

  constructor(chunks: readonly ListChunk[]) {
    this.#chunks = chunks
  }

  /** Takes all chunks apart. */
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

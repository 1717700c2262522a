/** With more entries in the top layer, both layers are merged. */
const mostOnTop = 2_000

/**
 * An immutable map. `with` returns a changed map at the cost of the changes, not of the content: copying 50,000
 * products at each sale of another till causes garbage collection pauses during scans.
 */
export class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  #size: number | undefined
  readonly #below: ReadonlyMap<Key, Value>
  /** Overrides the layer below; undefined removes the entry. */
  readonly #top: ReadonlyMap<Key, Value | undefined>

  constructor(
    below: ReadonlyMap<Key, Value> = new Map<Key, Value>(),
    top: ReadonlyMap<Key, Value | undefined> = new Map<Key, Value | undefined>(),
  ) {
    this.#below = below
    this.#top = top
  }

  /** Computed on first use, because the size of the layer below may be lazy too. */
  get size(): number {
    this.#size ??= [...this.#top].reduce(
      (sum, [key, value]) => sum + Number(value !== undefined) - Number(this.#below.has(key)),
      this.#below.size,
    )
    return this.#size
  }

  /** A copy with the given entries set; a value of undefined removes its entry. */
  with(changes: ReadonlyMap<Key, Value | undefined>): LayeredMap<Key, Value> {
    const isLarge = this.#top.size + changes.size > mostOnTop
    const next = new Map<Key, Value | undefined>(isLarge ? this : this.#top)
    for (const [key, value] of changes) {
      if (isLarge && value === undefined) next.delete(key)
      else next.set(key, value)
    }
    return isLarge ? new LayeredMap(next as Map<Key, Value>) : new LayeredMap(this.#below, next)
  }

  get(key: Key): Value | undefined {
    return this.#top.has(key) ? this.#top.get(key) : this.#below.get(key)
  }

  has(key: Key): boolean {
    return this.#top.has(key) ? this.#top.get(key) !== undefined : this.#below.has(key)
  }

  /** Entries of the layer below keep their position, changed or not; new entries follow. */
  *entries(): MapIterator<[Key, Value]> {
    const isPlain = this.#top.size === 0
    for (const entry of this.#below) {
      if (isPlain || !this.#top.has(entry[0])) {
        yield entry
        continue
      }
      const value = this.#top.get(entry[0])
      if (value !== undefined) yield [entry[0], value]
    }
    for (const [key, value] of this.#top) if (value !== undefined && !this.#below.has(key)) yield [key, value]
  }

  *keys(): MapIterator<Key> {
    for (const [key] of this.entries()) yield key
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries()
  }
}

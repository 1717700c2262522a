/** With more entries on top both layers become one. */
const mostOnTop = 2_000

/**
 * A map that is never changed: `with` answers another one, and costs what is changed, not what there is. A copy of 50,000 products for each sale of
 * another till is what the collector of garbage holds a scan up for.
 */
export class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  #size: number | undefined
  readonly #below: ReadonlyMap<Key, Value>
  /** What stands before the layer below; undefined takes an entry away. */
  readonly #top: ReadonlyMap<Key, Value | undefined>

  constructor(
    below: ReadonlyMap<Key, Value> = new Map<Key, Value>(),
    top: ReadonlyMap<Key, Value | undefined> = new Map<Key, Value | undefined>(),
  ) {
    this.#below = below
    this.#top = top
  }

  /** Counted when somebody asks: what lies below may not have been counted yet. */
  get size(): number {
    this.#size ??= [...this.#top].reduce(
      (sum, [key, value]) => sum + Number(value !== undefined) - Number(this.#below.has(key)),
      this.#below.size,
    )
    return this.#size
  }

  /** This map with entries set, and those of undefined taken away. */
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

  /** What lies below keeps its place, changed or not; what is new comes after it. */
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

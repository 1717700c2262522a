import { compareTexts } from '#shared/domain/compare-texts.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { compareHits, findPlaces, hasAny, newShelf, type Hit, type SearchedWord, type Shelf } from '#shared/domain/search/find-places.ts'
import { buildWordIndex, correctedRangesOf, plainCode, rangesOf, type SearchItem, type WordIndex } from '#shared/domain/search/word-index.ts'

export type { SearchItem } from '#shared/domain/search/word-index.ts'

/** `total` counts all hits; `ids` are the best of them, best first. */
export type SearchHits = { ids: string[]; total: number }
export type SearchChanges = { upserts?: readonly SearchItem[]; removed?: readonly string[] }

/** Rows on one screen of results; the rest is counted, not shown. */
export const MAX_HITS = 50
/** Changed items beyond which the whole index should be built anew. */
const MAX_CHANGED = 2000
/** Nobody types more words than this; a pasted page must not cost more. */
const MAX_WORDS = 8
/** A shorter text is a dosage or a word before it is a code. */
const MIN_CODE = 6
/** Items between two pauses of a build. */
const BATCH = 2000

/** Builds a search index in slices: run it to the end at once, or give the main thread back at each `yield`. */
export function* buildSearchIndex(items: readonly SearchItem[]): Generator<void, SearchIndex> {
  const index = yield* buildWordIndex(items)
  return new SearchIndex(newShelf(index), yield* placesOf(index))
}

function* placesOf({ items }: WordIndex): Generator<void, Map<string, number>> {
  const places = new Map<string, number>()
  for (const [place, { id }] of items.entries()) if (places.set(id, place).size % BATCH === 0) yield
  return places
}

/** Runs a build to its end without pausing. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Finds items by the beginnings of their words in any order, one typing error forgiven, and by whole codes. What changes after the build
 * stands in a small index of its own, built again at the next question; a new rank alone costs nothing.
 */
export class SearchIndex {
  readonly #main: Shelf
  readonly #places: ReadonlyMap<string, number>
  readonly #changed = new Map<string, SearchItem>()
  #side: Shelf | null = null

  /** `places` by id, of the items of `main`. */
  constructor(main: Shelf, places: ReadonlyMap<string, number>) {
    this.#main = main
    this.#places = places
  }

  /** So much changed that building anew pays; changes that come while it builds belong to both. */
  get isWornOut(): boolean {
    return this.#changed.size > MAX_CHANGED
  }

  /** A whole code finds its items alone, groups of figures the numbers that they begin; any other text finds by words. An empty question finds nothing. */
  find(text: string, limit = MAX_HITS): SearchHits {
    const coded = plainCode(text).length < MIN_CODE ? [] : this.findCodes([text])
    if (coded.length > 0) return { ids: coded.slice(0, limit), total: coded.length }
    const number = numberOf(text)
    const whole = number ? this.#findWords([number], limit) : undefined
    return whole && whole.total > 0 ? whole : this.#findWords(wordsOf(text).slice(0, MAX_WORDS), limit)
  }

  #findWords(words: readonly string[], limit: number): SearchHits {
    const shelves = this.#shelves()
    const searched = searchedWords(shelves, words)
    const found = shelves.map((shelf, at) => ({ shelf, ...findPlaces(shelf, searched[at]!, limit) }))
    const hits = found.flatMap(({ shelf, hits }) => hits.map((hit) => ({ hit, id: shelf.index.items[hit.place]!.id, key: shelf.index.keys[hit.place]! })))
    const sorted = found.length === 1 ? hits : hits.toSorted(byQuality).slice(0, limit)
    return { ids: sorted.map(({ id }) => id), total: found.reduce((count, part) => count + part.total, 0) }
  }

  /** The items that have one of these codes, each once, in the order of the codes: a scan gives all spellings of one code. */
  findCodes(codes: readonly string[]): string[] {
    const shelves = this.#shelves()
    const ids = codes.flatMap((code) =>
      shelves.flatMap((shelf) => [shelf.index.codes.get(plainCode(code)) ?? []].flat().filter((place) => shelf.gone[place] === 0).map((place) => shelf.index.items[place]!.id)),
    )
    return [...new Set(ids)]
  }

  apply({ upserts = [], removed = [] }: SearchChanges): void {
    for (const id of removed) this.#takeOut(id)
    for (const item of upserts) this.#put(item)
  }

  #put(item: SearchItem): void {
    const place = this.#places.get(item.id)
    if (place !== undefined && readsAlike(this.#main.index.items[place]!, item)) {
      this.#takeOut(item.id)
      this.#main.gone[place] = 0
      this.#main.ranks[place] = item.rank
      return
    }
    this.#takeOut(item.id)
    this.#changed.set(item.id, item)
    this.#side = null
  }

  #takeOut(id: string): void {
    const place = this.#places.get(id)
    if (place !== undefined) this.#main.gone[place] = 1
    if (this.#changed.delete(id)) this.#side = null
  }

  #shelves(): Shelf[] {
    if (this.#changed.size === 0) return [this.#main]
    this.#side ??= newShelf(finish(buildWordIndex([...this.#changed.values()])))
    return [this.#main, this.#side]
  }
}

/** « 01 96 12 34 » may be the beginning of one number, said in groups. */
function numberOf(text: string): string | undefined {
  return /^[\s\d+().-]+$/.test(text) ? text.replaceAll(/\D/g, '') : undefined
}

function readsAlike(a: SearchItem, b: SearchItem): boolean {
  return a.label === b.label && sameTexts(a.texts, b.texts) && sameTexts(a.codes, b.codes)
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at])
}

// A word is corrected only where no shelf has an item with it: an exact hit on one must not bring guesses from the other.
function searchedWords(shelves: readonly Shelf[], words: readonly string[]): SearchedWord[][] {
  const found = words.map((text) => {
    const exact = shelves.map(({ index }) => rangesOf(index, text))
    return exact.some((ranges, at) => hasAny(shelves[at]!, ranges)) ? exact : shelves.map(({ index }) => correctedRangesOf(index, text))
  })
  return shelves.map((_, shelf) => words.map((text, word) => ({ text, ranges: found[word]![shelf]! })))
}

type Found = { hit: Hit; id: string; key: string }

// Places of two shelves say nothing of each other: between equals the labels decide.
function byQuality(a: Found, b: Found): number {
  return compareHits({ ...a.hit, place: 0 }, { ...b.hit, place: 0 }) || compareTexts(a.key, b.key) || compareTexts(a.id, b.id)
}

import { compareTexts } from '#shared/domain/compare-texts.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import {
  compareHits,
  findPlaces,
  hasAny,
  newShelf,
  type Hit,
  type SearchedWord,
  type Shelf,
} from '#shared/domain/search/find-places.ts'
import { textAt } from '#shared/domain/search/packed-texts.ts'
import {
  buildWordIndex,
  correctedRangesOf,
  idAt,
  placeOfId,
  placesOfCode,
  plainCode,
  rangesOf,
  readsAlike,
  type SearchItem,
} from '#shared/domain/search/word-index.ts'

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

/** Builds a search index in slices: run it to the end at once, or give the main thread back at each `yield`. */
export function* buildSearchIndex(items: readonly SearchItem[]): Generator<void, SearchIndex> {
  return new SearchIndex(newShelf(yield* buildWordIndex(items)))
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
  readonly #changed = new Map<string, SearchItem>()
  #side: Shelf | null = null

  constructor(main: Shelf) {
    this.#main = main
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
    const hits = found.flatMap(({ shelf, hits }) =>
      hits.map((hit) => ({ hit, id: idAt(shelf.index, hit.place), key: textAt(shelf.index.keys, hit.place) })),
    )
    const sorted = found.length === 1 ? hits : hits.toSorted(byQuality).slice(0, limit)
    return { ids: sorted.map(({ id }) => id), total: found.reduce((count, part) => count + part.total, 0) }
  }

  /** The items that have one of these codes, each once, in the order of the codes: a scan gives all spellings of one code. */
  findCodes(codes: readonly string[]): string[] {
    const shelves = this.#shelves()
    const ids = codes.flatMap((code) =>
      shelves.flatMap(({ index, gone }) =>
        placesOfCode(index, code)
          .filter((place) => gone[place] === 0)
          .map((place) => idAt(index, place)),
      ),
    )
    return [...new Set(ids)]
  }

  /** The ids of all items that can be found. */
  ids(): string[] {
    const { index, gone } = this.#main
    return [
      ...Array.from(gone.keys())
        .filter((place) => gone[place] === 0)
        .map((place) => idAt(index, place)),
      ...this.#changed.keys(),
    ]
  }

  /** Its items as they stand on one shelf; null while changes lie beside it. */
  get unchanged(): Readonly<Pick<Shelf, 'index' | 'ranks' | 'gone'>> | null {
    return this.#changed.size === 0 ? this.#main : null
  }

  apply({ upserts = [], removed = [] }: SearchChanges): void {
    for (const id of removed) this.#takeOut(id, placeOfId(this.#main.index, id))
    for (const item of upserts) this.#put(item)
  }

  #put(item: SearchItem): void {
    const place = placeOfId(this.#main.index, item.id)
    this.#takeOut(item.id, place)
    if (place !== undefined && readsAlike(this.#main.index, place, item)) {
      this.#main.gone[place] = 0
      this.#main.ranks[place] = item.rank
      return
    }
    this.#changed.set(item.id, item)
    this.#side = null
  }

  #takeOut(id: string, place: number | undefined): void {
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

// A word is corrected only where no shelf has an item with it: an exact hit on one must not bring guesses from the other.
function searchedWords(shelves: readonly Shelf[], words: readonly string[]): SearchedWord[][] {
  const found = words.map((text) => {
    const exact = shelves.map(({ index }) => rangesOf(index, text))
    return exact.some((ranges, at) => hasAny(shelves[at]!, ranges))
      ? exact
      : shelves.map(({ index }) => correctedRangesOf(index, text))
  })
  return shelves.map((_, shelf) => words.map((text, word) => ({ text, ranges: found[word]![shelf]! })))
}

type Found = { hit: Hit; id: string; key: string }

// Places of two shelves say nothing of each other: between equals the labels decide.
function byQuality(a: Found, b: Found): number {
  return (
    compareHits({ ...a.hit, place: 0 }, { ...b.hit, place: 0 }) ||
    compareTexts(a.key, b.key) ||
    compareTexts(a.id, b.id)
  )
}

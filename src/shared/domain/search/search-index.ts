import { compareTexts } from '#shared/domain/compare-texts.ts'
import { inMilligrams } from '#shared/domain/search/dosages.ts'
import { comparedWords } from '#shared/domain/search/fold.ts'
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
  lotCode,
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

/** Rows on one screen of results; further hits are only counted. */
export const MAX_HITS = 50
/** Number of changed items beyond which the index should be rebuilt. */
const MAX_CHANGED = 2000
/** Limits the cost of a pasted page of text. */
const MAX_WORDS = 8
/** A shorter text is more likely a dosage or a word than a code. */
const MIN_CODE = 6
/** A shorter text with a digit is more likely a dosage than the number of a lot. */
const MIN_LOT = 4

/** Words that say nothing of a product; left out of a search that finds nothing with them. */
const littleWords = new Set('a au aux avec contre de des du en et la le les pour sans un une'.split(' '))

/** Builds a search index in steps; run it with `finish` or yield to the main thread between steps. */
export function* buildSearchIndex(items: readonly SearchItem[]): Generator<void, SearchIndex> {
  return new SearchIndex(newShelf(yield* buildWordIndex(items)))
}

/** Runs a generator to its end without pausing. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Finds items by prefixes of their words in any order, with one typing error tolerated, and by whole codes. Items
 * changed after the build are in a small second index, rebuilt at the next search; a change of rank alone is free.
 */
export class SearchIndex {
  readonly #main: Shelf
  readonly #changed = new Map<string, SearchItem>()
  #side: Shelf | null = null
  #bestFirst: readonly string[] = []

  constructor(main: Shelf) {
    this.#main = main
  }

  /** Whether a rebuild pays. Changes that arrive during a rebuild must be applied to both indexes. */
  get isWornOut(): boolean {
    return this.#changed.size > MAX_CHANGED
  }

  /**
   * A whole code or lot number finds only its items; grouped digits find numbers by prefix; any other text is searched
   * by words. A blank text finds nothing.
   */
  find(text: string, limit = MAX_HITS): SearchHits {
    const coded = this.#findCode(plainCode(text))
    if (coded.length > 0) return { ids: coded.slice(0, limit), total: coded.length }
    const number = numberOf(text)
    const whole = number ? this.#findWords([number], limit) : undefined
    if (whole && whole.total > 0) return whole
    const words = comparedWords(inMilligrams(text)).slice(0, MAX_WORDS)
    const all = this.#findWords(words, limit)
    // « contre la douleur »: no product says « contre ».
    const telling = words.filter((word) => !littleWords.has(word))
    return all.total > 0 || telling.length === words.length ? all : this.#findWords(telling, limit)
  }

  #findCode(plain: string): string[] {
    const own = plain.length < MIN_CODE ? [] : this.findCodes([plain])
    if (own.length > 0) return own
    const isLot = plain.length >= MIN_CODE || (plain.length >= MIN_LOT && /[A-Z]/.test(plain))
    return isLot && /\d/.test(plain) ? this.findCodes([lotCode(plain)]) : []
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

  /**
   * The items that have one of these codes, each once, in the order of the codes: a scan passes all notations of a
   * code.
   */
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

  /** The ids of all items. */
  ids(): string[] {
    const { index, gone } = this.#main
    return [
      ...Array.from(gone.keys())
        .filter((place) => gone[place] === 0)
        .map((place) => idAt(index, place)),
      ...this.#changed.keys(),
    ]
  }

  /** The items on one shelf; null while there are changes beside it. */
  get unchanged(): Readonly<Pick<Shelf, 'index' | 'ranks' | 'gone'>> | null {
    return this.#changed.size === 0 ? this.#main : null
  }

  /** Items of one rank come in this order, the first of them best; all others follow by label. */
  weigh(bestFirst: readonly string[]): void {
    this.#bestFirst = bestFirst
    weighShelf(this.#main, bestFirst)
    if (this.#side) weighShelf(this.#side, bestFirst)
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
    if (!this.#side) {
      this.#side = newShelf(finish(buildWordIndex([...this.#changed.values()])))
      weighShelf(this.#side, this.#bestFirst)
    }
    return [this.#main, this.#side]
  }
}

function weighShelf({ index, weights }: Shelf, bestFirst: readonly string[]): void {
  weights.fill(0)
  for (const [at, id] of bestFirst.entries()) {
    const place = placeOfId(index, id)
    if (place !== undefined) weights[place] = (bestFirst.length - at) / (bestFirst.length + 1)
  }
}

/** « 01 96 12 34 » may be the beginning of a phone number in groups; « 00229… » is one as dialled from abroad. */
function numberOf(text: string): string | undefined {
  if (!/^[\s\d+().-]+$/.test(text)) return undefined
  const digits = text.replaceAll(/\D/g, '')
  return digits.length < MIN_ABROAD ? digits : digits.replace(/^00/, '')
}

/** A shorter number that begins with 00 is no call abroad. */
const MIN_ABROAD = 8

// A word is corrected only when no shelf has an exact match, so that an exact hit on one shelf does not come with
// guesses from the other.
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

// Places of different shelves are not comparable; equal hits are ordered by label.
function byQuality(a: Found, b: Found): number {
  return (
    compareHits({ ...a.hit, place: 0 }, { ...b.hit, place: 0 }) ||
    compareTexts(a.key, b.key) ||
    compareTexts(a.id, b.id)
  )
}

import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import { wordsIn } from '#shared/domain/reports/words/tokens.ts'

/** A record that a question may name, with its keys as groups of a report. `isUse`: of products, what they are used for. */
export type NamedRecord = { dimension: DimensionName; keys: readonly string[]; name: string; isUse?: true }
/** What a name stands for: all records of one dimension that it fits; `name`: of a single one. */
export type FoundRecords = { dimension: DimensionName; keys: readonly string[]; name: string | null }

/** Most keys of a filter. */
export const mostFilterKeys = 2000

/** At the same fit the first one is meant. */
const inOrder: readonly DimensionName[] = [
  'seller',
  'payer',
  'supplier',
  'laboratory',
  'category',
  'storage',
  'inns',
  'atc',
  'product',
]

/** Finds the records of a name in words; null for none, and for more than a filter takes. `hint`: the dimension named before it. */
export type FindName = (words: readonly string[], hint: DimensionName | null) => FoundRecords | null

/** A search over the records of a pharmacy. A long question over many products asks hundreds of times: each answer is kept. */
export function nameFinder(records: readonly NamedRecord[]): FindName {
  const names = records.map(({ name }) => wordsIn(name))
  const placesOf = new Map<string, number[]>()
  for (const [place, words] of names.entries())
    for (const word of new Set(words)) {
      const places = placesOf.get(word)
      if (places) places.push(place)
      else placesOf.set(word, [place])
    }
  const beginning = kept((word: string) => {
    if (!/\D/.test(word)) return placesOf.get(word) ?? []
    const all = Array.from(placesOf).flatMap(([known, places]) => (known.startsWith(word) ? places : []))
    return [...new Set(all)]
  })
  const setOf = kept((word: string) => new Set(placesOf.get(word)))
  const beginningSet = kept((word: string) => new Set(beginning(word)))

  /** From the strictest: the whole name, whole words of it, beginnings of its words. */
  const fitting = (words: readonly string[]): number[] => {
    const whole = inAll(words.map(setOf))
    if (whole.length > 0) {
      const same = whole.filter((place) => names[place]!.join(' ') === words.join(' '))
      return same.length > 0 ? same : whole
    }
    const isLong = words.every((word) => word.length >= 4 || /\d/.test(word))
    return isLong ? inAll(words.map(beginningSet)) : []
  }
  const find = (words: readonly string[], hint: DimensionName | null): FoundRecords | null => {
    const found = fitting(words).map((place) => records[place]!)
    const said = new Set(found.map(({ dimension }) => dimension))
    const first = [...(hint ? [hint] : []), ...inOrder].find((dimension) => said.has(dimension))
    if (first === undefined) return null
    const meant = found.filter((record) => record.dimension === first)
    const uses = meant.filter(({ isUse }) => isUse)
    const chosen = uses.length > 0 ? uses : meant
    const keys = [...new Set(chosen.flatMap((record) => record.keys))]
    if (keys.length > mostFilterKeys) return null
    return { dimension: first, keys, name: chosen.length === 1 && uses.length === 0 ? chosen[0]!.name : null }
  }
  const answers = new Map<string, FoundRecords | null>()
  return (words, hint) => {
    if (!words.some((word) => /\p{L}{2}/u.test(word))) return null
    const asked = `${hint ?? ''} ${words.join(' ')}`
    const known = answers.get(asked)
    if (known !== undefined) return known
    const answer = find([...new Set(words)], hint)
    answers.set(asked, answer)
    return answer
  }
}

/** What is in all of the sets. */
function inAll(sets: readonly ReadonlySet<number>[]): number[] {
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size)
  return [...(smallest ?? [])].filter((place) => others.every((set) => set.has(place)))
}

function kept<T>(of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    if (!known.has(word)) known.set(word, of(word))
    return known.get(word)!
  }
}

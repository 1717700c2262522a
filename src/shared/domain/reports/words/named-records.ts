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
  const names = wordsOfNames(records)
  const placesOf = new Map<string, number[]>()
  for (const [place, words] of names.entries())
    for (const word of words) {
      const places = placesOf.get(word)
      if (places === undefined) placesOf.set(word, [place])
      else if (places.at(-1) !== place) places.push(place)
    }
  const beginning = kept((word: string): readonly number[] => {
    if (!/\D/.test(word)) return placesOf.get(word) ?? []
    const all = Array.from(placesOf).flatMap(([known, places]) => (known.startsWith(word) ? [places] : []))
    return all.length <= 1 ? (all[0] ?? []) : [...new Set(all.flat())]
  })
  const setOf = kept((word: string) => new Set(placesOf.get(word)))
  const beginningSet = kept((word: string) => new Set(beginning(word)))
  const isWhole = (place: number, words: readonly string[]) => {
    const name = names[place]!
    return name.length === words.length && name.every((word, at) => word === words[at])
  }

  /** From the strictest: the whole name, whole words of it, beginnings of its words. */
  const fitting = (words: readonly string[]): readonly number[] => {
    const whole = inAll(words, { placesOf: (word) => placesOf.get(word) ?? [], setOf })
    if (whole.length > 0) {
      const same = whole.filter((place) => isWhole(place, words))
      return same.length > 0 ? same : whole
    }
    const isLong = words.every((word) => word.length >= 4 || /\d/.test(word))
    return isLong ? inAll(words, { placesOf: beginning, setOf: beginningSet }) : []
  }
  const find = (words: readonly string[], hint: DimensionName | null): FoundRecords | null => {
    const found = fitting(words)
    const said = new Set<DimensionName>()
    for (const place of found) said.add(records[place]!.dimension)
    const first = [...(hint ? [hint] : []), ...inOrder].find((dimension) => said.has(dimension))
    if (first === undefined) return null
    const meant = found.filter((place) => records[place]!.dimension === first)
    const uses = meant.filter((place) => records[place]!.isUse)
    const chosen = uses.length > 0 ? uses : meant
    const keys = new Set<string>()
    for (const place of chosen) {
      for (const key of records[place]!.keys) keys.add(key)
      if (keys.size > mostFilterKeys) return null
    }
    const [only] = chosen.length === 1 && uses.length === 0 ? chosen : []
    return { dimension: first, keys: [...keys], name: only === undefined ? null : records[only]!.name }
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

/** Tens of thousands of names have few different parts between their spaces: each part is read once. */
function wordsOfNames(records: readonly NamedRecord[]): string[][] {
  const wordsInPart = kept(wordsIn)
  return records.map(({ name }) => {
    const words: string[] = []
    for (const part of name.split(' ')) for (const word of wordsInPart(part)) words.push(word)
    return words
  })
}

type Places = {
  placesOf: (word: string) => readonly number[]
  setOf: (word: string) => ReadonlySet<number>
}

/** The places that are those of all of the words. Of one word no set is made. */
function inAll(words: readonly string[], { placesOf, setOf }: Places): readonly number[] {
  const [rarest, ...others] = words.toSorted((a, b) => placesOf(a).length - placesOf(b).length)
  const places = rarest === undefined ? [] : placesOf(rarest)
  if (places.length === 0 || others.length === 0) return places
  const sets = others.map(setOf)
  return places.filter((place) => sets.every((set) => set.has(place)))
}

function kept<T extends object>(of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const found = of(word)
    known.set(word, found)
    return found
  }
}

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

/** A search over the records of a pharmacy. */
export function nameFinder(records: readonly NamedRecord[]): FindName {
  const known = records.map((record) => ({ record, words: wordsIn(record.name) }))
  return (words, hint) => {
    if (!words.some((word) => /\p{L}{2}/u.test(word))) return null
    const fits = fitsOf(words)
    for (const isFit of fits) {
      const found = known.filter((each) => isFit(each.words)).map(({ record }) => record)
      const first = [...(hint ? [hint] : []), ...inOrder].find((dimension) =>
        found.some((record) => record.dimension === dimension),
      )
      if (first === undefined) continue
      const meant = found.filter((record) => record.dimension === first)
      const uses = meant.filter(({ isUse }) => isUse)
      const chosen = uses.length > 0 ? uses : meant
      const keys = [...new Set(chosen.flatMap((record) => record.keys))]
      if (keys.length > mostFilterKeys) return null
      return { dimension: first, keys, name: chosen.length === 1 && uses.length === 0 ? chosen[0]!.name : null }
    }
    return null
  }
}

/** From the strictest: the whole name, whole words of it, beginnings of its words. */
function fitsOf(words: readonly string[]): ((name: readonly string[]) => boolean)[] {
  const isLong = words.every((word) => word.length >= 4 || /\d/.test(word))
  return [
    (name) => name.join(' ') === words.join(' '),
    (name) => words.every((word) => name.includes(word)),
    (name) =>
      isLong && words.every((word) => name.some((each) => each === word || (/\D/.test(word) && each.startsWith(word)))),
  ]
}

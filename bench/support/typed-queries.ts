import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { seededRandom, type Random } from '#server/demo/seeded-random.ts'

export const queryKinds = ['label', 'two words', 'inn', 'one typo', 'code'] as const
export type QueryKind = (typeof queryKinds)[number]
/** The complete text that a seller types to find one product; each of its prefixes is a separate search. */
export type TypedQuery = { kind: QueryKind; text: string }

const longest = 16
/** Codes are scanned and rarely typed. */
const kindWeights: Record<QueryKind, number> = { label: 4, 'two words': 2, inn: 3, 'one typo': 3, code: 0.4 }

/** Queries for products drawn from a list, with the accents of their labels and INNs. Always the same result. */
export function typedQueries(products: readonly PharmacyProduct[], count: number): TypedQuery[] {
  const random = seededRandom('typed queries')
  const queries: TypedQuery[] = []
  while (queries.length < count) {
    const kind = queryKinds[random.weighted(queryKinds.map((each) => kindWeights[each]))]!
    const text = textOf(kind, random.pick(products), random)
    if (text) queries.push({ kind, text: text.slice(0, longest).trimEnd() })
  }
  return queries
}

function textOf(kind: QueryKind, product: PharmacyProduct, random: Random): string | undefined {
  const words = wordsOf(product.label)
  const name = words.find((word) => word.length >= 6)
  const dosage = words.find((word) => /^\d/.test(word))
  switch (kind) {
    case 'label':
      return words.slice(0, 2).join(' ')
    case 'two words':
      return name && dosage && `${dosage} ${name}`
    case 'inn': {
      const inn = wordsOf(product.inn).find((word) => word.length >= 6)
      // drops half of the unaccented INNs, so that accented ones have more weight
      return inn && (random.next() < 0.5 || /[^\x20-\x7e]/.test(inn)) ? inn : undefined
    }
    case 'one typo':
      return name && withTypo(name, random)
    case 'code':
      return product.codes[0]
  }
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
}

/**
 * One letter missing, doubled, wrong or swapped with the next one; never the first letter, which typists rarely miss.
 */
function withTypo(word: string, random: Random): string {
  const at = random.int(1, word.length - 3)
  const [before, letter, next, after] = [word.slice(0, at), word[at]!, word[at + 1]!, word.slice(at + 2)]
  return random.pick([
    before + next + after,
    before + letter + letter + next + after,
    before + (letter === 'z' ? 'w' : 'z') + next + after,
    before + next + letter + after,
  ])
}

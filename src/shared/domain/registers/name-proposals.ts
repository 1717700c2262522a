import { wordsOf } from '#shared/domain/search/fold.ts'

/** A product of the referential by its names. */
export type NamedProduct = {
  id: string
  label: string
  inns: readonly { dosage: string | null }[]
  form: string | null
  packs: readonly { label: string }[]
}
export type SearchedNames = { label: string; dosage: string | null; form: string | null; pack: string | null }
export type Proposal = { id: string; label: string }

const mostProposals = 3
const leastScore = 0.3

/**
 * Finds products that may be the one of a row without a known code: the label begins with the same word, no number
 * contradicts (500 mg is not 1 g, a box of 16 is not one of 8), and enough of the other words are the same.
 */
export function nameProposals(products: readonly NamedProduct[]): (row: SearchedNames) => Proposal[] {
  const { add, candidates } = entriesByWord()
  for (const product of products) add(entryOf(product))
  return ({ label, dosage, form, pack }) => {
    const ownWords = wordsOf(label)
    const first = ownWords.find(isWord)
    const packNumbers = numbersOf(wordsOf(pack ?? ''))
    const stated = numbersOf([...ownWords, ...wordsOf(dosage ?? '')])
    const all = new Set([...ownWords, ...wordsOf([dosage, form, pack].filter((text) => text !== null).join(' '))])
    const scored = candidates(first ?? '', stated, all).flatMap((entry) => {
      const contradicts =
        stated.some((number) => !entry.all.has(number)) ||
        entry.stated.some((number) => !all.has(number)) ||
        (entry.hasPackNumbers && packNumbers.some((number) => !entry.all.has(number)))
      const shared = [...entry.words].filter((word) => all.has(word)).length
      const score = shared / (entry.words.size + all.size - shared)
      return contradicts || score < leastScore ? [] : [{ entry, score }]
    })
    return scored
      .sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
      .slice(0, mostProposals)
      .map(({ entry }) => ({ id: entry.id, label: entry.label }))
  }
}

/**
 * Entries by their first word, and by each of their numbers: a label of a large range, such as « Produit 51 », is not
 * compared with the whole range.
 */
function entriesByWord() {
  const byKey = new Map<string, Entry[]>()
  const put = (key: string, entry: Entry): void => {
    const others = byKey.get(key)
    if (others) others.push(entry)
    else byKey.set(key, [entry])
  }
  const listOf = (key: string): readonly Entry[] => byKey.get(key) ?? []
  return {
    add(entry: Entry): void {
      if (entry.first === undefined) return
      put(entry.first, entry)
      if (entry.stated.length === 0) put(`${entry.first} -`, entry)
      for (const number of numbersOf([...entry.all])) put(`${entry.first} ${number}`, entry)
    },
    /** A superset of the entries that nothing contradicts. */
    candidates(first: string, stated: readonly string[], all: ReadonlySet<string>): readonly Entry[] {
      if (stated.length > 0)
        return stated
          .map((number) => listOf(`${first} ${number}`))
          .reduce((fewest, list) => (list.length < fewest.length ? list : fewest))
      return numbersOf([...all]).length === 0 ? listOf(`${first} -`) : listOf(first)
    },
  }
}

type Entry = Proposal & {
  first: string | undefined
  words: Set<string>
  all: Set<string>
  stated: string[]
  hasPackNumbers: boolean
}

function entryOf({ id, label, inns, form, packs }: NamedProduct): Entry {
  const ofLabel = wordsOf(label)
  const others = wordsOf(
    [form ?? '', ...inns.map(({ dosage }) => dosage ?? ''), ...packs.map((pack) => pack.label)].join(' '),
  )
  return {
    id,
    label,
    first: ofLabel.find(isWord),
    words: new Set([...ofLabel, ...wordsOf(form ?? '')]),
    all: new Set([...ofLabel, ...others]),
    stated: numbersOf(ofLabel),
    hasPackNumbers: packs.some((pack) => numbersOf(wordsOf(pack.label)).length > 0),
  }
}

function isWord(word: string): boolean {
  return !/^\d/.test(word)
}

function numbersOf(words: readonly string[]): string[] {
  return words.filter((word) => !isWord(word))
}

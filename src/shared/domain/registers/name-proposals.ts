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
  const byFirstWord = new Map<string, Entry[]>()
  for (const product of products) {
    const entry = entryOf(product)
    if (entry.first === undefined) continue
    const others = byFirstWord.get(entry.first)
    if (others) others.push(entry)
    else byFirstWord.set(entry.first, [entry])
  }
  return ({ label, dosage, form, pack }) => {
    const ownWords = wordsOf(label)
    const first = ownWords.find(isWord)
    const packNumbers = numbersOf(wordsOf(pack ?? ''))
    const stated = numbersOf([...ownWords, ...wordsOf(dosage ?? '')])
    const all = new Set([...ownWords, ...wordsOf([dosage, form, pack].filter((text) => text !== null).join(' '))])
    const scored = (byFirstWord.get(first ?? '') ?? []).flatMap((entry) => {
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

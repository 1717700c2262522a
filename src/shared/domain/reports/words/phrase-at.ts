import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import { articles, knownWords, longestPhrase, phrases, type Meaning } from '#shared/domain/reports/words/said-words.ts'
import { periodAt } from '#shared/domain/reports/words/said-period.ts'
import { spelledOut, tokensOf, type Token } from '#shared/domain/reports/words/tokens.ts'
import { beginsWithinOneEdit } from '#shared/domain/search/one-edit.ts'

/** As many words as a phrase of the vocabulary has here, with the articles between them. */
export type Phrase = { meanings: readonly Meaning[]; length: number }

/** The longest phrase that begins at a word. */
export function phraseAt(tokens: readonly Token[], start: number): Phrase | null {
  let found: Phrase | null = null
  let said = ''
  for (let [at, count] = [start, 0]; at < tokens.length && count < longestPhrase; at++) {
    const { word } = tokens[at]!
    const longer = said === '' ? word : `${said} ${word}`
    const isArticle = articles.has(word) && said !== '' && !isBeginning(longer)
    if (isArticle) continue
    count++
    said = longer
    const meanings = phrases.get(said)
    if (meanings) found = { meanings, length: at - start + 1 }
  }
  return found
}

/** The place of the next word that is no article. */
export function afterArticles(tokens: readonly Token[], start: number): number {
  let at = start
  while (tokens[at] && articles.has(tokens[at]!.word)) at++
  return at
}

/** Those who are asked about: « cb on a vendu ». */
const askedAbout = new Set(tokensOf('on nous il elle ai avons avez vendu').map(({ word }) => word))

/** The words of a question, of which « cb de boîtes » and « cb on a vendu » ask how many: the card has a day, or follows a word. */
export function askedWords(text: string, today: string): Token[] {
  const tokens = spelledOut(tokensOf(text))
  const [first, next] = tokens
  if (first?.word !== 'cb' || next === undefined) return tokens
  const isElided = /^d['’ʼ]/i.test(text.slice(next.start))
  const counted = next.word === 'de' ? afterArticles(tokens, 1) : 1
  const isOf = (next.word === 'de' || isElided) && periodAt(tokens, counted, text, today) === null
  return isOf || askedAbout.has(next.word) ? [{ ...first, word: 'combien' }, ...tokens.slice(1)] : tokens
}

/** What a phrase counts or names; null for another phrase. */
export function nounIn(meanings: readonly Meaning[] | undefined): DimensionName | null {
  const noun = meanings?.find((meaning) => meaning.kind === 'noun')
  return noun?.kind === 'noun' ? noun.dimension : null
}

const beginnings = new Set(
  Array.from(phrases.keys()).flatMap((phrase) => {
    const words = phrase.split(' ')
    return words.map((_, at) => words.slice(0, at + 1).join(' '))
  }),
)

function isBeginning(said: string): boolean {
  return beginnings.has(said)
}

/** A word of the vocabulary one letter away; short words and those of the vocabulary are never corrected. */
export function correctedWord(word: string): string | null {
  if (word.length < 5 || knownWords.includes(word)) return null
  const isNear = (known: string) =>
    Math.abs(known.length - word.length) <= 1 && beginsWithinOneEdit(known, word) && beginsWithinOneEdit(word, known)
  return knownWords.find(isNear) ?? null
}

/**
 * The words of a question that may be part of a name, with three letters at least. A word of the vocabulary is one after
 * a noun only: « rayon Caisse ».
 */
export function wordsSought(text: string): string[] {
  const words = tokensOf(text)
    .map(({ word }) => word)
    .filter((word) => !articles.has(word))
  const mayName = (word: string, at: number) => !phrases.has(word) || nounIn(phrases.get(words[at - 1] ?? '')) !== null
  return [...new Set(words.filter((word, at) => /\p{L}{3}/u.test(word) && mayName(word, at)))]
}

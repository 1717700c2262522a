import { comparedWords, fold } from '#shared/domain/search/fold.ts'
import { beginsWithinOneEdit, MIN_CORRECTED } from '#shared/domain/search/one-edit.ts'

/** A part of a label to highlight: `label.slice(from, to)`. */
export type MatchedRange = { from: number; to: number }

/**
 * The parts of a label that match a search, in order and disjoint: the matching prefix of a word, or the whole word
 * when it matched in spite of a typing error.
 */
export function matchedRanges(label: string, search: string): MatchedRange[] {
  const searched = comparedWords(search)
  return [...label.matchAll(/\d+|\p{L}[\p{L}\p{M}\d]*/gu)].flatMap(({ 0: word, index }) => {
    const length = matchedLength(word, searched)
    return length === 0 ? [] : [{ from: index, to: index + length }]
  })
}

function matchedLength(word: string, searched: readonly string[]): number {
  const folded = fold(word)
  const typed = searched.filter((one) => folded.startsWith(one)).map((one) => one.length)
  if (typed.length > 0) return lengthBeforeFold(word, Math.max(...typed))
  return searched.some((one) => one.length >= MIN_CORRECTED && !/^\d+$/.test(one) && beginsWithinOneEdit(folded, one))
    ? word.length
    : 0
}

// « Œ » is two folded letters, and « é » may be two characters: extend until the folded prefix is long enough.
function lengthBeforeFold(word: string, foldedLength: number): number {
  let length = 0
  while (fold(word.slice(0, length)).length < foldedLength || /^\p{M}/u.test(word.slice(length))) length++
  return length
}

/** Shorter words are never corrected: too many words are one edit away from them. */
export const MIN_CORRECTED = 4

/**
 * Whether a prefix of `word` equals `query` after at most one deletion, insertion, substitution or swap of neighbours.
 */
export function beginsWithinOneEdit(word: string, query: string): boolean {
  let at = 0
  while (at < query.length && word[at] === query[at]) at++
  return (
    at === query.length ||
    word.startsWith(query.slice(at + 1), at + 1) ||
    word.startsWith(query.slice(at), at + 1) ||
    word.startsWith(query.slice(at + 1), at) ||
    (word[at] === query[at + 1] && word[at + 1] === query[at] && word.startsWith(query.slice(at + 2), at + 2))
  )
}

/**
 * All texts one edit away from `query`, with the edit at or before position `reach` (0-based): the prefix up to there
 * already matches no word, so a later edit cannot help. `letters`: those that occur in the words.
 */
export function oneEditTexts(query: string, reach: number, letters: readonly string[]): Set<string> {
  const texts = new Set<string>()
  for (let at = 0; at <= Math.min(reach, query.length - 1); at++) {
    const [before, letter, after] = [query.slice(0, at), query[at]!, query.slice(at + 1)] as const
    texts.add(before + after)
    for (const other of letters) texts.add(before + other + after).add(before + other + letter + after)
    if (after !== '') texts.add(before + after[0] + letter + after.slice(1))
  }
  texts.delete(query)
  return texts
}

/** Words shorter than this are never corrected: half the shelf is one letter away from them. */
export const MIN_CORRECTED = 4

/** Does `word`, or its beginning, become `query` by one deletion, insertion, substitution or exchange of neighbours? Also true for none. */
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
 * Every text one edit away from `query` whose edit is not behind `reach` (0-based): what follows `reach` matches no word already, so an
 * edit further back cannot help. `letters` are those that occur in the words.
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

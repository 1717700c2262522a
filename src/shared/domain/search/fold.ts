/** Normalizes text for comparison: lower case, without diacritics, ligatures expanded. « Œdème » equals « oedeme ». */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return isAscii(lower) ? lower : lower.replaceAll(/[^\0-\x7f]/gu, foldedSign)
}

/**
 * The folded words of a text. A number and its unit are two words, so that « 500mg » matches « 500 mg » and vice versa.
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  // Nearly all labels are ASCII after folding; the slower pattern is only for other alphabets.
  return (isAscii(folded) ? folded.match(/\d+|[a-z][a-z\d]*/g) : folded.match(/\d+|\p{L}[\p{L}\d]*/gu)) ?? []
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

/** Cache per character, because few different letters have diacritics. */
const foldedSigns = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
])

function foldedSign(sign: string): string {
  let folded = foldedSigns.get(sign)
  if (folded === undefined) foldedSigns.set(sign, (folded = sign.normalize('NFD').replaceAll(/\p{M}/gu, '')))
  return folded
}

/** Text as the index compares it: no case, no marks, ligatures in two letters. « Œdème » and « oedeme » are one. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return isAscii(lower) ? lower : lower.replaceAll(/[^\0-\x7f]/gu, foldedSign)
}

/** The words of a text, folded. A number and its unit are two words, so that « 500mg » finds « 500 mg » and the reverse. */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  // Nearly every label is plain once it is folded: the slow way only for other alphabets.
  return (isAscii(folded) ? folded.match(/\d+|[a-z][a-z\d]*/g) : folded.match(/\d+|\p{L}[\p{L}\d]*/gu)) ?? []
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

/** A handful of letters bear marks: each is looked up, not taken apart again in every label. */
const foldedSigns = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
])

function foldedSign(sign: string): string {
  let folded = foldedSigns.get(sign)
  if (folded === undefined) foldedSigns.set(sign, (folded = sign.normalize('NFD').replaceAll(/\p{M}/gu, '')))
  return folded
}

/** Text as the index compares it: no case, no marks, ligatures in two letters. « Œdème » and « oedeme » are one. */
export function fold(text: string): string {
  // Most labels are plain: the slow way only for those that are not.
  const lower = text.toLowerCase()
  return isAscii(lower) ? lower : lower.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('œ', 'oe').replaceAll('æ', 'ae')
}

/** The words of a text, folded. A number and its unit are two words, so that « 500mg » finds « 500 mg » and the reverse. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/\d+|\p{L}[\p{L}\d]*/gu) ?? []
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

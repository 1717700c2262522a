/**
 * « CHLORHYDRATE DE TRAMADOL » becomes « Chlorhydrate de tramadol ». Words that contain a digit, single letters («
 * Vitamine A ») and Roman numerals stay.
 */
export function sentenceCase(text: string): string {
  const lower = text.replaceAll(/[\p{L}\p{N}]+/gu, (word, offset: number) =>
    isKept(word, text[offset + word.length]) ? word : word.toLowerCase(),
  )
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}

/** « D'ACÉTYLE »: a single letter before an apostrophe is a word and is lowered. */
function isKept(word: string, next: string | undefined): boolean {
  if (/\d/.test(word) || /^(?:II|III|IV|VI|VII|VIII|IX|XI|XII|XIII)$/.test(word)) return true
  return /^[A-Z]$/.test(word) && next !== "'" && next !== '’'
}

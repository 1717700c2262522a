/**
 * « CHLORHYDRATE DE TRAMADOL » as people write it: « Chlorhydrate de tramadol ». What holds a digit, a single letter
 * (« Vitamine A ») or a Roman number stays.
 */
export function sentenceCase(text: string): string {
  const lower = text.replaceAll(/[\p{L}\p{N}]+/gu, (word, offset: number) =>
    isKept(word, text[offset + word.length]) ? word : word.toLowerCase(),
  )
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}

/** « D'ACÉTYLE »: a letter before an apostrophe is a word, not a name. */
function isKept(word: string, next: string | undefined): boolean {
  if (/\d/.test(word) || /^(?:II|III|IV|VI|VII|VIII|IX|XI|XII|XIII)$/.test(word)) return true
  return /^[A-Z]$/.test(word) && next !== "'" && next !== '’'
}

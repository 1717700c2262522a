/**
 * Normalizes text for comparison: lower case, without diacritics, ligatures expanded, with one kind of apostrophe, hyphen
 * and space. « Œdème » equals « oedeme », « N’DIAYE » equals « N'Diaye ». The database folds the same way (`folded`);
 * both list the same marks, because PostgreSQL does not know `\p{M}`.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return isAscii(lower) ? lower : lower.replaceAll(/[^\0-\x7f]/gu, foldedSign)
}

/** The key of a name: names that differ only in what `fold` ignores, or in white space, are equal. */
export function foldName(name: string): string {
  return fold(name).replaceAll(/\s+/g, ' ').trim()
}

/**
 * The folded words of a text. A number and its unit are two words, so that « 500mg » matches « 500 mg » and vice versa.
 */
export function wordsOf(text: string): string[] {
  return wordsIn(fold(text))
}

/**
 * The words that a search index compares: as `wordsOf`, but an elided article is none (« d’hydrogène » is « hydrogene »).
 */
export function comparedWords(text: string): string[] {
  const folded = fold(text)
  return wordsIn(folded.includes("'") ? folded.replaceAll(elidedArticle, '') : folded)
}

/** Words with their elided article, which « dalmeida » and « d almeida » begin too: « d’Almeida » is « dalmeida ». */
export function elidedWords(text: string): string[] {
  const folded = fold(text)
  return folded.includes("'") ? Array.from(folded.matchAll(elidedWord), ([word]) => word.replace("'", '')) : []
}

const elidedArticle = /(?<![\p{L}\p{M}\d])(?:[cdjlmnst]|qu)'(?=\p{L})/gu
const elidedWord = /(?<![\p{L}\p{M}\d])(?:[cdjlmnst]|qu)'\p{L}[\p{L}\p{M}\d]*/gu

function wordsIn(folded: string): string[] {
  // Nearly all labels are ASCII after folding; the slower pattern is only for other alphabets.
  return (isAscii(folded) ? folded.match(/\d+|[a-z][a-z\d]*/g) : folded.match(/\d+|\p{L}[\p{L}\p{M}\d]*/gu)) ?? []
}

/**
 * The folded texts that a search looks for anywhere in a row: the words of a name without its apostrophes and hyphens, as
 * at a till (« N’DIAYE » is « n » and « diaye »); a text with a digit stays whole (« AB-12/34 », « 7K2F »).
 */
export function partsOf(search: string): string[] {
  return fold(search)
    .split(/\s+/)
    .flatMap((part) => (/\d/.test(part) ? [part] : part.split(/['-]/)))
    .filter((part) => part !== '')
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

/** Cache per character, because few different letters have diacritics. */
const foldedSigns = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  // The small sigma at the end of a word.
  ['ς', 'σ'],
  ...Array.from('’‘‛ʼʻʹ′´＇', (sign) => [sign, "'"] as const),
  ...Array.from('‐‑‒–—―−﹣－', (sign) => [sign, '-'] as const),
])

/** Of the Latin, Greek, Cyrillic, Hebrew, Arabic, Japanese and Adlam scripts. */
const markRanges = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\u{1e944}-\u{1e94a}`
const marks = new RegExp(`[${markRanges}]`, 'gu')
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g

function foldedSign(sign: string): string {
  let folded = foldedSigns.get(sign)
  if (folded === undefined) {
    const plain = sign.normalize('NFD').replaceAll(marks, '').replaceAll(spaces, ' ')
    // « ǽ » is « æ » and an accent.
    folded = foldedSigns.get(plain) ?? plain
    foldedSigns.set(sign, folded)
  }
  return folded
}

import iconv from 'iconv-lite'

/**
 * Correctly decoded, an accented letter inside a word has the case of its neighbours. Wrongly decoded, it is a symbol
 * or has the other case.
 */
const INSIDE_WORDS =
  /[àâçèéêëîïôùûü](?=[a-z])|(?<=[a-z])[àâçèéêëîïôùûü]|[ÀÂÇÈÉÊËÎÏÔÙÛÜ](?=[A-Z])|(?<=[A-Z])[ÀÂÇÈÉÊËÎÏÔÙÛÜ]/g
/** In favor of Windows-1252, also where it stands alone. */
const WINDOWS_LETTERS = /[àâçèéêëîïôùûü]|[ÀÂÇÈÉÊËÎÏÔÙÛÜ](?=[A-Z])|(?<=[A-Z])[ÀÂÇÈÉÊËÎÏÔÙÛÜ]/g

/**
 * Whether bytes that are not UTF-8 are French text in Mac OS Roman instead of Windows-1252: the encoding with more
 * accented letters inside words wins.
 */
export function isMacRoman(bytes: Uint8Array): boolean {
  const count = (encoding: 'macintosh' | 'win1252', letters: RegExp): number =>
    iconv.decode(Buffer.from(bytes), encoding).match(letters)?.length ?? 0
  return count('macintosh', INSIDE_WORDS) > count('win1252', WINDOWS_LETTERS)
}

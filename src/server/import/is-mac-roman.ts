import iconv from 'iconv-lite'

/** Inside a word, an accented letter has the case of its neighbours; wrongly decoded, it is a sign or has the other case. */
const INSIDE_WORDS =
  /[àâçèéêëîïôùûü](?=[a-z])|(?<=[a-z])[àâçèéêëîïôùûü]|[ÀÂÇÈÉÊËÎÏÔÙÛÜ](?=[A-Z])|(?<=[A-Z])[ÀÂÇÈÉÊËÎÏÔÙÛÜ]/g
/** In favor of Windows-1252, also where it stands alone. */
const WINDOWS_LETTERS = /[àâçèéêëîïôùûü]|[ÀÂÇÈÉÊËÎÏÔÙÛÜ](?=[A-Z])|(?<=[A-Z])[ÀÂÇÈÉÊËÎÏÔÙÛÜ]/g

/** Whether bytes that are no UTF-8 are French text of an old Mac, not of Windows: where more accented letters stand in words. */
export function isMacRoman(bytes: Uint8Array): boolean {
  const count = (encoding: 'macintosh' | 'win1252', letters: RegExp): number =>
    iconv.decode(Buffer.from(bytes), encoding).match(letters)?.length ?? 0
  return count('macintosh', INSIDE_WORDS) > count('win1252', WINDOWS_LETTERS)
}

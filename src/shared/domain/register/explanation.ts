/**
 * Whether a text explains: it has a word of three letters or more. Signs, figures and a repeated key (« ... », « 12 950 »,
 * « xxx ») explain nothing to who reads the report.
 */
export function hasWords(text: string): boolean {
  return (text.match(/\p{L}{3,}/gu) ?? []).some((word) => new Set(word.toLocaleLowerCase('fr')).size > 1)
}

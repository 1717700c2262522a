/** Countable units; for syrups or injections the unit is the content of the package. */
const counted = [
  'comprimé',
  'gélule',
  'capsule',
  'suppositoire',
  'ovule',
  'sachet',
  'pastille',
  'ampoule',
  'dragée',
  'patch',
]

/**
 * The French word for one unit of a box: « comprimé » for « comprimé pelliculé sécable », « sachet » for « poudre orale
 * en sachet », else « unité ».
 */
export function unitWord(form: string | null): string {
  const words: readonly string[] = form?.toLocaleLowerCase('fr').match(/\p{L}+/gu) ?? []
  return counted.find((word) => words.includes(word) || words.includes(`${word}s`)) ?? 'unité'
}

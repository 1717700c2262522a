/** What is counted by itself; of a syrup or an injection the unit is whatever the box holds. */
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

/** What one unit out of a box is called: « comprimé » of a « comprimé pelliculé sécable », « sachet » of a « poudre orale en sachet », else « unité ». */
export function unitWord(form: string | null): string {
  const words: readonly string[] = form?.toLocaleLowerCase('fr').match(/\p{L}+/gu) ?? []
  return counted.find((word) => words.includes(word) || words.includes(`${word}s`)) ?? 'unité'
}

import { tagColors, tagTypes, type Tag } from '#shared/contract/tags.ts'

/** French names of what carries each type of tag. */
export const tagTypeWords: Record<Tag['type'], string> = {
  person: 'Patients',
  organization: 'Organismes',
  'contract-policy': 'Polices',
  'pharmacy-product': 'Produits',
}
export const tagColorWords: Record<Tag['color'], string> = {
  green: 'Vert',
  blue: 'Bleu',
  orange: 'Orange',
  red: 'Rouge',
  violet: 'Violet',
  teal: 'Turquoise',
  gray: 'Gris',
}

export const tagTypeChoices = tagTypes.map((value) => ({ value, label: tagTypeWords[value] }))
export const tagColorChoices = tagColors.map((value) => ({ value, label: tagColorWords[value] }))

export function tagTypeOf(text: string | undefined): Tag['type'] | undefined {
  return tagTypes.find((type) => type === text)
}

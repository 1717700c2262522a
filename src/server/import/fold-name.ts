/** The same name whatever its case, accents and spaces: « PARACÉTAMOL », « Paracetamol ». */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

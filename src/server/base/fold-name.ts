/** Makes names equal that differ only in case, accents or spaces: « PARACÉTAMOL », « Paracetamol ». */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

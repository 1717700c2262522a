import { unitWord } from '#shared/domain/unit-word.ts'
import { plural } from '#shared/ui/plural.ts'

/** « 3 comprimés ». */
export function countUnits(count: number, form: string | null): string {
  return plural(count, unitWord(form))
}

/** What opening a box means for a line: « 3 comprimés : ouvrir une boîte de 30 ». */
export function unpackSentence({
  asked,
  boxes,
  unitsPerBox,
  unitsLeft,
  form,
}: {
  asked: number
  boxes: number
  unitsPerBox: number
  unitsLeft: number
  form: string | null
}): string {
  const begin = `${countUnits(asked, form)}\u00a0: `
  const opening =
    boxes === 1 ? `ouvrir une boîte de ${unitsPerBox}` : `ouvrir ${plural(boxes, 'boîte')} de ${unitsPerBox}`
  if (boxes === 0) return `${begin}il en reste ${unitsLeft} d’une boîte ouverte`
  return unitsLeft > 0 ? `${begin}il en reste ${unitsLeft}, ${opening}` : `${begin}${opening}`
}

/** « 12 boîtes + 8 comprimés »: boxes and loose units are never summed up. */
export function stockWords({ boxes, units }: { boxes: number; units: number }, form: string | null): string {
  return units > 0 ? `${plural(boxes, 'boîte')} + ${countUnits(units, form)}` : plural(boxes, 'boîte')
}

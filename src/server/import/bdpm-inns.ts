import type { Row } from '#server/import/bdpm-files.ts'
import { foldName } from '#shared/domain/search/fold.ts'
import { sentenceCase } from '#server/import/sentence-case.ts'

export type ProductInn = { name: string; dosage: string | null }

/**
 * The substances of a speciality, in the order of the file. The therapeutic moieties (FT) replace the substance (SA)
 * with the same link number: « tramadol (chlorhydrate de) » is prescribed as tramadol. Each name and dosage appears
 * once.
 */
export function innsOf(components: readonly Row<'components'>[]): ProductInn[] {
  const moieties = new Set(
    components.filter((component) => component.nature === 'FT').map((component) => component.link),
  )
  const inns = new Map<string, ProductInn>()
  for (const { nature, link, substance, dosage } of components) {
    if (substance === '' || (nature !== 'FT' && moieties.has(link))) continue
    const inn: ProductInn = { name: sentenceCase(substance), dosage: dosage === '' ? null : shortDosage(dosage) }
    const key = `${foldName(inn.name)}\t${inn.dosage ?? ''}`
    if (!inns.has(key)) inns.set(key, inn)
  }
  return [...inns.values()]
}

/** « 1,00 mg » is 1 mg, « 0,150 mg » is 0,15 mg. */
function shortDosage(dosage: string): string {
  return dosage.replace(/^(\d+),(\d*?)0+(?!\d)/, (_all, whole: string, decimals: string) =>
    decimals === '' ? whole : `${whole},${decimals}`,
  )
}

import { fold } from '#shared/domain/search/fold.ts'

type Packed = {
  label: string
  dosage: string | null
  form: string | null
  packaging: string | null
  units: number | null
}

/**
 * Dosage, form and pack of a product in one line: « 500 mg, gélule, boîte de 12 ». The dosage is left out when the name
 * of the product says it already. Empty when nothing is known.
 */
export function packText({ label, dosage, form, packaging, units }: Packed): string {
  const plain = (text: string) => fold(text).replaceAll(/\s/g, '')
  const pack = packaging?.toLocaleLowerCase('fr') ?? null
  return [
    dosage !== null && !plain(label).includes(plain(dosage)) ? dosage : null,
    form,
    pack === null ? null : units !== null && units > 1 ? `${pack} de ${units}` : pack,
  ]
    .filter(Boolean)
    .join(', ')
}

type Packed = {
  label: string
  dosage: string | null
  form: string | null
  packaging: string | null
  units: number | null
}

/**
 * Dosage, form and pack of a product in one line: « 500 mg, gélule, boîte de 12 ». The dosage is left out when the name
 * of the product has its numbers already. Empty when nothing is known.
 */
export function packText({ label, dosage, form, packaging, units }: Packed): string {
  const named = numbersOf(label)
  const pack = packaging?.toLocaleLowerCase('fr') ?? null
  return [
    dosage !== null && !numbersOf(dosage).every((number) => named.includes(number)) ? dosage : null,
    form,
    pack === null ? null : units !== null && units > 1 ? `${pack} de ${units}` : pack,
  ]
    .filter(Boolean)
    .join(', ')
}

function numbersOf(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)?/g) ?? []
}

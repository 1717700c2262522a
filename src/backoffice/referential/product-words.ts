import type { Product } from '#shared/contract/products.ts'

/** The code printed on the box; shorter codes are those of wholesalers and countries. */
export function mainCode(codes: readonly string[]): string | undefined {
  return codes.find(({ length }) => length === 13) ?? codes[0]
}

/** « Amoxicilline 500 mg + Acide clavulanique 62,5 mg ». */
export function innText(inns: Product['inns']): string {
  return inns.map(({ name, dosage }) => (dosage ? `${name} ${dosage}` : name)).join(' + ')
}

const lists = { none: null, 'list-1': 'Liste I', 'list-2': 'Liste II', narcotic: 'Stupéfiant' } as const

export const prescriptionChoices = [
  { value: 'none', label: 'Sans liste' },
  { value: 'list-1', label: 'Liste I' },
  { value: 'list-2', label: 'Liste II' },
  { value: 'narcotic', label: 'Stupéfiant' },
] as const satisfies readonly { value: Product['prescriptionList']; label: string }[]

export function prescriptionTag({ prescriptionList }: Pick<Product, 'prescriptionList'>): string | null {
  return lists[prescriptionList]
}

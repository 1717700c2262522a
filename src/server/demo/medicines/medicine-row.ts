export type PrescriptionList = 'none' | 'list-1' | 'list-2' | 'narcotic'

/**
 * One product as a pharmacist of the region writes it: label (name, dosage, form, packaging, abbreviated as in
 * `label-parts.ts`), DCI with dosages (`A 20 mg + B 120 mg`; empty for parapharmacy), maker, ATC code, prescription
 * list, public price in F CFA.
 */
export type MedicineRow = readonly [
  label: string,
  inns: string,
  brand: string,
  atc: string | null,
  list: PrescriptionList,
  price: number,
]

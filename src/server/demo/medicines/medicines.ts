import { demoId } from '#server/demo/demo-id.ts'
import { inStoreCode } from '#server/demo/medicines/in-store-code.ts'
import { antibiotics } from '#server/demo/medicines/antibiotics.ts'
import { antimalarials } from '#server/demo/medicines/antimalarials.ts'
import { digestive } from '#server/demo/medicines/digestive.ts'
import { heartAndMetabolism } from '#server/demo/medicines/heart-and-metabolism.ts'
import { labelParts } from '#server/demo/medicines/label-parts.ts'
import type { MedicineRow, PrescriptionList } from '#server/demo/medicines/medicine-row.ts'
import { nervesAndEyes } from '#server/demo/medicines/nerves-and-eyes.ts'
import { painAndFever } from '#server/demo/medicines/pain-and-fever.ts'
import { parapharmacy } from '#server/demo/medicines/parapharmacy.ts'
import { drawerCategories } from '#server/demo/medicines/product-kinds.ts'
import { respiratory } from '#server/demo/medicines/respiratory.ts'
import { skinAndParasites } from '#server/demo/medicines/skin-and-parasites.ts'
import { womenAndVitamins } from '#server/demo/medicines/women-and-vitamins.ts'
import { printedCodes } from '#server/demo/medicines/printed-codes.ts'

export type Medicine = {
  id: string
  label: string
  inns: readonly { name: string; dosage: string | null }[]
  form: string | null
  packaging: { label: string; units: number }
  brand: string
  atc: string | null
  prescriptionList: PrescriptionList
  /** Public price in F CFA. */
  price: number
  codes: readonly { code: string; kind: 'ean13' | 'cip13' | 'cip7' }[]
  /** Storage place: one drawer letter per family, or the fridge for products that must stay cold. */
  storage: string
  category: string
}

const drawers: Record<string, readonly MedicineRow[]> = {
  A: antimalarials,
  B: painAndFever,
  C: antibiotics,
  D: digestive,
  E: respiratory,
  F: heartAndMetabolism,
  G: skinAndParasites,
  H: womenAndVitamins,
  J: nervesAndEyes,
  P: parapharmacy,
}
const boxesPerDrawer = 12
/** Insulins, oxytocics, latanoprost. */
const keptCold = /^(A10A|H01BB02|G02AB01|S01EE01)/

/** Products that pharmacies of West Africa sell. The list is our own work. */
export const medicines: readonly Medicine[] = Object.entries(drawers).flatMap(([letter, rows]) =>
  rows.map((row, index) =>
    medicineOf(row, `Tiroir ${letter}${Math.floor(index / boxesPerDrawer) + 1}`, drawerCategories[letter]!),
  ),
)

function medicineOf(
  [label, inns, brand, atc, prescriptionList, price]: MedicineRow,
  drawer: string,
  category: string,
): Medicine {
  return {
    id: demoId('product', label),
    label,
    inns: innsOf(inns),
    ...labelParts(label),
    brand,
    atc,
    prescriptionList,
    price,
    codes: codesOf(label),
    storage: atc && keptCold.test(atc) ? 'Frigo' : drawer,
    category,
  }
}

/** « Artéméther 20 mg + Luméfantrine 120 mg »: the dosage begins at the first digit. */
function innsOf(text: string): Medicine['inns'] {
  return text === ''
    ? []
    : text.split(' + ').map((part) => {
        const [, name = part, dosage] = /^(.*?) (\d.*)$/.exec(part) ?? []
        return { name, dosage: dosage ?? null }
      })
}

/** A CIP13 contains its CIP7 after the prefix 34009. */
function codesOf(label: string): Medicine['codes'] {
  const cip13 = printedCodes[label]
  if (!cip13) return [{ code: inStoreCode(label), kind: 'ean13' }]
  return [
    { code: cip13, kind: 'cip13' },
    { code: cip13.slice(5, 12), kind: 'cip7' },
  ]
}

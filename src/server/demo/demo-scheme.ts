import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { medicines, type Medicine } from '#server/demo/medicines/medicines.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import type { ShelfProduct } from '#server/demo/shelf.ts'

export type SchemeRow = {
  id: string
  code: string
  label: string
  inn: string
  dosage: string
  form: string
  base_price: number
  rate: number
  product_id: string | null
}

const lineCount = 96
const rates = [70, 70, 70, 80, 100] as const

/**
 * The list of the national scheme: essential medicines by substance, in administrative wording, one line per substance,
 * dosage and form. The best sellers come first. Every other line already has its product; the rest remains to be
 * associated in the back-office.
 */
export function demoScheme({ slug, countryCode }: DemoPharmacy, shelf: readonly ShelfProduct[]): SchemeRow[] {
  const random = seededRandom('scheme', slug)
  const popularity = new Map(shelf.map(({ medicine, popularity }) => [medicine.id, popularity]))
  const groups = new Map<string, Medicine[]>()
  for (const medicine of medicines.filter(
    ({ inns, form }) => form !== null && inns.length > 0 && inns.every(({ dosage }) => dosage !== null),
  )) {
    const key = `${substances(medicine)}/${dosages(medicine)}/${medicine.form}`
    groups.set(key, [...(groups.get(key) ?? []), medicine])
  }
  const asked = (medicine: Medicine): number => popularity.get(medicine.id) ?? 0
  const lines = [...groups.values()].map((group) => group.toSorted((a, b) => asked(b) - asked(a)))
  const essential = lines.toSorted(([a], [b]) => asked(b!) - asked(a!)).slice(0, lineCount)
  return essential.map((group, index): SchemeRow => {
    const [first] = group
    const cheapest = Math.min(...group.map(({ price }) => price))
    return {
      id: demoId('scheme', slug, first!.id),
      code: `${countryCode === 'BJ' ? 'ARCH' : 'CMU'}-${String(index + 1).padStart(4, '0')}`,
      label: officialLabel(first!),
      inn: substances(first!),
      dosage: dosages(first!),
      form: first!.form ?? '',
      base_price: Math.round((cheapest * (0.85 + random.next() * 0.15)) / 5) * 5,
      rate: random.pick(rates),
      product_id: index % 2 === 0 ? first!.id : null,
    }
  })
}

function substances({ inns }: Medicine): string {
  return inns.map(({ name }) => name).join(' + ')
}

function dosages({ inns }: Medicine): string {
  return inns.map(({ dosage }) => dosage).join(' + ')
}

/** « ARTÉMÉTHER 20 MG + LUMÉFANTRINE 120 MG COMPRIMÉ, BOÎTE DE 24 ». */
function officialLabel({ inns, form, packaging }: Medicine): string {
  const substance = inns.map(({ name, dosage }) => `${name} ${dosage}`).join(' + ')
  return `${substance} ${form}, ${packaging.label}${packaging.units > 1 ? ` de ${packaging.units}` : ''}`.toUpperCase()
}

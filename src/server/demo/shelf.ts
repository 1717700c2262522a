import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { medicines, type Medicine } from '#server/demo/medicines/medicines.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'

/**
 * The state of a product's stock today: `out` since `forDays` days, `below-zero` because a delivery was not recorded
 * yet, `low` below its minimum, `near-expiry` in the coming months; most are `steady`.
 */
export type Condition = { kind: 'steady' | 'low' | 'below-zero' | 'near-expiry' } | { kind: 'out'; forDays: number }

export type ShelfProduct = { id: string; medicine: Medicine; popularity: number; condition: Condition }

const outOfStock: Record<string, number> = {
  'Quartem 80/480 mg cp B/6': 6,
  'Clamoxyl 500 mg gél. B/12': 4,
  'Artesun 60 mg pdre inj. Fl/1': 2,
  'Lasilix 40 mg cp B/30': 2,
  'Bactrim F 800/160 mg cp B/10': 1,
  'Smecta Fraise 3 g sach. B/12': 3,
  'Ventoline 2 mg/5 ml sirop Fl/150 ml': 9,
}
const belowZero = new Set([
  'Paracétamol Pharmaquick 500 mg cp B/100',
  'Coarsucam Adulte 100/270 mg cp B/6',
  'Cotrimoxazole 480 mg cp B/20',
  'SRO OMS 20,5 g pdre sol. buv. Sach/1',
  'Seringue 5 ml avec aiguille B/1',
])
const low = new Set([
  'Artefan 20/120 mg cp B/24',
  'Augmentin 500 mg/62,5 mg cp pell. B/16',
  'Efferalgan 1 g cp efferv. B/8',
  'Spasfon cp B/30',
  'Flagyl 500 mg cp pell. B/14',
  'Ibucap gél. B/30',
  'Glucophage 850 mg cp pell. B/30',
  'Zentel 400 mg cp B/1',
  'Vitamine C UPSA 1000 mg cp efferv. B/20',
  'Amlodipine 5 mg gél. B/30',
  'Doxycycline 100 mg cp B/10',
  'Test de grossesse bandelette B/1',
  'Cétirizine 10 mg cp pell. B/15',
  'Préservatifs Prudence B/3',
])

/**
 * Demand by ATC prefix; the longest matching prefix applies. Best sellers in the region: fever, malaria, pain,
 * infections, diarrhoea, first aid.
 */
const demandByAtc: Record<string, number> = {
  P01B: 5,
  N02B: 6,
  M01A: 2.5,
  J01C: 4,
  J01E: 3,
  P01A: 3,
  J01: 1.2,
  A07CA: 5,
  A03A: 2,
  A02: 1.5,
  A11: 1.6,
  B03: 1.8,
  R06: 1.6,
  R05: 1.8,
  P02C: 2.2,
  D08: 1.6,
  C08: 1.2,
  C09: 0.7,
  A10BA: 1.5,
  N05: 0.4,
  N02A: 0.3,
}

/** The products of a pharmacy with their demand and the state of their stock. */
export function shelfOf({ slug, stocksOneIn }: DemoPharmacy): ShelfProduct[] {
  return medicines
    .filter((_, index) => index % stocksOneIn === 0)
    .map((medicine) => {
      const condition = conditionOf(medicine.label, slug)
      return {
        id: demoId('pharmacy-product', slug, medicine.label),
        medicine,
        popularity: popularityOf(medicine, condition),
        condition,
      }
    })
}

function conditionOf(label: string, slug: string): Condition {
  const forDays = outOfStock[label]
  if (forDays) return { kind: 'out', forDays }
  if (belowZero.has(label)) return { kind: 'below-zero' }
  if (low.has(label)) return { kind: 'low' }
  return { kind: seededRandom('near-expiry', slug, label).next() < 0.08 ? 'near-expiry' : 'steady' }
}

function popularityOf({ label, atc, price, prescriptionList }: Medicine, condition: Condition): number {
  const family =
    Object.entries(demandByAtc)
      .filter(([prefix]) => atc?.startsWith(prefix))
      .toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? 1
  // few products of a family make most of its sales
  const rank = 0.15 + seededRandom('popularity', label).next() ** 3 * 3
  const affordable = Math.min(2.5, 1500 / price)
  const asked = prescriptionList === 'narcotic' ? 0.05 : family * rank * affordable
  // a shortage of a product without demand would not show in the demo, so its demand has a minimum
  return condition.kind === 'steady' || condition.kind === 'near-expiry' ? asked : Math.max(asked, 4)
}

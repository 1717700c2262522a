import { describe, expect, test } from 'vitest'
import { medicines } from '#server/demo/medicines/medicines.ts'

const labels = medicines.map(({ label }) => label)
const codes = medicines.flatMap((medicine) =>
  medicine.codes.map(({ code, kind }) => ({ code, kind, label: medicine.label })),
)

/** Written again here, after GS1: with its own key, the sum of all thirteen digits weighted 1, 3, 1 … is a multiple of ten. */
function weightedSum(code: string): number {
  return Array.from(code, Number).reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0)
}

describe('the medicines of the demo', () => {
  test('are at least 400, each with a label and codes of its own', () => {
    expect(medicines.filter(({ inns }) => inns.length > 0).length).toBeGreaterThanOrEqual(400)
    expect(new Set(labels).size).toBe(labels.length)
    expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length)
    expect(new Set(medicines.map(({ id }) => id)).size).toBe(medicines.length)
  })

  test('carry thirteen digits with the right key: a French CIP13 with its CIP7, or a code for use inside the shop', () => {
    const wrong = codes.filter(({ code, kind }) => {
      if (kind === 'cip7') return !codes.some((other) => other.kind === 'cip13' && other.code.slice(5, 12) === code)
      return !(kind === 'cip13' ? /^34009\d{8}$/ : /^20\d{11}$/).test(code) || weightedSum(code) % 10 !== 0
    })
    expect(wrong).toEqual([])
    expect(codes.filter(({ kind }) => kind === 'cip13').length).toBeGreaterThan(30)
  })

  test('cost what coins can pay', () => {
    expect(medicines.filter(({ price }) => price <= 0 || price % 5 !== 0)).toEqual([])
  })

  test('have their DCI and form, and an ATC code of the right shape; parapharmacy has none of the three', () => {
    const isMedicine = ({ inns, form, atc }: (typeof medicines)[number]) =>
      inns.length > 0 && form !== null && /^[A-Z]\d{2}[A-Z]([A-Z](\d{2})?)?$/.test(atc ?? '')
    const isParapharmacy = ({ inns, form, atc, prescriptionList }: (typeof medicines)[number]) =>
      inns.length === 0 && form === null && atc === null && prescriptionList === 'none'
    expect(
      medicines.filter((medicine) => !isMedicine(medicine) && !isParapharmacy(medicine)).map(({ label }) => label),
    ).toEqual([])
  })

  test('name each DCI without its dosage', () => {
    expect(
      medicines
        .flatMap(({ inns }) => inns)
        .filter(
          ({ name, dosage }) => /\d/.test(name) || name.trim() !== name || (dosage !== null && !/^\d/.test(dosage)),
        ),
    ).toEqual([])
    expect(medicines.find(({ label }) => label === 'Coartem 20/120 mg cp B/24')).toMatchObject({
      inns: [
        { name: 'Artéméther', dosage: '20 mg' },
        { name: 'Luméfantrine', dosage: '120 mg' },
      ],
      form: 'comprimé',
      packaging: { label: 'Boîte', units: 24 },
      atc: 'P01BF01',
    })
  })

  test('are labelled as pharmacists write: abbreviated, decimal comma, a space before units, the packaging last', () => {
    const wrong = labels.filter(
      (label) =>
        !/^[A-ZÉ]/.test(label) ||
        /\s{2}|\s$|comprim|gélule|suppositoire\b|flacon|boîte|\d\.\d|\d(mg|ml|g|µg|UI)\b|'/.test(label) ||
        !/ (B|Fl|T|Pot|Sach|Pqt)\/\d+(,\d+)?( (ml|g|doses))?$/.test(label),
    )
    expect(wrong).toEqual([])
  })

  test('lie in drawers, and what must stay cold in the fridge', () => {
    expect(medicines.filter(({ storage }) => !/^(Tiroir [A-Z]\d+|Frigo)$/.test(storage))).toEqual([])
    expect(medicines.find(({ label }) => label.startsWith('Lantus'))?.storage).toBe('Frigo')
    expect(medicines.filter(({ storage }) => storage === 'Frigo').length).toBeLessThan(20)
  })
})

import { atom } from 'jotai'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'

type Described = Pick<PharmacyProduct, 'inn' | 'form'>

/**
 * A coated or scored tablet counts as the same form. A slow-release, orodispersible or effervescent tablet does not.
 */
const sameTablet = new Set(['pellicule', 'pelliculee', 'enrobe', 'enrobee', 'secable', 'quadrisecable'])
const inMilligrams: Record<string, number> = { g: 1000, mg: 1, µg: 0.001, mcg: 0.001, microgrammes: 0.001 }

/**
 * The key that interchangeable products share: active substances with their dosages, and form. Null: too little is
 * known.
 */
export function equivalenceKey({ inn, form }: Described): string | null {
  const substances = inn.split(' + ').map(substanceOf)
  const formWords = (fold(form ?? '').match(/\p{L}+/gu) ?? []).filter((word) => !sameTablet.has(word))
  // A substance without a dosage is not enough to hand out another box.
  if (formWords.length === 0 || substances.some((substance) => !/\d/.test(substance))) return null
  return `${substances.toSorted().join('+')}|${formWords.join(' ')}`
}

/** « 1 g », « 1000 mg » and « 1 000mg » are the same dosage. */
function substanceOf(text: string): string {
  return fold(text)
    .replaceAll(/(\d)[\s\u00a0\u202f](?=\d{3}(?!\d))/g, '$1')
    .replaceAll(
      /(\d+)(?:[.,](\d+))?\s*(microgrammes|mcg|µg|mg|g)(?!\p{L})/gu,
      (_, whole: string, part = '', unit: string) =>
        `${+(Number(`${whole}.${part || 0}`) * inMilligrams[unit]!).toPrecision(9)}mg`,
    )
    .replaceAll(/[^\p{L}\d.,/%]+/gu, '')
}

/**
 * The products of each key, built once for each state of the list when first needed. Many products share the same text,
 * so keys are cached by text.
 */
const productsByKeyAtom = atom((get) => {
  const keys = new Map<string, string | null>()
  const keyOf = ({ inn, form }: Described) => {
    const text = `${inn}|${form}`
    const known = keys.get(text)
    if (known !== undefined) return known
    const key = inn === '' ? null : equivalenceKey({ inn, form })
    keys.set(text, key)
    return key
  }
  const groups = new Map<string, PharmacyProduct[]>()
  for (const product of get(productsAtom).values()) {
    const key = product.archived ? null : keyOf(product)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(product)
    else groups.set(key, [product])
  }
  return groups
})

/** The other products with the same substances, dosages and form, in the order of the list. */
export const equivalentsOfAtom = atom((get) => {
  const groups = get(productsByKeyAtom)
  return (product: PharmacyProduct): readonly PharmacyProduct[] => {
    const key = equivalenceKey(product)
    return key === null ? [] : (groups.get(key) ?? []).filter(({ id }) => id !== product.id)
  }
})

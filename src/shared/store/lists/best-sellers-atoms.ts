import { atom } from 'jotai'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { keptAnswerAtom } from '#shared/store/lists/kept-answer.ts'

const keptAtom = keptAnswerAtom({
  name: 'best-sellers',
  endpoint: pharmacyProducts.bestSellers,
  inputOf: () => ({}),
  staleMs: 60 * 60_000,
})
const none: readonly string[] = []

/** The ids of the products that are sold most, most sold first; as last read while offline, empty before that. */
export const bestSellersAtom = atom((get) => get(keptAtom)?.ids ?? none)

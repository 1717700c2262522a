import { atom } from 'jotai'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { keptAnswerAtom } from '#shared/store/lists/kept-answer.ts'

/** The pharmacy product whose movements the counter shows; null: none. */
export const historyOfAtom = atom<string | null>(null)

/** Its last movements. Offline, only when they were the last ones read; null when they are not known. */
export const productHistoryAtom = keptAnswerAtom({
  name: 'product-history',
  endpoint: pharmacyProducts.history,
  inputOf: (get) => {
    const id = get(historyOfAtom)
    return id === null ? null : { params: { id }, query: { size: 12 } }
  },
  staleMs: 5 * 60_000,
})

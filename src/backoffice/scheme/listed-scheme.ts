import { atom } from 'jotai'
import type { AssociatedProduct } from '#shared/contract/product-health-insurance.ts'
import { fold, partsOf } from '#shared/domain/search/fold.ts'
import { schemeLinesAtom, schemeView } from '#shared/store/lists/scheme-atoms.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

type Question = { search?: string; only?: 'associated' | 'missing' }

/** Stands for a product that this pharmacy does not sell: the terminal has only its id. */
const unknownProduct = { label: 'Produit hors de votre stock', inn: '', form: null }

/** The scheme's lines that are not archived, by label, with the pharmacy's product. */
const linesAtom = atom((get): readonly (AssociatedProduct & { text: string })[] => {
  const sold = new Map(
    [...get(productsAtom).values()].flatMap(({ productId, label, inn, form }) =>
      productId === null ? [] : [[productId, { label, inn, form }] as const],
    ),
  )
  const lines = [...get(schemeLinesAtom).values()].filter(({ archived }) => !archived)
  const product = (id: string | null) => (id === null ? null : { id, ...(sold.get(id) ?? unknownProduct) })
  return lines
    .map((line) => ({
      ...line,
      product: product(line.productId),
      text: fold([line.label, line.inn, line.code].join(' ')),
    }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
})

/**
 * Offline: answers the list call from the stored list, with its time. Null online, and when the list was never stored.
 */
export const offlineSchemeAtom = atom((get) => {
  const { syncedAt } = get(schemeView.stateAtom)
  if (!get(isOfflineAtom) || syncedAt === null) return null
  const lines = get(linesAtom)
  const missing = lines.filter(({ product }) => product === null).length
  const find = ({ search = '', only }: Question) => {
    const words = partsOf(search)
    const items = lines.filter(
      ({ product, text }) =>
        (!only || (only === 'missing') === (product === null)) && words.every((word) => text.includes(word)),
    )
    return { items, total: items.length, missing }
  }
  return { find, syncedAt }
})

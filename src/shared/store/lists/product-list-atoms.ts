import { atom } from 'jotai'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { withCorrections } from '#shared/domain/lot-corrections.ts'
import { withBlocks } from '#shared/domain/stock-acts.ts'
import { withMoves } from '#shared/domain/storage-moves.ts'
import type { ListName } from '#shared/store/lists/list-meta.ts'
import { productView } from '#shared/store/lists/product-view.ts'
import { storagesAtom } from '#shared/store/lists/storage-atoms.ts'
import { uncountedActsAtom } from '#shared/store/stock-acts/uncounted-acts.ts'
import { LayeredMap } from '#shared/store/tools/layered-map.ts'

/**
 * All products of the pharmacy by id, as last stored on disk, with the lots that this terminal has set aside, released,
 * corrected or moved since; empty until the first load is complete.
 */
export const productsAtom = atom((get): ReadonlyMap<string, PharmacyProduct> => {
  const products = get(productView.rowsAtom)
  const acts = get(uncountedActsAtom)
  const blocking = acts.filter(({ act }) => act === 'quarantine' || act === 'release')
  const moves = acts.filter((act) => act.act === 'move')
  const corrections = acts.filter((act) => act.act === 'correct')
  // Rare: this avoids a pass over the list.
  if (blocking.length === 0 && moves.length === 0 && corrections.length === 0) return products
  const labels = new Map(moves.length === 0 ? [] : get(storagesAtom).map(({ id, label }) => [id, label]))
  const changed = new Map<string, PharmacyProduct>()
  for (const product of products.values()) {
    const stockItems = withCorrections(withBlocks(product.stockItems, blocking), corrections)
    const blocked = stockItems === product.stockItems ? product : { ...product, stockItems: [...stockItems] }
    const after = withMoves(blocked, moves, (id) => labels.get(id))
    if (after !== product) changed.set(product.id, after)
  }
  return new LayeredMap(products).with(changed)
})
/** The search index over the products that are not archived: `get(productIndexAtom)?.index.find('amoxi')`. */
export const productIndexAtom = productView.indexAtom
export const listStateAtom = productView.stateAtom

/** « Réessayer »: the leading window refreshes one list (default: the products). Set by the session; null before. */
export const listRetryAtom = atom<{ retry: (list?: ListName) => void } | null>(null)

import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { call } from '#shared/client/call.ts'
import { pharmacyProducts, type PharmacyProduct, type StockItem } from '#shared/contract/pharmacy-products.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { finishInSlices } from '#shared/store/tools/in-slices.ts'
import { listStateAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { tradeAtom } from './counter-atoms.ts'
import { mayBeOpened, openableLots } from './opened-lots.ts'

export type PlacedItem = { product: PharmacyProduct; item: StockItem }
export type FindStockItems = (ids: ReadonlySet<string>) => ReadonlyMap<string, PlacedItem>

type Products = ReadonlyMap<string, PharmacyProduct>

const productsPerStep = 50

/**
 * Maps each stock item to its product. Built in one pass over a list and kept while the list changes, as a scan must
 * not wait for a pass over 50,000 products. An entry counts only if the product still contains the item. Includes the
 * units of boxes that no list shows as opened yet.
 */
export class StockItemPlaces {
  readonly #productOf = new Map<string, string>()
  #learned: Products | undefined;

  /** A generator, so that it can run in slices or to its end. */
  *learn(products: Products): Generator<void> {
    let read = 0
    for (const product of products.values()) {
      for (const item of product.stockItems) {
        this.#productOf.set(item.id, product.id)
        if (mayBeOpened(item)) this.#productOf.set(unitItemIdOf(item.id), product.id)
      }
      if (++read % productsPerStep === 0) yield
    }
    this.#learned = products
  }

  /**
   * A finder for the current list. Finds the same object for the same item, and nothing for an item that is in no
   * product.
   */
  in(products: Products, cashStep: number): FindStockItems {
    const known = new Map<string, PlacedItem | undefined>()
    return (ids) => {
      const found = new Map<string, PlacedItem>()
      for (const id of ids) {
        if (!known.has(id)) known.set(id, this.#find(products, id, cashStep))
        const place = known.get(id)
        if (place) found.set(id, place)
      }
      return found
    }
  }

  #find(products: Products, id: string, cashStep: number): PlacedItem | undefined {
    const place = this.#placeIn(products, id, cashStep)
    if (place || this.#learned === products) return place
    // The item is new in the list, or moved to another product.
    this.#learnAll(products)
    return this.#placeIn(products, id, cashStep)
  }

  #learnAll(products: Products): void {
    const steps = this.learn(products)
    while (!steps.next().done);
  }

  #placeIn(products: Products, id: string, cashStep: number): PlacedItem | undefined {
    const product = products.get(this.#productOf.get(id) ?? '')
    const item =
      product?.stockItems.find((lot) => lot.id === id) ??
      (product && openableLots(product, cashStep).find(({ units }) => units.id === id)?.units)
    return product && item && { product, item }
  }
}

/** The map of this window. */
const stockItemPlacesAtom = atom(() => new StockItemPlaces())

/** Lots that are empty for long and no longer in the list, as the server told them. */
const pastItemsAtom = atom<ReadonlyMap<string, PlacedItem>>(new Map<string, PlacedItem>())

/** Finds stock items in the current list of products, then among those that were asked for (`usePastItems`). */
export const findStockItemsAtom = atom((get): FindStockItems => {
  const listed = get(stockItemPlacesAtom).in(get(productsAtom), get(tradeAtom).cashStep)
  const past = get(pastItemsAtom)
  if (past.size === 0) return listed
  return (ids) => {
    const found = listed(ids)
    const beside = [...ids].flatMap((id) => (!found.has(id) && past.has(id) ? [[id, past.get(id)!] as const] : []))
    return beside.length === 0 ? found : new Map([...found, ...beside])
  }
})

/** As many lots as one call takes. */
const mostAsked = 500

const learnPastItemsAtom = atom(null, async (_get, set, stockItemIds: readonly string[]) => {
  const products = await call(pharmacyProducts.searchByIds, {
    body: { ids: [], stockItemIds: stockItemIds.slice(0, mostAsked) },
  })
  const placed = products.flatMap((product) => product.stockItems.map((item) => [item.id, { product, item }] as const))
  set(pastItemsAtom, (before) => new Map([...before, ...placed.filter(([id]) => stockItemIds.includes(id))]))
})

/**
 * Asks the server for the lots of a sale that the list does not keep, as of one that is corrected or printed again a
 * year later. Without a network they stay unknown.
 */
export function usePastItems(records: readonly { stockItemId: string }[]): void {
  const find = useAtomValue(findStockItemsAtom)
  const isListed = useAtomValue(listStateAtom).syncedAt !== null
  const learn = useSetAtom(learnPastItemsAtom)
  const ids = [...new Set(records.map(({ stockItemId }) => stockItemId))]
  const found = find(new Set(ids))
  const missing = isListed ? ids.filter((id) => !found.has(id)).join(' ') : ''
  useEffect(() => {
    if (missing !== '') void learn(missing.split(' ')).catch(() => undefined)
  }, [missing, learn])
}

/** Builds the map in idle time, so that the first scan does not have to. */
export const learnPlacesAtom = atom(null, (get) =>
  finishInSlices(get(stockItemPlacesAtom).learn(get(productsAtom)), 'idle'),
)

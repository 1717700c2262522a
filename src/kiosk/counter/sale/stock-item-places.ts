import { atom } from 'jotai'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { finishInSlices } from '#shared/store/tools/in-slices.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { tradeAtom } from './counter-atoms.ts'
import { mayBeOpened, openableLots } from './opened-lots.ts'

export type PlacedItem = { product: PharmacyProduct; item: StockItem }
export type FindStockItems = (ids: ReadonlySet<string>) => ReadonlyMap<string, PlacedItem>

type Products = ReadonlyMap<string, PharmacyProduct>

const productsPerStep = 500

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

/** Finds stock items in the current list of products. */
export const findStockItemsAtom = atom((get): FindStockItems =>
  get(stockItemPlacesAtom).in(get(productsAtom), get(tradeAtom).cashStep),
)

/** Builds the map in idle time, so that the first scan does not have to. */
export const learnPlacesAtom = atom(null, (get) =>
  finishInSlices(get(stockItemPlacesAtom).learn(get(productsAtom)), 'idle'),
)

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
 * Of which product each stock item is: learned in one pass over a list and kept while the list changes under it, since a scan does not wait for a pass
 * over 50,000 products. What was learned is only believed where the product says so too. Units of a box that no list has seen opened have their place.
 */
export class StockItemPlaces {
  readonly #productOf = new Map<string, string>()
  #learned: Products | undefined;

  /** In steps: run it in slices, or to its end. */
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

  /** Finds in a list as it is now: the same place for the same item, and nothing for an item that no product of it has. */
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
    // It came with a change of the list, or went to another product.
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

/** What this window has learned of its list. */
const stockItemPlacesAtom = atom(() => new StockItemPlaces())

/** Where stock items stand in the list of products as it is now. */
export const findStockItemsAtom = atom((get): FindStockItems =>
  get(stockItemPlacesAtom).in(get(productsAtom), get(tradeAtom).cashStep),
)

/** Learns the places of the whole list beside the hand's work, so that the first scan does not. */
export const learnPlacesAtom = atom(null, (get) =>
  finishInSlices(get(stockItemPlacesAtom).learn(get(productsAtom)), 'idle'),
)

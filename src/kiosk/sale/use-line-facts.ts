import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { leftOfAtom, tradeAtom, type LeftOf } from '#kiosk/counter/sale/counter-atoms.ts'
import { boxesOf, boxOfUnits, mayBeOpened, openableLots } from '#kiosk/counter/sale/opened-lots.ts'
import { findStockItemsAtom, type PlacedItem } from '#kiosk/counter/sale/stock-item-places.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { fefoProposal } from '#shared/domain/fefo.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { comingBack } from '#shared/domain/revise-sale.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'

/**
 * A lot that a line may use, and what this terminal believes to be left of it. `box`: the box that its units come from.
 */
export type LotChoice = StockItem & { left: number; box?: StockItem & { left: number } }

/** What the list knows of a line. Undefined if its product is no longer in the list. */
export type LineFacts = { product: PharmacyProduct; item: StockItem; lots: readonly LotChoice[] } | undefined

/** Caches the facts of a place, so that an unchanged line does not render again. */
const factsOfPlaceAtom = atom((get) => {
  const [leftOf, { cashStep }] = [get(leftOfAtom), get(tradeAtom)]
  const known = new WeakMap<PlacedItem, NonNullable<LineFacts>>()
  return (place: PlacedItem, back: ReadonlyMap<string, number>): NonNullable<LineFacts> => {
    if (back.size > 0)
      return { ...place, lots: lotsOf(place, (item) => leftOf(item) + (back.get(item.id) ?? 0), cashStep) }
    const facts = known.get(place) ?? { ...place, lots: lotsOf(place, leftOf, cashStep) }
    known.set(place, facts)
    return facts
  }
})

export function useLineFacts(sale: LocalSale): (record: SaleRecord) => LineFacts {
  const findStockItems = useAtomValue(findStockItemsAtom)
  const factsOfPlace = useAtomValue(factsOfPlaceAtom)
  const { replaces } = sale
  return useMemo(() => {
    const back = comingBack({ replaces })
    const places = findStockItems(new Set(sale.records.map(({ stockItemId }) => stockItemId)))
    return ({ stockItemId }) => {
      const place = places.get(stockItemId)
      return place && factsOfPlace(place, back)
    }
  }, [findStockItems, factsOfPlace, sale.records, replaces])
}

/** Boxes for a line of boxes, units for a line of units. Archived lots only while the line uses them. */
function lotsOf({ product, item }: PlacedItem, leftOf: LeftOf, cashStep: number): LotChoice[] {
  const isShown = (lot: StockItem) => !lot.archived || lot.id === item.id
  const withLeft = (lot: StockItem) => ({ ...lot, left: leftOf(lot) })
  const lots: LotChoice[] = boxOfUnits(product, item)
    ? openableLots(product, cashStep)
        .filter(({ box, units }) => isShown(units) && (!box.archived || units.id === item.id))
        .map(({ box, units }) => ({ ...withLeft(units), box: withLeft(box) }))
    : boxesOf(product).filter(isShown).map(withLeft)
  return lots.sort(leavesFirst)
}

/** Available lots first, then by expiry. */
function leavesFirst(a: LotChoice, b: LotChoice): number {
  return Number(isThere(b)) - Number(isThere(a)) || ((a.expiresOn ?? '9') < (b.expiresOn ?? '9') ? -1 : 1)
}

function isThere({ left, box }: LotChoice): boolean {
  return left > 0 || (box?.left ?? 0) > 0
}

/** The lot to sell first today. Opened boxes come before whole ones. */
export function firstToLeave(lots: readonly LotChoice[], today: string): string | undefined {
  const loose = lots.filter(({ box, left }) => box && left > 0)
  return fefoProposal(
    (loose.length > 0 ? loose : lots).map((lot) => ({ ...lot, quantity: lot.box?.left ?? lot.left })),
    { today },
  )?.id
}

/** The loose units that can be sold in place of a box: those of the line's own lot, if it can be opened. */
export function openableOf(facts: LineFacts, cashStep: number): StockItem | undefined {
  if (!facts || !mayBeOpened(facts.item)) return undefined
  return openableLots(facts.product, cashStep).find(({ box }) => box.id === facts.item.id)?.units
}

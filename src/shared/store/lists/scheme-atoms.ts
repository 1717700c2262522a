import { atom } from 'jotai'
import type { ProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { listView } from '#shared/store/lists/list-view.ts'

export const schemeView = listView<ProductHealthInsurance>('product-health-insurance')

/** All rows of the national scheme's list by row id, archived ones included. */
export const schemeLinesAtom = schemeView.rowsAtom

/** The rows in force, by the referential product that they cover. */
export const schemeLineByProductAtom = atom((get): ReadonlyMap<string, ProductHealthInsurance> => {
  const found = new Map<string, ProductHealthInsurance>()
  for (const line of get(schemeLinesAtom).values())
    if (line.productId !== null && !line.archived) found.set(line.productId, line)
  return found
})

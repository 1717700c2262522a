import { atom } from 'jotai'
import type { ProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { listView } from '#shared/store/lists/list-view.ts'

export const healthInsuranceView = listView<ProductHealthInsurance>('product-health-insurance')

/** Every line of the national scheme's list by its own id, archived ones too. */
export const healthInsurancesAtom = healthInsuranceView.rowsAtom

/** The lines that pay for something today, by the product of the referential that they pay for. */
export const healthInsuranceByProductAtom = atom((get): ReadonlyMap<string, ProductHealthInsurance> => {
  const found = new Map<string, ProductHealthInsurance>()
  for (const line of get(healthInsurancesAtom).values())
    if (line.productId !== null && !line.archived) found.set(line.productId, line)
  return found
})

import { atom } from 'jotai'
import { isEmptySale } from '#shared/domain/local-sale.ts'
import { formerPharmacies } from '#shared/store/other-pharmacies.ts'
import { openSalesStore } from '#shared/store/sales-store.ts'

/** What a pharmacy that this terminal sold for before has left here. `name` is null where the terminal never learnt it. */
export type FormerSales = { pharmacyId: string; name: string | null; /** Rows of its queue: sales, patients, photos … */ waiting: number; refused: number; open: number }

/** The former pharmacies of this terminal that still have something unsent here. */
export const formerSalesAtom = atom<readonly FormerSales[]>([])

/** Reads what former pharmacies have left on this disk; those with nothing are not here. */
export async function readFormerSales(currentPharmacyId: string | null): Promise<FormerSales[]> {
  const found = await Promise.all((await formerPharmacies(currentPharmacyId)).map((id) => readOne(id).catch(() => null)))
  return found.flatMap((former) => (former && former.waiting + former.refused + former.open > 0 ? [former] : []))
}

async function readOne(pharmacyId: string): Promise<FormerSales> {
  const store = openSalesStore(pharmacyId)
  try {
    const [name = null, { sales, outbox, patients }] = await Promise.all([store.pharmacyName(), store.unsent()])
    const isRefused = ({ status }: { status: string }) => status === 'ERROR'
    return {
      pharmacyId,
      name,
      waiting: outbox.filter(({ errors }) => !errors).length,
      refused: sales.filter(isRefused).length + patients.filter(isRefused).length + outbox.filter(({ errors }) => errors).length,
      open: sales.filter((sale) => (sale.status === 'LOCAL' || sale.status === 'ONGOING') && !isEmptySale(sale)).length,
    }
  } finally {
    store.close()
  }
}

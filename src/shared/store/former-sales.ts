import { atom } from 'jotai'
import { formerPharmacies } from '#shared/store/other-pharmacies.ts'
import { queueFacts, type QueueFacts } from '#shared/store/queue-facts.ts'
import { openSalesStore } from '#shared/store/sales-store.ts'

/** What a pharmacy that this terminal sold for before has left here. `name` is null where the terminal never learnt it. */
export type FormerSales = QueueFacts & { pharmacyId: string; name: string | null }

/** The former pharmacies of this terminal that still have something unsent here. */
export const formerSalesAtom = atom<readonly FormerSales[]>([])

/** Reads what former pharmacies have left on this disk, be it nothing; one that cannot be read is not here. */
export async function readFormerSales(currentPharmacyId: string | null): Promise<FormerSales[]> {
  const read = await Promise.all((await formerPharmacies(currentPharmacyId)).map((id) => readOne(id).catch(() => null)))
  return read.filter((former) => former !== null)
}

export function hasSomething({ waiting, refused, open }: FormerSales): boolean {
  return waiting + refused + open > 0
}

async function readOne(pharmacyId: string): Promise<FormerSales> {
  const store = openSalesStore(pharmacyId)
  try {
    const [name = null, unsent] = await Promise.all([store.pharmacyName(), store.unsent()])
    return { pharmacyId, name, ...queueFacts(unsent) }
  } finally {
    store.close()
  }
}

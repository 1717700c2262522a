import { atom } from 'jotai'
import { formerPharmacies } from '#shared/store/disk/other-pharmacies.ts'
import { queueFacts, type QueueFacts } from '#shared/store/outbox/queue-facts.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'

/** What a pharmacy that this terminal sold for before has left here. `name` is null where the terminal never learnt it; of what cannot be read nothing else is known. */
export type FormerSales = QueueFacts & { pharmacyId: string; name: string | null; isUnreadable?: boolean }

/** The former pharmacies of this terminal that still have something unsent here, or may have. */
export const formerSalesAtom = atom<readonly FormerSales[]>([])

/** Reads what former pharmacies have left on this disk, be it nothing. */
export async function readFormerSales(currentPharmacyId: string | null): Promise<FormerSales[]> {
  return Promise.all((await formerPharmacies(currentPharmacyId)).map((id) => readOne(id).catch(() => unreadable(id))))
}

export function hasSomething({ waiting, refused, open, isUnreadable = false }: FormerSales): boolean {
  return isUnreadable || waiting + refused + open > 0
}

function unreadable(pharmacyId: string): FormerSales {
  return { pharmacyId, name: null, isUnreadable: true, ...queueFacts({ sales: [], outbox: [], patients: [] }) }
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

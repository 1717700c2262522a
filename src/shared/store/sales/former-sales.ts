import { atom } from 'jotai'
import { formerPharmacies } from '#shared/store/disk/other-pharmacies.ts'
import { queueFacts, type QueueFacts } from '#shared/store/outbox/queue-facts.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'

/**
 * Content that another pharmacy, which this terminal sold for before, left here. `name` is null when the terminal never
 * learnt it. When the database is unreadable, only the id is known.
 */
export type FormerSales = QueueFacts & { pharmacyId: string; name: string | null; isUnreadable?: boolean }

/** The former pharmacies with unsent or unreadable content on this terminal. */
export const formerSalesAtom = atom<readonly FormerSales[]>([])

/** Reads the content of all former pharmacies, also those without unsent rows. */
export async function readFormerSales(currentPharmacyId: string | null): Promise<FormerSales[]> {
  return Promise.all((await formerPharmacies(currentPharmacyId)).map((id) => readOne(id).catch(() => unreadable(id))))
}

/** Whether there is unsent content, or may be because the database is unreadable. */
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

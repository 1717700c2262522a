import { deleteDB } from 'idb'

export const cachePrefix = 'officine-cache-'
export const salesPrefix = 'officine-sales-'

/**
 * Deletes the cached lists of every other pharmacy (change of pharmacy, specification §4). Sales are in databases of
 * their own and stay.
 */
export async function deleteOtherCaches(pharmacyId: string | null): Promise<void> {
  const names = await databaseNames(cachePrefix)
  await Promise.all(names.filter((name) => name !== cachePrefix + pharmacyId).map((name) => deleteDB(name)))
}

/**
 * Ids of the other pharmacies that have a sales database on this terminal: some of their sales may still wait to be
 * sent.
 */
export async function formerPharmacies(pharmacyId: string | null): Promise<string[]> {
  const names = await databaseNames(salesPrefix)
  return names.map((name) => name.slice(salesPrefix.length)).filter((id) => id !== pharmacyId)
}

/** Whether this is the sales database of another pharmacy. */
export function isFormerSales(name: string, pharmacyId: string | null): boolean {
  return name.startsWith(salesPrefix) && name !== salesPrefix + pharmacyId
}

/** Names of this terminal's databases with the given prefix. */
export async function databaseNames(prefix: string): Promise<string[]> {
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []))
}

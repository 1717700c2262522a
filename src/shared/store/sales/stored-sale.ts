import type { LocalSale } from '#shared/domain/local-sale.ts'

/** A sale on disk. `editCount` was called `version` until version 5 of the sales database and in files of version 1. */
export type StoredSale = LocalSale | (Omit<LocalSale, 'editCount'> & { version: number })

/** The stored sale with today's field names. */
export function localSaleOf(stored: StoredSale): LocalSale {
  if (!('version' in stored)) return stored
  const { version, ...sale } = stored
  return { ...sale, editCount: version }
}

import type { Tx } from '#server/db/database.ts'
import { findProductsKeptIn } from '#server/storages/storage.repo.ts'

/** The products whose rows in the tills' list show the label of this storage. */
export function productsKeptIn(tx: Tx, pharmacyId: string, storageId: string): Promise<string[]> {
  return findProductsKeptIn(tx, pharmacyId, storageId)
}

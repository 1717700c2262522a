import { analyze } from '#server/db/analyze.ts'
import type { Database } from '#server/db/database.ts'
import type { ImportedProduct } from '#server/import/bdpm-products.ts'
import type { Bdpm } from '#server/import/read-bdpm.ts'
import { ImportError } from '#server/import/import-error.ts'
import { touchPharmacyProducts } from '#server/lists/product-revisions.repo.ts'
import { lastCounts, recordImport } from '#server/import/referential-imports.repo.ts'
import { refuseShrunkFiles } from '#server/import/refuse-shrunk-files.ts'
import { pharmacyExists, stockPharmacy, type StockCounts } from '#server/import/stock-pharmacy.repo.ts'
import { packagingKey } from '#server/families/find-or-create-names.repo.ts'
import type { Names } from '#server/import/write-names.repo.ts'
import { writeProducts, type WriteCounts } from '#server/import/write-products.repo.ts'

export type ImportOptions = {
  /** The pharmacy to stock, and with how many products. */
  stock?: { pharmacyId: string; count: number }
  now: Date
  /** Takes files that are much shorter than at the last import. */
  acceptShorter?: boolean
  onProgress?: (step: 'writing' | 'stocking', done: number, total: number) => void
}
/** `touched`: number of pharmacy products that tills will read again. */
export type Imported = { counts: WriteCounts; touched: number; stock: StockCounts | null }

/** Writes products to the referential in one transaction: all of them or, when it throws, none. */
export async function importBdpm(
  database: Database,
  bdpm: Pick<Bdpm, 'products' | 'absent' | 'files' | 'dataDay'>,
  options: ImportOptions,
): Promise<Imported> {
  const { stock, now, onProgress = () => {} } = options
  const { products, files, dataDay } = bdpm
  return database.platform(async (tx) => {
    if (stock && !(await pharmacyExists(tx, stock.pharmacyId))) {
      throw new ImportError([
        'la pharmacie de démonstration n’est pas dans cette base : lancez « npm start » une fois, arrêtez-le, puis recommencez',
      ])
    }
    if (!options.acceptShorter) refuseShrunkFiles(files, await lastCounts(tx))
    const { counts, updated, names } = await writeProducts(tx, bdpm, (done) =>
      onProgress('writing', done, products.length),
    )
    const stocked = stock
      ? await stockPharmacy(tx, products, {
          ...stock,
          now,
          packagingOf: (product) => packagingIdOf(product, names),
          onProgress: (done) => onProgress('stocking', done, stock.count),
        })
      : null
    await recordImport(tx, { files, dataDay, now })
    await analyze(tx)
    // last, because it holds the lock of each pharmacy until the commit
    return { counts, stock: stocked, touched: await touchPharmacyProducts(tx, updated) }
  })
}

function packagingIdOf({ packaging }: ImportedProduct, names: Names): string {
  const id = names.packagings.get(packagingKey(packaging))
  if (id === undefined) throw new Error(`a packaging that was not written: ${packaging.label}`)
  return id
}

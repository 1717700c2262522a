import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { ImportedProduct } from '#server/import/bdpm-products.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { enterPharmacy } from '#server/lists/product-revisions.repo.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { planStock, rankForStock, stockedId, type PlannedStock } from '#server/import/plan-stock.ts'

export type StockOptions = {
  pharmacyId: string
  count: number
  now: Date
  packagingOf: (product: ImportedProduct) => string
  onProgress: (done: number) => void
}
/**
 * `already`: products stocked by an earlier import. The sum of both is below the requested count only when there are no
 * more products.
 */
export type StockCounts = { added: number; already: number; lots: number }

type Shelf = PlannedStock & { id: string; productId: string; packagingId: string; rev: number }

const CHUNK = 2000

export async function pharmacyExists(tx: Tx, pharmacyId: string): Promise<boolean> {
  await enterPharmacy(tx, pharmacyId)
  return (await tx.selectFrom('pharmacies').select('id').where('id', '=', pharmacyId).executeTakeFirst()) !== undefined
}

/**
 * Ensures that the import stocks `count` products, the most commonly sold first. Products that the pharmacy already
 * sells under the same code are not changed.
 */
export async function stockPharmacy(
  tx: Tx,
  products: readonly ImportedProduct[],
  options: StockOptions,
): Promise<StockCounts> {
  const { pharmacyId, count, now } = options
  await enterPharmacy(tx, pharmacyId)
  const { chosen, already } = choose(products, await soldCodes(tx, pharmacyId), pharmacyId, count)
  const before = chosen.length === 0 ? 0 : await takeRevisions(tx, pharmacyId, chosen.length)
  let lots = 0
  for (let start = 0; start < chosen.length; start += CHUNK) {
    const shelves = chosen.slice(start, start + CHUNK).map((product, index): Shelf => ({
      ...planStock(product, pharmacyId, now),
      id: stockedId(pharmacyId, product.id),
      productId: product.id,
      packagingId: options.packagingOf(product),
      rev: before + start + index + 1,
    }))
    await insertShelves(tx, pharmacyId, shelves)
    lots += await insertLots(tx, pharmacyId, shelves, now)
    options.onProgress(start + shelves.length)
  }
  return { added: chosen.length, already, lots }
}

function choose(
  products: readonly ImportedProduct[],
  sold: ReadonlyMap<string, ReadonlySet<string>>,
  pharmacyId: string,
  count: number,
): { chosen: ImportedProduct[]; already: number } {
  const chosen: ImportedProduct[] = []
  let already = 0
  for (const product of rankForStock(products)) {
    if (chosen.length + already >= count) break
    const sellers = [...(sold.get(product.cip13) ?? []), ...(sold.get(product.cip7) ?? [])]
    if (sellers.includes(stockedId(pharmacyId, product.id))) already += 1
    else if (sellers.length === 0) chosen.push(product)
  }
  return { chosen, already }
}

/** The ids of the pharmacy's products by code. */
async function soldCodes(tx: Tx, pharmacyId: string): Promise<Map<string, Set<string>>> {
  const rows = await tx
    .selectFrom('pharmacy_products')
    .innerJoin('product_codes', 'product_codes.product_id', 'pharmacy_products.product_id')
    .select(['product_codes.code', 'pharmacy_products.id'])
    .where('pharmacy_products.pharmacy_id', '=', pharmacyId)
    .execute()
  const codes = new Map<string, Set<string>>()
  for (const { code, id } of rows) codes.set(code, (codes.get(code) ?? new Set()).add(id))
  return codes
}

async function insertShelves(tx: Tx, pharmacyId: string, shelves: readonly Shelf[]): Promise<void> {
  const rows = shelves.map(({ id, productId, minimum, maximum, rev }) => ({
    id,
    product_id: productId,
    minimum,
    maximum,
    rev,
  }))
  await sql`
    insert into pharmacy_products (pharmacy_id, id, product_id, minimum, maximum, rev)
    select ${pharmacyId}::uuid, id, product_id, minimum, maximum, rev
    from ${jsonRows(rows)} as r(id uuid, product_id uuid, minimum int, maximum int, rev bigint)`.execute(tx)
}

async function insertLots(tx: Tx, pharmacyId: string, shelves: readonly Shelf[], now: Date): Promise<number> {
  const rows = shelves.flatMap(({ id, packagingId, lots }) =>
    lots.map((lot) => ({
      id: lot.id,
      pharmacy_product_id: id,
      packaging_id: packagingId,
      lot: lot.lot,
      expires_on: lot.expiresOn,
      quantity: lot.quantity,
      purchase_price: lot.purchasePrice,
      sale_price: lot.salePrice,
      movement_id: lot.movementId,
    })),
  )
  await sql`
    insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, quantity,
      purchase_price, sale_price)
    select ${pharmacyId}::uuid, id, pharmacy_product_id, packaging_id, lot, expires_on, quantity, purchase_price,
      sale_price
    from ${jsonRows(rows)} as r(id uuid, pharmacy_product_id uuid, packaging_id uuid, lot text, expires_on date,
      quantity int, purchase_price bigint, sale_price bigint)`.execute(tx)
  await sql`
    insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
    select ${pharmacyId}::uuid, movement_id, id, 'initial', quantity, 0, quantity, ${now.toISOString()}::timestamptz
    from ${jsonRows(rows)} as r(movement_id uuid, id uuid, quantity int)`.execute(tx)
  return rows.length
}

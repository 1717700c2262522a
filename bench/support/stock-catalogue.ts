import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { enterPharmacy } from '#server/lists/product-revisions.repo.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'

/** Adds products of a catalogue to a pharmacy's shelf until its list has `total` rows. */
export async function stockCatalogue(
  database: Database,
  pharmacyId: string,
  catalogue: readonly PharmacyProduct[],
  total: number,
): Promise<void> {
  await database.platform(async (tx) => {
    await enterPharmacy(tx, pharmacyId)
    const { count } = await tx
      .selectFrom('pharmacy_products')
      .select(tx.fn.countAll<number>().as('count'))
      .where('pharmacy_id', '=', pharmacyId)
      .executeTakeFirstOrThrow()
    const products = catalogue.slice(0, total - count)
    await insertReferential(tx, products)
    await insertShelf(tx, pharmacyId, products, await takeRevisions(tx, pharmacyId, products.length))
  })
}

async function insertReferential(tx: Tx, products: readonly PharmacyProduct[]): Promise<void> {
  const forms = await namesOf(
    tx,
    'forms',
    products.map(({ form }) => form),
  )
  const brands = await namesOf(
    tx,
    'brands',
    products.map(({ brand }) => brand),
  )
  const inns = await namesOf(
    tx,
    'inns',
    products.map(({ inn }) => inn),
  )
  await bulkInsert(
    tx,
    'products',
    products.map((product) => ({
      id: product.productId!,
      label: product.label,
      form_id: forms.get(product.form) ?? null,
      brand_id: brands.get(product.brand) ?? null,
      atc_code: product.atc,
      prescription_list: product.prescriptionList,
      source: 'bench',
    })),
  )
  // a box that the demo also sells keeps its code there
  await bulkInsert(
    tx,
    'product_codes',
    products.flatMap(({ productId, codes }) =>
      codes.map((code) => ({ code, product_id: productId!, kind: 'ean13' as const })),
    ),
    'keep',
  )
  await bulkInsert(
    tx,
    'product_inns',
    products.flatMap(({ productId, inn }) =>
      inn ? [{ product_id: productId!, position: 0, inn_id: inns.get(inn)! }] : [],
    ),
  )
}

async function insertShelf(
  tx: Tx,
  pharmacyId: string,
  products: readonly PharmacyProduct[],
  revBefore: number,
): Promise<void> {
  await bulkInsert(
    tx,
    'pharmacy_products',
    products.map(({ id, productId, minimum, maximum }, index) => ({
      pharmacy_id: pharmacyId,
      id,
      product_id: productId,
      minimum,
      maximum,
      rev: revBefore + index + 1,
    })),
  )
  const packagings = await packagingsOf(tx, products)
  const lots = products.flatMap(({ id, stockItems }) => stockItems.map((item) => ({ ...item, productId: id })))
  await bulkInsert(
    tx,
    'stock_items',
    lots.map((item) => ({
      pharmacy_id: pharmacyId,
      id: item.id,
      pharmacy_product_id: item.productId,
      packaging_id: packagings.get(item.packaging)!,
      lot: item.lot,
      expires_on: item.expiresOn,
      quantity: item.quantity,
      purchase_price: Math.round(item.salePrice * 0.75),
      sale_price: item.salePrice,
      archived: false,
    })),
  )
  const at = new Date()
  const stocked = lots.filter(({ quantity }) => quantity !== 0)
  await bulkInsert(
    tx,
    'stock_movements',
    stocked.map(({ id, quantity }) => ({
      pharmacy_id: pharmacyId,
      id: demoId('bench', 'movement', id),
      stock_item_id: id,
      cause: 'initial' as const,
      quantity,
      before: 0,
      after: quantity,
      at,
    })),
  )
}

/** The ids of names; existing names are reused. */
async function namesOf(
  tx: Tx,
  table: 'forms' | 'brands' | 'inns',
  names: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const column = table === 'forms' ? 'label' : 'name'
  const rows = [...new Set(names)]
    .filter((name) => name !== null && name !== '')
    .map((name) => ({ id: demoId('bench', table, name!), [column]: name! }))
  await bulkInsert(tx, table, rows as { id: string; label: string; name: string }[], 'keep')
  const known =
    table === 'forms'
      ? await tx.selectFrom('forms').select(['id', 'label as name']).execute()
      : await tx.selectFrom(table).select(['id', 'name']).execute()
  return new Map(known.map(({ id, name }) => [name, id]))
}

async function packagingsOf(tx: Tx, products: readonly PharmacyProduct[]): Promise<ReadonlyMap<string, string>> {
  const labels = [...new Set(products.flatMap(({ stockItems }) => stockItems.map(({ packaging }) => packaging)))]
  await bulkInsert(
    tx,
    'packagings',
    labels.map((label) => ({ id: demoId('bench', 'packaging', label), label, units: 1 })),
    'keep',
  )
  const rows = await tx.selectFrom('packagings').select(['id', 'label']).where('units', '=', 1).execute()
  return new Map(rows.map(({ id, label }) => [label, id]))
}

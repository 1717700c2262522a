import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { atcGroups } from '#server/demo/medicines/atc-groups.ts'
import { medicines, type Medicine } from '#server/demo/medicines/medicines.ts'
import { drawerCategories, sectionOf, unitOf } from '#server/demo/medicines/product-kinds.ts'

/** The key of a packaging in the result of `seedReferential`. */
export function packagingKey({ label, units }: Medicine['packaging']): string {
  return `${label}/${units}`
}

/**
 * Inserts the medicines and their substances. Reuses names that exist already, for instance from a national
 * referential. Returns the ids of the packagings.
 */
export async function seedReferential(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const formIds = await seedLabels(
    tx,
    'forms',
    medicines.flatMap(({ form }) => form ?? []),
  )
  const brandIds = await seedNames(
    tx,
    'brands',
    medicines.map(({ brand }) => brand),
  )
  const innIds = await seedNames(
    tx,
    'inns',
    medicines.flatMap(({ inns }) => inns.map(({ name }) => name)),
  )
  const packagingIds = await seedPackagings(tx)
  const categoryIds = await seedLabels(
    tx,
    'product_categories',
    medicines.map(({ category }) => category),
  )
  await tx
    .updateTable('product_categories')
    .set({ traced_by: 'nothing' })
    .where('label', '=', drawerCategories['P']!)
    .execute()
  const unitIds = await seedLabels(
    tx,
    'units',
    medicines.map(({ form, packaging }) => unitOf(form, packaging.label)),
  )
  await seedAtcs(tx)
  await bulkInsert(
    tx,
    'products',
    medicines.map((medicine) => ({
      id: medicine.id,
      label: medicine.label,
      form_id: medicine.form === null ? null : known(formIds, medicine.form),
      brand_id: known(brandIds, medicine.brand),
      atc_code: medicine.atc,
      prescription_list: medicine.prescriptionList,
      reference_price: medicine.price,
      reference_currency: 'XOF',
      category_id: known(categoryIds, medicine.category),
      unit_id: known(unitIds, unitOf(medicine.form, medicine.packaging.label)),
      section: sectionOf(medicine.label, medicine.atc),
      source: 'demo',
      archived: false,
    })),
    'keep',
  )
  await bulkInsert(
    tx,
    'product_codes',
    medicines.flatMap(({ id, codes }) => codes.map(({ code, kind }) => ({ code, product_id: id, kind }))),
    'keep',
  )
  await bulkInsert(
    tx,
    'product_inns',
    medicines.flatMap(({ id, inns }) =>
      inns.map(({ name, dosage }, position) => ({ product_id: id, position, inn_id: known(innIds, name), dosage })),
    ),
    'keep',
  )
  await bulkInsert(
    tx,
    'product_packagings',
    medicines.map(({ id, packaging }) => ({
      product_id: id,
      packaging_id: known(packagingIds, packagingKey(packaging)),
    })),
    'keep',
  )
  return packagingIds
}

/** The groups of the classification, and each code under the names of its substances. */
async function seedAtcs(tx: Tx): Promise<void> {
  const substances = new Map(
    medicines.flatMap(({ atc, inns }) => (atc === null ? [] : [[atc, inns.map(({ name }) => name).join(' + ')]])),
  )
  await bulkInsert(
    tx,
    'atcs',
    [...Object.entries(atcGroups), ...substances].map(([code, label]) => ({ code, label })),
    'keep',
  )
}

async function seedLabels(
  tx: Tx,
  table: 'forms' | 'product_categories' | 'units',
  labels: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // the ids of forms were made before other tables had labels
  const kind = table === 'forms' ? 'form' : table
  await bulkInsert(
    tx,
    table,
    [...new Set(labels)].map((label) => ({ id: demoId(kind, label), label })),
    'keep',
  )
  const rows = await tx.selectFrom(table).select(['id', 'label']).execute()
  return new Map(rows.map(({ id, label }) => [label, id]))
}

async function seedNames(
  tx: Tx,
  table: 'brands' | 'inns',
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  await bulkInsert(
    tx,
    table,
    [...new Set(names)].map((name) => ({ id: demoId(table, name), name })),
    'keep',
  )
  const rows = await tx.selectFrom(table).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function seedPackagings(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const distinct = new Map(medicines.map(({ packaging }) => [packagingKey(packaging), packaging]))
  await bulkInsert(
    tx,
    'packagings',
    [...distinct].map(([key, { label, units }]) => ({ id: demoId('packaging', key), label, units })),
    'keep',
  )
  const rows = await tx.selectFrom('packagings').select(['id', 'label', 'units']).execute()
  return new Map(rows.map((row) => [packagingKey(row), row.id]))
}

export function known(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (!id) throw new Error(`not in the referential: ${name}`)
  return id
}

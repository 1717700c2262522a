import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { LaterFile } from '#server/import/bdpm-files.ts'
import type { ImportedProduct } from '#server/import/bdpm-products.ts'
import { foldName } from '#shared/domain/search/fold.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { lockReferential } from '#server/lists/product-revisions.repo.ts'
import { packagingKey } from '#server/families/find-or-create-names.repo.ts'
import { writeNames, type Names } from '#server/import/write-names.repo.ts'

export type WriteCounts = { inserted: number; updated: number; unchanged: number; names: Names['inserted'] }
/** `updated`: ids of existing products that changed. */
export type Written = { counts: WriteCounts; updated: string[]; names: Names }

/** Maximum rows per statement, to limit memory. */
const CHUNK = 2000
const SOURCE = 'bdpm'

/**
 * Updates the referential from the files. Unchanged rows are not written. Data that only an absent file contains stay
 * as they are.
 */
export async function writeProducts(
  tx: Tx,
  { products, absent }: { products: readonly ImportedProduct[]; absent: readonly LaterFile[] },
  onProgress: (done: number) => void,
): Promise<Written> {
  // two concurrent writers would both find a name missing
  await lockReferential(tx)
  const names = await writeNames(tx, products)
  const inserted = new Set<string>()
  const updated = new Set<string>()
  for (let start = 0; start < products.length; start += CHUNK) {
    const chunk = products.slice(start, start + CHUNK)
    for (const row of await upsertProducts(tx, chunk, names, absent)) (row.inserted ? inserted : updated).add(row.id)
    const touched = [
      ...(await addCodes(tx, chunk)),
      ...(await writeInns(tx, chunk, names)),
      ...(await addPackagings(tx, chunk, names)),
    ]
    for (const id of touched) if (!inserted.has(id)) updated.add(id)
    onProgress(start + chunk.length)
  }
  await takeNextVersion(tx, [...updated])
  return {
    counts: {
      inserted: inserted.size,
      updated: updated.size,
      unchanged: products.length - inserted.size - updated.size,
      names: names.inserted,
    },
    updated: [...updated],
    names,
  }
}

/** An edit or an undo that was based on the former values is refused (decision 0031). */
async function takeNextVersion(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`update products set version = version + 1 where id = any(${[...productIds]}::uuid[])`.execute(tx)
}

/** Does not change `archived`: a user may have archived a product by hand. */
async function upsertProducts(
  tx: Tx,
  products: readonly ImportedProduct[],
  names: Names,
  absent: readonly LaterFile[],
): Promise<{ id: string; inserted: boolean }[]> {
  const rows = products.map((product) => ({
    id: product.id,
    label: product.label,
    form_id: product.form === null ? null : names.forms.get(foldName(product.form)),
    brand_id: product.brand === null ? null : names.brands.get(foldName(product.brand)),
    atc_code: product.atc,
    prescription_list: product.prescriptionList,
    reference_price: product.price,
    reference_currency: product.price === null ? null : 'EUR',
    national: product.national,
  }))
  const atcCode = absent.includes('atcLinks') ? sql`known.atc_code` : sql`r.atc_code`
  const national = absent.includes('availabilities')
    ? sql`r.national || jsonb_strip_nulls(jsonb_build_object('availability', known.national->'availability'))`
    : sql`r.national`
  const written = await sql<{ id: string; inserted: boolean }>`
    insert into products (id, label, form_id, brand_id, atc_code, prescription_list, reference_price,
      reference_currency, national, source)
    select r.id, r.label, r.form_id, r.brand_id, ${atcCode}, r.prescription_list, r.reference_price,
      r.reference_currency, ${national}, ${SOURCE}
    from ${jsonRows(rows)} as r(id uuid, label text, form_id uuid, brand_id uuid, atc_code text, prescription_list text,
      reference_price bigint, reference_currency text, national jsonb)
    left join products known on known.id = r.id
    on conflict (id) do update set
      label = excluded.label, form_id = excluded.form_id, brand_id = excluded.brand_id, atc_code = excluded.atc_code,
        prescription_list = excluded.prescription_list,
      reference_price = excluded.reference_price, reference_currency = excluded.reference_currency,
        national = excluded.national
    where (products.label, products.form_id, products.brand_id, products.atc_code, products.prescription_list,
      products.reference_price, products.reference_currency, products.national)
      is distinct from (excluded.label, excluded.form_id, excluded.brand_id, excluded.atc_code,
        excluded.prescription_list, excluded.reference_price, excluded.reference_currency, excluded.national)
    returning id, (xmax = 0) as inserted`.execute(tx)
  return written.rows
}

/** A product that was merged into another one has left it its codes. */
async function addCodes(tx: Tx, products: readonly ImportedProduct[]): Promise<string[]> {
  const rows = products.flatMap(({ id, cip13, cip7 }) => [
    { code: cip13, product_id: id, kind: 'cip13' },
    { code: cip7, product_id: id, kind: 'cip7' },
  ])
  return touchedBy(
    tx,
    sql`
    insert into product_codes (code, product_id, kind)
    select r.code, r.product_id, r.kind from ${jsonRows(rows)} as r(code text, product_id uuid, kind text)
      join products p on p.id = r.product_id and p.merged_into is null
    on conflict (code, product_id) do nothing returning product_id`,
  )
}

async function writeInns(tx: Tx, products: readonly ImportedProduct[], names: Names): Promise<string[]> {
  const rows = products.flatMap((product) =>
    product.inns.map((inn, position) => ({
      product_id: product.id,
      position,
      inn_id: names.inns.get(foldName(inn.name)),
      dosage: inn.dosage,
    })),
  )
  const written = await touchedBy(
    tx,
    sql`
    insert into product_inns (product_id, position, inn_id, dosage)
    select product_id, position, inn_id, dosage
      from ${jsonRows(rows)} as r(product_id uuid, position int, inn_id uuid, dosage text)
    on conflict (product_id, position) do update set inn_id = excluded.inn_id, dosage = excluded.dosage
    where (product_inns.inn_id, product_inns.dosage) is distinct from (excluded.inn_id, excluded.dosage)
    returning product_id`,
  )
  const counts = products.map((product) => ({ product_id: product.id, count: product.inns.length }))
  const removed = await touchedBy(
    tx,
    sql`
    delete from product_inns using ${jsonRows(counts)} as r(product_id uuid, count int)
    where product_inns.product_id = r.product_id and product_inns.position >= r.count
    returning product_inns.product_id`,
  )
  return [...written, ...removed]
}

/** Keeps other packagings: a pharmacist may have added one to sell a product by the blister. */
async function addPackagings(tx: Tx, products: readonly ImportedProduct[], names: Names): Promise<string[]> {
  const rows = products.map((product) => ({
    product_id: product.id,
    packaging_id: names.packagings.get(packagingKey(product.packaging)),
  }))
  return touchedBy(
    tx,
    sql`
    insert into product_packagings (product_id, packaging_id)
    select product_id, packaging_id from ${jsonRows(rows)} as r(product_id uuid, packaging_id uuid)
    on conflict (product_id, packaging_id) do nothing returning product_id`,
  )
}

async function touchedBy(tx: Tx, statement: ReturnType<typeof sql>): Promise<string[]> {
  const result = await statement.execute(tx)
  return result.rows.map((row) => (row as { product_id: string }).product_id)
}

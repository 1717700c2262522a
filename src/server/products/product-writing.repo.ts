import { sql } from 'kysely'
import type { ProductChange } from '#shared/contract/products.ts'
import { codeKind } from '#shared/domain/product-code.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

/** The state of a product that decides about a change. */
export type Standing = {
  id: string
  version: number
  archived: boolean
  mergedInto: string | null
  codes: string[]
  changedBy: string | null
  changedAt: Date | null
}

export async function standingOf(tx: Tx, id: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select p.id, p.version, p.archived, p.merged_into as "mergedInto", p.changed_at as "changedAt",
      u.last_name || ' ' || u.first_name as "changedBy",
      array(select c.code from product_codes c where c.product_id = p.id order by c.code) as codes
    from products p left join users u on u.id = p.changed_by where p.id = ${id}`.execute(tx)
  return rows[0]
}

/** The ids among these that a table of the referential does not have. */
export async function missingIds(
  tx: Tx,
  table: 'forms' | 'brands' | 'product_categories' | 'units' | 'inns' | 'packagings',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.selectFrom(table).select('id').where('id', 'in', ids).execute()
  const known = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !known.has(id)))
}

export async function atcExists(tx: Tx, code: string): Promise<boolean> {
  return (await tx.selectFrom('atcs').select('code').where('code', '=', code).executeTakeFirst()) !== undefined
}

/** Whether the sections of a country have this code. */
export async function sectionExists(tx: Tx, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from countries where sections @> ${JSON.stringify([{ code }])}::jsonb limit 1`.execute(tx)
  return rows.length > 0
}

/** Those of the codes that another product in use has. */
export async function codesOfOthers(tx: Tx, id: string, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select distinct c.code from product_codes c join products p on p.id = c.product_id
    where c.code = any(${codes}::text[]) and p.id <> ${id}::uuid and not p.archived`.execute(tx)
  return new Set(rows.map(({ code }) => code))
}

type Writer = { userId: string; now: Date }

export async function insertProduct(tx: Tx, id: string, label: string): Promise<void> {
  await tx.insertInto('products').values({ id, label, source: 'admin', version: 0 }).execute()
}

/** Writes the given fields, and takes the next version. */
export async function updateProduct(tx: Tx, id: string, change: ProductChange, { userId, now }: Writer): Promise<void> {
  const columns = {
    label: change.label,
    form_id: change.formId,
    brand_id: change.brandId,
    category_id: change.categoryId,
    unit_id: change.unitId,
    atc_code: change.atc,
    prescription_list: change.prescriptionList,
    section: change.section,
    archived: change.archived,
  }
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  await tx
    .updateTable('products')
    .set({ ...Object.fromEntries(given), version: sql`version + 1`, changed_by: userId, changed_at: now })
    .where('id', '=', id)
    .execute()
  if (change.codes) await writeCodes(tx, id, change.codes)
  if (change.inns) await writeInns(tx, id, change.inns)
  if (change.packagingIds) await writePackagings(tx, id, change.packagingIds)
}

async function writeCodes(tx: Tx, id: string, codes: readonly string[]): Promise<void> {
  const rows = [...new Set(codes)].map((code) => ({ code, kind: codeKind(code) }))
  await sql`delete from product_codes where product_id = ${id} and code <> all(${[...codes]}::text[])`.execute(tx)
  await sql`
    insert into product_codes (code, product_id, kind)
    select code, ${id}::uuid, kind from ${jsonRows(rows)} as r(code text, kind text)
    on conflict (code, product_id) do nothing`.execute(tx)
}

async function writeInns(tx: Tx, id: string, inns: readonly { innId: string; dosage: string | null }[]): Promise<void> {
  const rows = inns.map(({ innId, dosage }, position) => ({ inn_id: innId, dosage, position }))
  await tx.deleteFrom('product_inns').where('product_id', '=', id).execute()
  await sql`
    insert into product_inns (product_id, position, inn_id, dosage)
    select ${id}::uuid, position, inn_id, dosage
      from ${jsonRows(rows)} as r(position int, inn_id uuid, dosage text)`.execute(tx)
}

async function writePackagings(tx: Tx, id: string, packagingIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('product_packagings').where('product_id', '=', id).execute()
  await sql`
    insert into product_packagings (product_id, packaging_id)
    select distinct ${id}::uuid, k.id from unnest(${[...packagingIds]}::uuid[]) k (id)`.execute(tx)
}

export async function archiveProducts(tx: Tx, ids: readonly string[], { userId, now }: Writer): Promise<void> {
  await tx
    .updateTable('products')
    .set({ archived: true, version: sql`version + 1`, changed_by: userId, changed_at: now })
    .where('id', 'in', ids)
    .where('archived', '=', false)
    .execute()
}

/** Those of the ids that are products. */
export async function knownProducts(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('products').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

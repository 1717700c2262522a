import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  AssociatedProduct,
  ProductHealthInsurance,
  productHealthInsurance as calls,
} from '#shared/contract/product-health-insurance.ts'
import { partsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import type { Cursor } from '#server/lists/synced-list.ts'

export type SchemeRow = ProductHealthInsurance & { rev: number }

export function linesByPage(
  tx: Tx,
  pharmacyId: string,
  { page, size }: { page: number; size: number },
): Promise<SchemeRow[]> {
  return linesWhere(tx, pharmacyId, sql`true order by folded(h.label), h.id limit ${size} offset ${page * size}`)
}

/** The rows that changed after a cursor, oldest change first; all rows without a cursor. */
export function linesAfter(tx: Tx, pharmacyId: string, cursor: Cursor | null, size: number): Promise<SchemeRow[]> {
  return linesWhere(
    tx,
    pharmacyId,
    sql`${cursor ? sql`(h.rev, h.id) > (${cursor.rev}::bigint, ${cursor.id}::uuid)` : sql`true`} order by h.rev, h.id
      limit ${size}`,
  )
}

export function linesInUse(tx: Tx, pharmacyId: string): Promise<SchemeRow[]> {
  return linesWhere(tx, pharmacyId, sql`not h.archived order by folded(h.label), h.id`)
}

export function linesByIds(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<SchemeRow[]> {
  return linesWhere(tx, pharmacyId, sql`h.id = any(${ids}::uuid[])`)
}

/** Lines in use without a product, by label, with their number. */
export function linesWithoutProduct(
  tx: Tx,
  pharmacyId: string,
  page: Page,
): Promise<{ items: SchemeRow[]; total: number }> {
  return pagedRows(tx, page, {
    from: sql`product_health_insurances h where h.pharmacy_id = ${pharmacyId} and ${isMissing}`,
    items: (limit) => linesWhere(tx, pharmacyId, sql`${isMissing} order by folded(h.label), h.id ${limit}`),
  })
}

/** Number of lines in use without a product. */
export async function missingLines(tx: Tx, pharmacyId: string): Promise<number> {
  const { rows } = await sql<{
    missing: number
  }>`select count(*) as missing from product_health_insurances h where h.pharmacy_id = ${pharmacyId}
    and ${isMissing}`.execute(tx)
  return rows[0]?.missing ?? 0
}

const isMissing = sql`not h.archived and h.product_id is null`

/**
 * Lines in use with their product. Every word of `search` must occur in the label, the substance or the code of the
 * line, or in the label of its product.
 */
export function associatedLines(
  tx: Tx,
  pharmacyId: string,
  { search, only, sort, ...page }: HandlerInput<typeof calls.withAssociatedProduct>['query'],
): Promise<{ items: AssociatedProduct[]; total: number }> {
  const words = partsOf(search ?? '').slice(0, searchedWords)
  const conditions = [
    sql`not h.archived`,
    ...(only ? [only === 'missing' ? sql`h.product_id is null` : sql`h.product_id is not null`] : []),
    ...words.map((word) => sql`(strpos(h.searched, ${word}) > 0 or strpos(coalesce(p.searched, ''), ${word}) > 0)`),
  ]
  const found = sql.join(conditions, sql` and `)
  return pagedRows(tx, page, {
    from: sql`product_health_insurances h left join products p on p.id = h.product_id
      where h.pharmacy_id = ${pharmacyId} and ${found}`,
    items: (limit) =>
      associatedWhere(
        tx,
        pharmacyId,
        sql`${found} order by ${sortOrder(sort, sortColumns, sql`folded(h.label), h.id`)} ${limit}`,
      ),
  })
}

const sortColumns = {
  code: sql`folded(h.code)`,
  label: sql`folded(h.label)`,
  inn: sql`folded(h.inn)`,
  dosage: sql`folded(h.dosage)`,
  form: sql`folded(h.form)`,
  price: sql`h.base_price`,
  rate: sql`h.rate`,
  product: sql`p.searched`,
}

/** Words after the sixth are ignored: they would not narrow the result further. */
const searchedWords = 6

export function associatedByIds(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<AssociatedProduct[]> {
  return associatedWhere(tx, pharmacyId, sql`h.id = any(${ids}::uuid[])`)
}

export async function insertLine(tx: Tx, pharmacyId: string, line: ProductHealthInsurance): Promise<void> {
  await tx
    .insertInto('product_health_insurances')
    .values({
      pharmacy_id: pharmacyId,
      id: line.id,
      product_id: line.productId,
      archived: line.archived,
      ...columnsOf(line),
    })
    .execute()
}

export async function updateLine(tx: Tx, pharmacyId: string, line: ProductHealthInsurance): Promise<void> {
  await tx
    .updateTable('product_health_insurances')
    .set({ product_id: line.productId, archived: line.archived, ...columnsOf(line) })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', line.id)
    .execute()
}

/** Sets the products of lines, all in one transaction: a product may move from one line to another. */
export async function associate(
  tx: Tx,
  pharmacyId: string,
  associations: ReadonlyMap<string, string | null>,
): Promise<void> {
  const ids = [...associations.keys()]
  // cleared first: the unique index is checked row by row, within the statement
  await sql`update product_health_insurances set product_id = null where pharmacy_id = ${pharmacyId}
    and id = any(${ids}::uuid[]) and product_id is not null`.execute(tx)
  await sql`
    update product_health_insurances h set product_id = r.product_id
    from unnest(${ids}::uuid[], ${[...associations.values()]}::uuid[]) as r (id, product_id)
    where h.pharmacy_id = ${pharmacyId} and h.id = r.id and r.product_id is not null`.execute(tx)
}

/** The line in use for each of these products. */
export async function linesOfProducts(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
): Promise<Map<string, { id: string; label: string }>> {
  const { rows } = await sql<{ productId: string; id: string; label: string }>`
    select product_id as "productId", id, label from product_health_insurances where pharmacy_id = ${pharmacyId}
      and not archived and product_id = any(${productIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ productId, ...line }) => [productId, line]))
}

/** Those of the given products that the referential has. */
export async function knownProducts(tx: Tx, productIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from products where id = any(${productIds}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

async function linesWhere(tx: Tx, pharmacyId: string, condition: RawBuilder<unknown>): Promise<SchemeRow[]> {
  const { rows } = await sql<SchemeRow>`select ${lineColumns}, h.rev from product_health_insurances h
      where h.pharmacy_id = ${pharmacyId} and ${condition}`.execute(tx)
  return rows
}

async function associatedWhere(
  tx: Tx,
  pharmacyId: string,
  condition: RawBuilder<unknown>,
): Promise<AssociatedProduct[]> {
  const { rows } = await sql<AssociatedProduct>`
    select ${lineColumns},
      case when p.id is not null
        then json_build_object('id', p.id, 'label', p.label, 'form', f.label, 'inn', ${innText}) end as product
    from product_health_insurances h left join products p on p.id = h.product_id left join forms f on f.id = p.form_id
    where h.pharmacy_id = ${pharmacyId} and ${condition}`.execute(tx)
  return rows
}

const lineColumns = sql`h.id, h.code, h.label, h.inn, h.dosage, h.form, h.base_price as "basePrice", h.rate,
  h.product_id as "productId", h.archived`

/** As the list of products writes it: « Amoxicilline 500 mg + Acide clavulanique 62,5 mg ». */
const innText = sql`(select coalesce(string_agg(n.name || coalesce(' ' || x.dosage, ''), ' + ' order by x.position), '')
  from product_inns x join inns n on n.id = x.inn_id where x.product_id = p.id)`

function columnsOf({ code, label, inn, dosage, form, basePrice, rate }: ProductHealthInsurance) {
  return { code, label, inn, dosage, form, base_price: basePrice, rate }
}

import { sql, type RawBuilder } from 'kysely'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { Cursor } from '#server/lists/synced-list.ts'

type HeadRow = Omit<
  PharmacyProduct,
  'inn' | 'codes' | 'tagIds' | 'recalledLots' | 'stockItems' | 'quantitiesByPackaging'
> & { rev: number }
export type CostedItem = StockItem & { purchasePrice: number }
export type CostedProduct = Omit<PharmacyProduct, 'stockItems'> & { rev: number; stockItems: CostedItem[] }

export async function productsByPage(
  tx: Tx,
  pharmacyId: string,
  { page, size }: { page: number; size: number },
  lotsSince: Date,
): Promise<CostedProduct[]> {
  const query = sql`${heads(pharmacyId)} order by label, id limit ${size} offset ${page * size}`
  return assemble(tx, pharmacyId, query, lotsSince)
}

/** With every lot that they ever had. */
export async function productsByIds(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<CostedProduct[]> {
  return assemble(tx, pharmacyId, sql`${heads(pharmacyId)} and pp.id = any(${ids}::uuid[]) order by label, id`)
}

export async function productsInUse(tx: Tx, pharmacyId: string, lotsSince: Date): Promise<CostedProduct[]> {
  return assemble(tx, pharmacyId, sql`${heads(pharmacyId)} and not pp.archived order by label, id`, lotsSince)
}

const mostOfNumber = 200

/** The products that have these lots, or one of this number; unknown ones are left out. */
export async function productsOfLots(
  tx: Tx,
  pharmacyId: string,
  lotIds: readonly string[],
  lot: string | undefined,
): Promise<string[]> {
  if (lotIds.length === 0 && lot === undefined) return []
  const { rows } = await sql<{ id: string }>`
    select distinct pharmacy_product_id as id from stock_items
    where pharmacy_id = ${pharmacyId} and ${
      lot === undefined
        ? sql`id = any(${lotIds}::uuid[])`
        : sql`(id = any(${lotIds}::uuid[]) or plain_lot(lot) = plain_lot(${lot}))`
    } limit ${lotIds.length + mostOfNumber}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The rows that changed after a cursor, oldest change first; all rows without a cursor. */
export async function productsAfter(
  tx: Tx,
  pharmacyId: string,
  cursor: Cursor | null,
  size: number,
  lotsSince: Date,
): Promise<CostedProduct[]> {
  const after = cursor ? sql`and (rev, id) > (${cursor.rev}::bigint, ${cursor.id}::uuid)` : sql``
  // limited before the joins: a terminal reads a long list page by page
  const page = sql`(select * from pharmacy_products where pharmacy_id = ${pharmacyId} ${after} order by rev, id limit ${size})`
  return assemble(tx, pharmacyId, sql`${heads(pharmacyId, page)} order by pp.rev, pp.id`, lotsSince)
}

function heads(pharmacyId: string, from: RawBuilder<unknown> = sql`pharmacy_products`): RawBuilder<unknown> {
  return sql`
    select pp.id, pp.product_id as "productId", coalesce(pp.private_label, p.label) as label, f.label as form,
      b.name as brand, p.atc_code as atc,
      coalesce(p.prescription_list, 'none') as "prescriptionList", g.label as storage, c.label as category, pp.minimum, pp.maximum,
        pp.archived, pp.rev, t."taxGroup"
    from ${from} pp
      left join products p on p.id = pp.product_id left join forms f on f.id = p.form_id
        left join brands b on b.id = p.brand_id
        left join product_categories c on c.id = coalesce(pp.category_id, p.category_id)
      left join storages g on g.pharmacy_id = pp.pharmacy_id and g.id = pp.storage_id
        left join (select s ->> 'code' as code, s ->> 'vatGroup' as "taxGroup" from pharmacies h
          join countries k on k.code = h.country_code, jsonb_array_elements(k.sections) s where h.id = ${pharmacyId}) t
          on t.code = coalesce(pp.section, p.section, c.section)
    where pp.pharmacy_id = ${pharmacyId}`
}

/**
 * Completes any number of heads to whole rows, with one statement for each kind of part. `lotsSince`: without the lots
 * that do not matter since then; null: with all.
 */
async function assemble(
  tx: Tx,
  pharmacyId: string,
  query: RawBuilder<unknown>,
  lotsSince: Date | null = null,
): Promise<CostedProduct[]> {
  const { rows } = (await query.execute(tx)) as { rows: HeadRow[] }
  const ids = rows.map(({ id }) => id)
  const productIds = rows.flatMap(({ productId }) => (productId === null ? [] : [productId]))
  const codes = groupBy(await codesOf(tx, productIds), ({ productId }) => productId)
  const inns = groupBy(await innsOf(tx, productIds), ({ productId }) => productId)
  const own = groupBy(await ownCodesOf(tx, pharmacyId, ids), ({ id }) => id)
  const tags = groupBy(await tagsOf(tx, pharmacyId, ids), ({ id }) => id)
  const recalls = groupBy(await recalledLotsOf(tx, pharmacyId, ids), ({ id }) => id)
  const items = groupBy(
    await stockItemsOf(tx, pharmacyId, ids, lotsSince),
    ({ pharmacyProductId }) => pharmacyProductId,
  )
  return rows.map((head) => ({
    ...head,
    inn: innText(inns.get(head.productId ?? '') ?? []),
    codes: [...(codes.get(head.productId ?? '') ?? []), ...(own.get(head.id) ?? [])].map(({ code }) => code),
    tagIds: (tags.get(head.id) ?? []).map(({ tagId }) => tagId),
    recalledLots: (recalls.get(head.id) ?? []).map(({ lot }) => lot),
    stockItems: (items.get(head.id) ?? []).map(({ item }) => item),
    quantitiesByPackaging: quantitiesByPackaging((items.get(head.id) ?? []).map(({ item }) => item)),
  }))
}

async function codesOf(tx: Tx, productIds: readonly string[]) {
  const { rows } = await sql<{
    productId: string
    code: string
  }>`select product_id as "productId", code from product_codes where product_id = any(${productIds}::uuid[])
    order by code`.execute(tx)
  return rows
}

async function ownCodesOf(tx: Tx, pharmacyId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; code: string }>`
    select pharmacy_product_id as id, code from pharmacy_product_codes
    where pharmacy_id = ${pharmacyId} and pharmacy_product_id = any(${ids}::uuid[]) order by code`.execute(tx)
  return rows
}

async function tagsOf(tx: Tx, pharmacyId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; tagId: string }>`
    select pharmacy_product_id as id, tag_id as "tagId" from pharmacy_product_tags
    where pharmacy_id = ${pharmacyId} and pharmacy_product_id = any(${ids}::uuid[]) order by tag_id`.execute(tx)
  return rows
}

async function recalledLotsOf(tx: Tx, pharmacyId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; lot: string }>`
    select distinct pharmacy_product_id as id, lot from recalls
    where pharmacy_id = ${pharmacyId} and pharmacy_product_id = any(${ids}::uuid[]) and closed_at is null
    order by lot`.execute(tx)
  return rows
}

async function innsOf(tx: Tx, productIds: readonly string[]) {
  const { rows } = await sql<{ productId: string; name: string; dosage: string | null }>`
    select x.product_id as "productId", n.name, x.dosage from product_inns x join inns n on n.id = x.inn_id
      where x.product_id = any(${productIds}::uuid[]) order by x.position`.execute(tx)
  return rows
}

/**
 * The lots of products in the order in which they leave. `since`: without those that no till needs. It needs a lot that
 * has boxes, is below zero, was emptied after `since` or is set aside, together with its loose units; and the last lot
 * of each packaging, which has the price of a product that is out of stock.
 */
async function stockItemsOf(tx: Tx, pharmacyId: string, pharmacyProductIds: readonly string[], since: Date | null) {
  const { rows } = await sql<CostedItem & { pharmacyProductId: string }>`
    with lots as materialized (
      select i.*, k.label as packaging, k.units,
        ${since}::timestamptz is null or i.emptied_at is null or i.emptied_at >= ${since} or i.blocked is not null as kept
      from stock_items i join packagings k on k.id = i.packaging_id
      where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = any(${pharmacyProductIds}::uuid[])
    )
    select i.pharmacy_product_id as "pharmacyProductId", i.id, i.packaging, i.units, i.lot,
      i.expires_on as "expiresOn", i.quantity, i.sale_price as "salePrice",
      i.purchase_price as "purchasePrice", i.archived, g.label as storage, i.blocked,
      i.discount_percent as "discountPercent"
    from lots i left join storages g on g.pharmacy_id = i.pharmacy_id and g.id = i.storage_id
    where i.kept
      or i.id in (
        select o.id from lots o where not o.kept
          and o.pharmacy_product_id in (select pharmacy_product_id from lots where units > 1)
          and (o.pharmacy_product_id, ${withItsUnits(sql`o.id`)}) in (
            select pharmacy_product_id, ${withItsUnits(sql`id`)} from lots where kept))
      or i.id in (
        select distinct on (o.pharmacy_product_id, o.packaging_id) o.id from lots o
        where not o.kept and not o.archived and (o.pharmacy_product_id, o.packaging_id) not in (
          select pharmacy_product_id, packaging_id from lots where kept and not archived and blocked is null)
        order by o.pharmacy_product_id, o.packaging_id, o.emptied_at desc, o.expires_on desc nulls first, o.id)
    order by i.expires_on nulls last, i.lot, i.id`.execute(tx)
  return rows.map(({ pharmacyProductId, ...item }) => ({ pharmacyProductId, item }))
}

/** Equal for a lot and its loose units: their ids differ in the digit of the version alone (`unitItemIdOf`). */
function withItsUnits(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`overlay(${id}::text placing '-' from 15 for 1)`
}

/** As printed: « Amoxicilline 500 mg + Acide clavulanique 62,5 mg ». */
function innText(inns: readonly { name: string; dosage: string | null }[]): string {
  return inns.map(({ name, dosage }) => (dosage ? `${name} ${dosage}` : name)).join(' + ')
}

/** Archived lots are off the shelf. Lots below zero count: their boxes were sold before a delivery was recorded. */
function quantitiesByPackaging(items: readonly StockItem[]): Record<string, number> {
  const quantities: Record<string, number> = {}
  for (const { packaging, quantity, archived } of items)
    if (!archived) quantities[packaging] = (quantities[packaging] ?? 0) + quantity
  return quantities
}

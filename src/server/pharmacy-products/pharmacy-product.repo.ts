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
): Promise<CostedProduct[]> {
  return assemble(tx, pharmacyId, sql`${heads(pharmacyId)} order by label, id limit ${size} offset ${page * size}`)
}

export async function productsByIds(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<CostedProduct[]> {
  return assemble(tx, pharmacyId, sql`${heads(pharmacyId)} and pp.id = any(${ids}::uuid[]) order by label, id`)
}

export async function productsInUse(tx: Tx, pharmacyId: string): Promise<CostedProduct[]> {
  return assemble(tx, pharmacyId, sql`${heads(pharmacyId)} and not pp.archived order by label, id`)
}

/** The rows that changed after a cursor, oldest change first; all rows without a cursor. */
export async function productsAfter(
  tx: Tx,
  pharmacyId: string,
  cursor: Cursor | null,
  size: number,
): Promise<CostedProduct[]> {
  const after = cursor ? sql`and (pp.rev, pp.id) > (${cursor.rev}::bigint, ${cursor.id}::uuid)` : sql``
  return assemble(tx, pharmacyId, sql`${heads(pharmacyId)} ${after} order by pp.rev, pp.id limit ${size}`)
}

function heads(pharmacyId: string): RawBuilder<unknown> {
  return sql`
    select pp.id, pp.product_id as "productId", coalesce(pp.private_label, p.label) as label, f.label as form,
      b.name as brand, p.atc_code as atc,
      coalesce(p.prescription_list, 'none') as "prescriptionList", g.label as storage, c.label as category, pp.minimum, pp.maximum,
        pp.archived, pp.rev, t."taxGroup"
    from pharmacy_products pp
      left join products p on p.id = pp.product_id left join forms f on f.id = p.form_id
        left join brands b on b.id = p.brand_id
        left join product_categories c on c.id = coalesce(pp.category_id, p.category_id)
      left join storages g on g.pharmacy_id = pp.pharmacy_id and g.id = pp.storage_id
        left join (select s ->> 'code' as code, s ->> 'vatGroup' as "taxGroup" from pharmacies h
          join countries k on k.code = h.country_code, jsonb_array_elements(k.sections) s where h.id = ${pharmacyId}) t
          on t.code = coalesce(pp.section, p.section, c.section)
    where pp.pharmacy_id = ${pharmacyId}`
}

/** Completes any number of heads to whole rows, with one statement for each kind of part. */
async function assemble(tx: Tx, pharmacyId: string, query: RawBuilder<unknown>): Promise<CostedProduct[]> {
  const { rows } = (await query.execute(tx)) as { rows: HeadRow[] }
  const ids = rows.map(({ id }) => id)
  const productIds = rows.flatMap(({ productId }) => (productId === null ? [] : [productId]))
  const codes = groupBy(await codesOf(tx, productIds), ({ productId }) => productId)
  const inns = groupBy(await innsOf(tx, productIds), ({ productId }) => productId)
  const own = groupBy(await ownCodesOf(tx, pharmacyId, ids), ({ id }) => id)
  const tags = groupBy(await tagsOf(tx, pharmacyId, ids), ({ id }) => id)
  const recalls = groupBy(await recalledLotsOf(tx, pharmacyId, ids), ({ id }) => id)
  const items = groupBy(await stockItemsOf(tx, pharmacyId, ids), ({ pharmacyProductId }) => pharmacyProductId)
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

async function stockItemsOf(tx: Tx, pharmacyId: string, pharmacyProductIds: readonly string[]) {
  const { rows } = await sql<CostedItem & { pharmacyProductId: string }>`
    select i.pharmacy_product_id as "pharmacyProductId", i.id, k.label as packaging, k.units, i.lot,
      i.expires_on as "expiresOn", i.quantity, i.sale_price as "salePrice",
      i.purchase_price as "purchasePrice", i.archived, g.label as storage, i.blocked,
      i.discount_percent as "discountPercent"
    from stock_items i join packagings k on k.id = i.packaging_id
      left join storages g on g.pharmacy_id = i.pharmacy_id and g.id = i.storage_id
    where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = any(${pharmacyProductIds}::uuid[])
    order by i.expires_on nulls last, i.lot, i.id`.execute(tx)
  return rows.map(({ pharmacyProductId, ...item }) => ({ pharmacyProductId, item }))
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

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NewLotPrice } from '#shared/domain/repricing.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import type { ProductFacts } from '#server/pharmacy-products/product-facts.repo.ts'

type Stored = Omit<ProductFacts, 'lots' | 'label' | 'referentialSection' | 'isPrivate'>

/** Only the columns of the table: facts also hold lots and labels. */
function rowOf({ id, storageId, minimum, maximum, categoryId, section, pricePolicy, archived }: Stored) {
  return { id, storageId, minimum, maximum, categoryId, section, ...pricePolicy, archived }
}

/** Either `productId` or `label`. */
export async function insertProduct(
  tx: Tx,
  pharmacyId: string,
  product: Stored & { productId: string | null; label: string | null },
): Promise<void> {
  const { pricePolicy } = product
  await tx
    .insertInto('pharmacy_products')
    .values({
      pharmacy_id: pharmacyId,
      id: product.id,
      product_id: product.productId,
      private_label: product.label,
      storage_id: product.storageId,
      minimum: product.minimum,
      maximum: product.maximum,
      category_id: product.categoryId,
      section: product.section,
      price_mode: pricePolicy.mode,
      coefficient: pricePolicy.coefficient,
      rounding_step: pricePolicy.roundingStep,
      archived: product.archived,
    })
    .execute()
}

/** Stores the changed facts of any number of products, in one statement. */
export async function updateProducts(tx: Tx, pharmacyId: string, products: readonly Stored[]): Promise<void> {
  await sql`
    update pharmacy_products o set storage_id = r."storageId", minimum = r.minimum, maximum = r.maximum,
      category_id = r."categoryId", section = r.section, price_mode = r.mode, coefficient = r.coefficient,
      rounding_step = r."roundingStep", archived = r.archived
    from ${jsonRows(products.map(rowOf))} as r (id uuid, "storageId" uuid, minimum int, maximum int, "categoryId" uuid, section text,
      mode text, coefficient int, "roundingStep" int, archived boolean)
    where o.pharmacy_id = ${pharmacyId} and o.id = r.id`.execute(tx)
}

/** Returns the products whose limits were the known ones, and changed. */
export async function updateLimits(
  tx: Tx,
  pharmacyId: string,
  items: readonly {
    id: string
    minimum: number
    maximum: number
    known: { minimum: number; maximum: number }
  }[],
): Promise<string[]> {
  const rows = items.map(({ known, ...item }) => ({
    ...item,
    knownMinimum: known.minimum,
    knownMaximum: known.maximum,
  }))
  const { rows: updated } = await sql<{ id: string }>`
    update pharmacy_products p set minimum = r.minimum, maximum = r.maximum
    from ${jsonRows(rows)} as r (id uuid, minimum int, maximum int, "knownMinimum" int, "knownMaximum" int)
    where p.pharmacy_id = ${pharmacyId} and p.id = r.id and not p.archived and p.minimum = r."knownMinimum"
      and p.maximum = r."knownMaximum" returning p.id`.execute(tx)
  return updated.map(({ id }) => id)
}

export async function setPrivateLabel(tx: Tx, pharmacyId: string, id: string, label: string): Promise<void> {
  await tx
    .updateTable('pharmacy_products')
    .set({ private_label: label })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/** The private product is from now on this one of the referential. */
export async function setReferentialProduct(tx: Tx, pharmacyId: string, id: string, productId: string): Promise<void> {
  await tx
    .updateTable('pharmacy_products')
    .set({ product_id: productId, private_label: null })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

export async function setOwnCodes(tx: Tx, pharmacyId: string, id: string, codes: readonly string[]): Promise<void> {
  await sql`delete from pharmacy_product_codes where pharmacy_id = ${pharmacyId}
    and pharmacy_product_id = ${id}`.execute(tx)
  await sql`
    insert into pharmacy_product_codes (pharmacy_id, pharmacy_product_id, code)
    select distinct ${pharmacyId}::uuid, ${id}::uuid, code from unnest(${codes}::text[]) code`.execute(tx)
}

/** Adds tags to products and takes others away. */
export async function changeTags(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await sql`delete from pharmacy_product_tags where pharmacy_id = ${pharmacyId}
    and pharmacy_product_id = any(${ids}::uuid[]) and tag_id = any(${removed}::uuid[])`.execute(tx)
  await sql`
    insert into pharmacy_product_tags (pharmacy_id, pharmacy_product_id, tag_id)
    select ${pharmacyId}::uuid, p, t from unnest(${ids}::uuid[]) p, unnest(${added}::uuid[]) t
    on conflict do nothing`.execute(tx)
}

export async function tagsOfProduct(tx: Tx, pharmacyId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select tag_id as id from pharmacy_product_tags
    where pharmacy_id = ${pharmacyId} and pharmacy_product_id = ${id}`.execute(tx)
  return rows.map((row) => row.id)
}

type PriceEntry = { productId: string; prices: readonly NewLotPrice[] }
type PriceAct = { cause: 'typed' | 'policy'; reason: string | null; userId: string; at: Date }

/** Sets sale prices, keeps who changed them and why, and queues a label for each product. */
export async function setPrices(
  tx: Tx,
  pharmacyId: string,
  entries: readonly PriceEntry[],
  { cause, reason, userId, at }: PriceAct,
): Promise<void> {
  const rows = entries.flatMap(({ productId, prices }) =>
    prices.map(({ id, ...price }) => ({ ...price, productId, stockItemId: id, id: randomUUID() })),
  )
  if (rows.length === 0) return
  await sql`
    with r as materialized (select * from ${jsonRows(rows)} as r (id uuid, "productId" uuid, "stockItemId" uuid,
        before bigint, after bigint, cost bigint)),
    priced as (
      update stock_items i set sale_price = r.after from r
      where i.pharmacy_id = ${pharmacyId} and i.id = r."stockItemId"
    ), queued as (
      insert into label_queue (pharmacy_id, id, pharmacy_product_id, cause, user_id, at)
      select ${pharmacyId}, gen_random_uuid(), p."productId", 'price', ${userId}, ${at}
        from (select distinct "productId" from r) p
      on conflict (pharmacy_id, pharmacy_product_id) where printed_at is null
        do update set at = excluded.at, user_id = excluded.user_id
    )
    insert into price_changes (pharmacy_id, id, pharmacy_product_id, stock_item_id, before, after, cost, cause, reason,
      user_id, at)
    select ${pharmacyId}, r.id, r."productId", r."stockItemId", r.before, r.after, r.cost, ${cause}, ${reason},
      ${userId}, ${at} from r`.execute(tx)
}

/** Products that the pharmacy has already are left as they are. */
export async function insertFromReferential(tx: Tx, pharmacyId: string, productIds: readonly string[]): Promise<void> {
  await sql`
    insert into pharmacy_products (pharmacy_id, id, product_id)
    select ${pharmacyId}, gen_random_uuid(), id from products where id = any(${[...productIds]}::uuid[]) and not archived
    on conflict (pharmacy_id, product_id) do nothing`.execute(tx)
}

/** The pharmacy's product of each product of the referential. */
export async function ownProductsOf(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; productId: string }>`
    select id, product_id as "productId" from pharmacy_products where pharmacy_id = ${pharmacyId}
      and product_id = any(${[...productIds]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, productId }) => [productId, id]))
}

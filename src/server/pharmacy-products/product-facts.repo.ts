import { sql } from 'kysely'
import type { PricePolicy } from '#shared/domain/price-policy.ts'
import type { PricedLot } from '#shared/domain/repricing.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'

/** What the rules about a change of a product need to know of it. */
export type ProductFacts = {
  id: string
  label: string
  isPrivate: boolean
  storageId: string | null
  minimum: number
  maximum: number
  categoryId: string | null
  /** The section that the pharmacy chose; null: that of the referential. */
  section: string | null
  referentialSection: string | null
  pricePolicy: PricePolicy & { roundingStep: number | null }
  archived: boolean
  /** Lots that are not archived. */
  lots: PricedLot[]
}

type FactsRow = Omit<ProductFacts, 'pricePolicy' | 'lots'> & ProductFacts['pricePolicy']

/** The facts of these products; unknown ids are left out. */
export async function factsOfProducts(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<ProductFacts[]> {
  const { rows } = await sql<FactsRow>`
    select o.id, coalesce(o.private_label, p.label) as label, o.product_id is null as "isPrivate",
      o.storage_id as "storageId", o.minimum, o.maximum, o.category_id as "categoryId", o.section,
      p.section as "referentialSection", o.price_mode as mode, o.coefficient, o.rounding_step as "roundingStep",
      o.archived
    from pharmacy_products o left join products p on p.id = o.product_id
    where o.pharmacy_id = ${pharmacyId} and o.id = any(${ids}::uuid[])`.execute(tx)
  const lots = groupBy(await lotsOf(tx, pharmacyId, ids), ({ productId }) => productId)
  return rows.map(({ mode, coefficient, roundingStep, ...facts }) => ({
    ...facts,
    pricePolicy: { mode, coefficient, roundingStep },
    lots: lots.get(facts.id) ?? [],
  }))
}

async function lotsOf(tx: Tx, pharmacyId: string, ids: readonly string[]) {
  const { rows } = await sql<PricedLot & { productId: string }>`
    select i.id, i.pharmacy_product_id as "productId", k.label as packaging, k.units, i.purchase_price as cost,
      i.sale_price as price, i.quantity
    from stock_items i join packagings k on k.id = i.packaging_id
    where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = any(${ids}::uuid[]) and not i.archived
    order by i.id`.execute(tx)
  return rows
}

/** Codes that only this pharmacy gives the product. */
export async function ownCodesOf(tx: Tx, pharmacyId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from pharmacy_product_codes where pharmacy_id = ${pharmacyId} and pharmacy_product_id = ${id}
    order by code`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Where each lot of a product is kept, when it is not kept with its product. */
export async function storagesOfLots(tx: Tx, pharmacyId: string, id: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; storageId: string }>`
    select id, storage_id as "storageId" from stock_items where pharmacy_id = ${pharmacyId}
      and pharmacy_product_id = ${id} and storage_id is not null`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.storageId]))
}

/**
 * The label of the referential, or of another product of the pharmacy, that equals this one whatever its case and
 * accents. Undefined when there is none.
 */
export async function twinOfLabel(
  tx: Tx,
  pharmacyId: string,
  label: string,
  exceptId: string | null,
): Promise<{ kind: 'referential' | 'pharmacy'; id: string; label: string } | undefined> {
  const { rows } = await sql<{ kind: 'referential' | 'pharmacy'; id: string; label: string }>`
    select 'pharmacy' as kind, o.id, coalesce(o.private_label, p.label) as label
      from pharmacy_products o left join products p on p.id = o.product_id
      where o.pharmacy_id = ${pharmacyId} and o.id is distinct from ${exceptId}::uuid
        and folded(coalesce(o.private_label, p.label)) = folded(${label})
    union all
    select 'referential', p.id, p.label from products p where p.searched = folded(${label}) and not p.archived
    limit 1`.execute(tx)
  return rows[0]
}

/** Another product of the pharmacy with one of these codes, own or of the referential. */
export async function holderOfCode(
  tx: Tx,
  pharmacyId: string,
  codes: readonly string[],
  exceptId: string | null,
): Promise<{ code: string; label: string } | undefined> {
  const { rows } = await sql<{ code: string; label: string }>`
    with held as (
      select pharmacy_product_id as id, code from pharmacy_product_codes
        where pharmacy_id = ${pharmacyId} and code = any(${codes}::text[])
      union all
      select o.id, c.code from product_codes c
        join pharmacy_products o on o.pharmacy_id = ${pharmacyId} and o.product_id = c.product_id
        where c.code = any(${codes}::text[])
    )
    select held.code, coalesce(o.private_label, p.label) as label from held
      join pharmacy_products o on o.pharmacy_id = ${pharmacyId} and o.id = held.id and not o.archived
      left join products p on p.id = o.product_id
    where held.id is distinct from ${exceptId}::uuid limit 1`.execute(tx)
  return rows[0]
}

/** The pharmacy's product that stands for this one of the referential. */
export async function productOfReferential(
  tx: Tx,
  pharmacyId: string,
  productId: string,
): Promise<{ id: string; archived: boolean } | undefined> {
  return tx
    .selectFrom('pharmacy_products')
    .select(['id', 'archived'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
}

/** A product of the referential that may be stocked: it exists, and is neither archived nor merged into another. */
export async function isInReferential(tx: Tx, productId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('archived', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of the named storage and category do not exist. */
export async function unknownPlaces(
  tx: Tx,
  pharmacyId: string,
  { storageId, categoryId }: { storageId?: string | null | undefined; categoryId?: string | null | undefined },
): Promise<('storageId' | 'categoryId')[]> {
  const { rows } = await sql<{ storage: boolean; category: boolean }>`
    select ${storageId ?? null}::uuid is null or exists (select from storages where pharmacy_id = ${pharmacyId}
        and id = ${storageId ?? null}::uuid and not archived) as storage,
      ${categoryId ?? null}::uuid is null or exists (select from product_categories
        where id = ${categoryId ?? null}::uuid and not archived) as category`.execute(tx)
  const { storage, category } = rows[0]!
  return [...(storage ? [] : (['storageId'] as const)), ...(category ? [] : (['categoryId'] as const))]
}

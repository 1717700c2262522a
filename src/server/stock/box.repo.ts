import { sql } from 'kysely'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import type { MedicineList } from '#shared/domain/listed-medicines.ts'
import type { LotBlock } from '#shared/domain/recalled-lots.ts'
import type { Tx } from '#server/db/database.ts'

/** A lot whose boxes can be opened. */
export type Box = {
  id: string
  productId: string
  archived: boolean
  lot: string | null
  expiresOn: string | null
  quantity: number
  salePrice: number
  formerPrices: number[]
  purchasePrice: number
  /** Units per box. */
  units: number
  list: MedicineList
  taxGroup: TaxGroup | null
  blocked: LotBlock | null
  /** « comprimé pelliculé »; null for products that the referential does not have. */
  form: string | null
}

/** Every sale price that the stock item "i" has had, as JSON. */
export const formerPrices = sql`(select coalesce(json_agg(h.price), '[]') from stock_item_prices h
  where h.pharmacy_id = i.pharmacy_id and h.stock_item_id = i.id)`

export async function boxesNamed(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<Box[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Box>`
    select i.id, i.pharmacy_product_id as "productId", i.archived or o.archived as archived, i.lot, i.expires_on as "expiresOn", i.quantity,
      i.sale_price as "salePrice", ${formerPrices} as "formerPrices", i.purchase_price as "purchasePrice",
      k.units, coalesce(d.prescription_list, 'none') as list,
      tax_group_of(i.pharmacy_id, i.pharmacy_product_id) as "taxGroup", i.blocked, f.label as form
    from stock_items i join packagings k on k.id = i.packaging_id
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
      left join products d on d.id = o.product_id left join forms f on f.id = d.form_id
    where i.pharmacy_id = ${pharmacyId} and i.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

/** The units of a lot, as a separate stock item. */
type NewUnits = { id: string; box: Box; packaging: string; purchasePrice: number; salePrice: number }

/** Inserts the stock item for the units of an opened lot, with quantity 0, unless it exists already. */
export async function insertUnits(
  tx: Tx,
  pharmacyId: string,
  { id, box, packaging, purchasePrice, salePrice }: NewUnits,
): Promise<void> {
  // Two statements: the second sees a packaging that another pharmacy has just added. All pharmacies share the
  // packagings, and this way none waits for another's commit.
  await sql`insert into packagings (id, label, units)
    values (gen_random_uuid(), ${packaging}, 1) on conflict do nothing`.execute(tx)
  await sql`
    insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, purchase_price,
      sale_price, blocked)
    select ${pharmacyId}, ${id}, ${box.productId}, k.id, ${box.lot}, ${box.expiresOn}, ${purchasePrice}, ${salePrice},
      ${box.blocked}
      from packagings k where k.label = ${packaging} and k.units = 1
    on conflict do nothing`.execute(tx)
}

import { sql } from 'kysely'
import type { ExpiryGesture } from '#shared/domain/expiries/expiry-proposal.ts'
import type { MedicineList } from '#shared/domain/listed-medicines.ts'
import type { Tx } from '#server/db/database.ts'
import { soldDaysOf, type SoldDaysOf } from '#server/stock/demand.repo.ts'
import type { SisterRow } from '#server/stock/sister.repo.ts'

export type ExpiringLot = {
  id: string
  pharmacyProductId: string
  /** Of the referential; null for a private product. */
  productId: string | null
  packagingId: string
  label: string
  packaging: string
  list: MedicineList
  lot: string | null
  storage: string | null
  supplierId: string | null
  supplierName: string | null
  returnDays: number | null
  quantity: number
  expiresOn: string
  blocked: 'quarantine' | 'recall' | null
  discountPercent: number | null
  purchasePrice: number
  salePrice: number
  taskId: string | null
  taskKind: ExpiryGesture | null
  taskQuantity: number | null
}

/** The lots on the shelf that expire up to a day, expired ones included. */
export async function lotsExpiring(tx: Tx, pharmacyId: string, until: string): Promise<ExpiringLot[]> {
  const { rows } = await sql<ExpiringLot>`
    select i.id, i.pharmacy_product_id as "pharmacyProductId", pp.product_id as "productId",
      i.packaging_id as "packagingId", coalesce(pp.private_label, p.label) as label, k.label as packaging,
      coalesce(p.prescription_list, 'none') as list, i.lot, coalesce(own.label, usual.label) as storage,
      i.supplier_id as "supplierId", s.name as "supplierName", s.return_days as "returnDays", i.quantity,
      i.expires_on as "expiresOn", i.blocked, i.discount_percent as "discountPercent",
      i.purchase_price as "purchasePrice", i.sale_price as "salePrice", t.id as "taskId", t.kind as "taskKind",
      t.quantity as "taskQuantity"
    from stock_items i
      join pharmacy_products pp on pp.pharmacy_id = ${pharmacyId} and pp.id = i.pharmacy_product_id
      left join products p on p.id = pp.product_id
      join packagings k on k.id = i.packaging_id
      left join storages own on own.pharmacy_id = ${pharmacyId} and own.id = i.storage_id
      left join storages usual on usual.pharmacy_id = ${pharmacyId} and usual.id = pp.storage_id
      left join suppliers s on s.pharmacy_id = ${pharmacyId} and s.id = i.supplier_id
      left join expiry_tasks t on t.pharmacy_id = ${pharmacyId} and t.stock_item_id = i.id and t.outcome is null
    where i.pharmacy_id = ${pharmacyId} and i.has_stock and on_shelf(i) and i.expires_on <= ${until}
    order by i.expires_on, i.id`.execute(tx)
  return rows
}

/** The number of lots on the shelf that expired before a day, are not set aside, and have no open work. */
export async function undecidedLots(tx: Tx, pharmacyId: string, today: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from stock_items i
    where i.pharmacy_id = ${pharmacyId} and i.has_stock and on_shelf(i) and i.expires_on < ${today}
      and i.blocked is null and not exists (select from expiry_tasks t
        where t.pharmacy_id = i.pharmacy_id and t.stock_item_id = i.id and t.outcome is null)`.execute(tx)
  return rows[0]!.total
}

/** What was sold of the products that have a lot which expires from today up to a day. */
export function soldOfExpiring(
  tx: Tx,
  pharmacyId: string,
  { today, until }: { today: string; until: string },
): Promise<SoldDaysOf[]> {
  return soldDaysOf(tx, pharmacyId, {
    scope: sql`select distinct pharmacy_product_id as product_id, packaging_id from stock_items
      where pharmacy_id = ${pharmacyId} and not archived and has_stock and quantity > 0
        and expires_on between ${today}::date and ${until}::date`,
    byPackaging: true,
    today,
  })
}

type Wanted = { productId: string; packagingId: string }
export type SisterStock = Wanted & { id: string; name: string; stock: number; sold: SoldDaysOf }

/** The stock and the sales of these packages in another pharmacy. Needs the sight of all pharmacies. */
export async function stockOfSister(
  tx: Tx,
  { id, name }: SisterRow,
  wanted: readonly Wanted[],
  today: string,
): Promise<SisterStock[]> {
  const products = wanted.map(({ productId }) => productId)
  const packagings = wanted.map(({ packagingId }) => packagingId)
  const scope = sql`select distinct pp.id as product_id, w.packaging_id
    from unnest(${products}::uuid[], ${packagings}::uuid[]) as w (product_id, packaging_id)
      join pharmacy_products pp on pp.pharmacy_id = ${id} and pp.product_id = w.product_id and not pp.archived`
  const sold = await soldDaysOf(tx, id, { scope, byPackaging: true, today })
  if (sold.length === 0) return []
  const { rows } = await sql<{ ownId: string; productId: string; packagingId: string; stock: number }>`
    select i.pharmacy_product_id as "ownId", pp.product_id as "productId", i.packaging_id as "packagingId",
      greatest(0, sum(sellable(i, ${today}::date))) as stock
    from stock_items i join pharmacy_products pp on pp.pharmacy_id = i.pharmacy_id and pp.id = i.pharmacy_product_id
    where i.pharmacy_id = ${id}
      and i.pharmacy_product_id = any(${sold.map(({ productId }) => productId)}::uuid[])
    group by 1, 2, 3`.execute(tx)
  return rows.flatMap(({ ownId, productId, packagingId, stock }) => {
    const days = sold.find((each) => each.productId === ownId && each.packagingId === packagingId)
    return days ? [{ id, name, productId, packagingId, stock, sold: days }] : []
  })
}

import { sql } from 'kysely'
import type { SupplierPrice } from '#shared/domain/supplier-price.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

/** A code with what it costs from the day of a list on in its history; `dayPrice` null: nothing changed on that day. */
export type CodeRow = {
  label: string
  pack: string | null
  availability: string
  price: SupplierPrice
  publicPrice: number | null
  per: number
  free: number
  rebate: number
  listedOn: string
  archived: boolean
  productId: string | null
  day: string
  dayPrice: SupplierPrice | null
  dayPublicPrice: number | null
  dayPer: number | null
  dayFree: number | null
  dayRebate: number | null
}
export type KeyedRow = CodeRow & { code: string }

/** Every code of a wholesaler: what a list of that day and its undo compare. */
export async function everyCodeRow(tx: Tx, wholesalerId: string, day: string): Promise<Map<string, CodeRow>> {
  const { rows } = await sql<{ code: string; row: CodeRow }>`
    select w.code, jsonb_build_object('label', w.label, 'pack', w.pack, 'availability', w.availability, 'price', w.price::text,
      'publicPrice', w.public_price, 'per', w.per, 'free', w.free, 'rebate', w.rebate, 'listedOn', w.listed_on,
      'archived', w.archived, 'productId', w.product_id, 'day', ${day}::date, 'dayPrice', h.price::text,
      'dayPublicPrice', h.public_price, 'dayPer', h.per, 'dayFree', h.free, 'dayRebate', h.rebate) as row
    from wholesaler_products w left join wholesaler_product_prices h on h.wholesaler_id = w.wholesaler_id
      and h.code = w.code and h.from_day = ${day}::date
    where w.wholesaler_id = ${wholesalerId}`.execute(tx)
  return new Map(rows.map(({ code, row }) => [code, row]))
}

/** Takes codes away that a list added, with their prices. */
export async function deleteCodes(tx: Tx, wholesalerId: string, codes: readonly string[]): Promise<void> {
  for (const table of ['wholesaler_product_prices', 'wholesaler_products'] as const)
    await sql`delete from ${sql.table(table)} where wholesaler_id = ${wholesalerId}
      and code = any(${[...codes]}::text[])`.execute(tx)
}

/** Writes codes as they were, with the price of that day in their history, or without one. */
export async function writeCodeRows(tx: Tx, wholesalerId: string, codes: readonly KeyedRow[]): Promise<void> {
  await sql`
    update wholesaler_products w set label = r.label, pack = r.pack, availability = r.availability, price = r.price,
      public_price = r."publicPrice", per = r.per, free = r.free, rebate = r.rebate, listed_on = r."listedOn",
      archived = r.archived, product_id = r."productId"
    from ${jsonRows(codes)} as r (code text, label text, pack text, availability text, price numeric,
      "publicPrice" bigint, per int, free int, rebate int, "listedOn" date, archived boolean, "productId" uuid)
    where w.wholesaler_id = ${wholesalerId} and w.code = r.code`.execute(tx)
  const days = sql`${jsonRows(codes)} as r (code text, day date, "dayPrice" numeric, "dayPublicPrice" bigint,
    "dayPer" int, "dayFree" int, "dayRebate" int)`
  await sql`
    delete from wholesaler_product_prices h using ${days}
    where h.wholesaler_id = ${wholesalerId} and h.code = r.code and h.from_day = r.day and r."dayPrice" is null`.execute(
    tx,
  )
  await sql`
    update wholesaler_product_prices h set price = r."dayPrice", public_price = r."dayPublicPrice", per = r."dayPer",
      free = r."dayFree", rebate = r."dayRebate"
    from ${days}
    where h.wholesaler_id = ${wholesalerId} and h.code = r.code and h.from_day = r.day
      and r."dayPrice" is not null`.execute(tx)
}

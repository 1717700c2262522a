import { sql, type RawBuilder } from 'kysely'
import type { MergePreview } from '#shared/contract/products.ts'
import type { Tx } from '#server/db/database.ts'

export type Pair = { keptId: string; duplicateId: string }
/** The two products of one pharmacy. */
type OwnPair = Pair & { pharmacyId: string }

/**
 * The tables whose rows name a product of the pharmacy. With a merge they follow to the kept one. `alike`: when a row
 * `k` of the kept product makes a row `d` of the duplicate superfluous, which is then deleted. `summed`: the columns
 * that the kept row takes over by adding them.
 */
export const followers: readonly {
  table: string
  /** `pharmacy_product_id` unless named. */
  column?: string
  alike?: RawBuilder<unknown>
  summed?: readonly string[]
}[] = [
  // before the lots, so that they are blocked as they come in
  { table: 'recalls' },
  { table: 'stock_items' },
  { table: 'missed_sales' },
  { table: 'price_changes' },
  { table: 'label_queue', alike: sql`k.printed_at is null and d.printed_at is null` },
  { table: 'contract_products', alike: sql`k.contract_id = d.contract_id` },
  { table: 'supplier_codes' },
  { table: 'delivery_lines' },
  { table: 'order_records', alike: sql`true` },
  { table: 'order_lines', alike: sql`k.order_id = d.order_id`, summed: ['quantity', 'given_up'] },
  { table: 'bill_statement_lines' },
  { table: 'bill_statement_lines', column: 'match_product_id' },
  { table: 'pharmacy_product_codes', alike: sql`k.code = d.code` },
  { table: 'pharmacy_product_tags', alike: sql`k.tag_id = d.tag_id` },
]

/** What a merge does in each pharmacy that has the duplicate, by name. */
export async function mergeEffects(tx: Tx, { keptId, duplicateId }: Pair): Promise<MergePreview['pharmacies']> {
  const { rows } = await sql<MergePreview['pharmacies'][number]>`
    select f.id as "pharmacyId", f.name as "pharmacyName",
      case when k.id is null then 'renamed' else 'joined' end as kind, s.lots::int as lots, s.quantity::int as quantity,
      (select count(*) from contract_products x where x.pharmacy_id = f.id and x.pharmacy_product_id = d.id)
        as exceptions,
      (select count(*) from product_health_insurances h where h.pharmacy_id = f.id and h.product_id = ${duplicateId}
        and not h.archived) as "schemeLines"
    from pharmacies f
      left join pharmacy_products d on d.pharmacy_id = f.id and d.product_id = ${duplicateId}
      left join pharmacy_products k on k.pharmacy_id = f.id and k.product_id = ${keptId}
      cross join lateral (select count(*) as lots, coalesce(sum(i.quantity), 0) as quantity from stock_items i
        where i.pharmacy_id = f.id and i.pharmacy_product_id = d.id) s
    where d.id is not null or exists (select from product_health_insurances h where h.pharmacy_id = f.id
      and h.product_id = ${duplicateId})
    order by f.name, f.id`.execute(tx)
  return rows
}

export async function codesOnlyOf(tx: Tx, { keptId, duplicateId }: Pair): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from product_codes where product_id = ${duplicateId}
    except select code from product_codes where product_id = ${keptId} order by code`.execute(tx)
  return rows.map(({ code }) => code)
}

/**
 * Unites the two products of the referential: codes, packagings and texts; the kept product's own values win. Products
 * merged into the duplicate now point to the kept one: a chain of merges has one link.
 */
export async function uniteProducts(
  tx: Tx,
  { keptId, duplicateId }: Pair,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await sql`insert into product_codes (code, product_id, kind) select code, ${keptId}::uuid, kind from product_codes
    where product_id = ${duplicateId} on conflict (code, product_id) do nothing`.execute(tx)
  await sql`delete from product_codes where product_id = ${duplicateId}`.execute(tx)
  await sql`insert into product_packagings (product_id, packaging_id) select ${keptId}::uuid, packaging_id
    from product_packagings where product_id = ${duplicateId}
    on conflict (product_id, packaging_id) do nothing`.execute(tx)
  await sql`insert into product_texts (product_id, kind, text) select ${keptId}::uuid, kind, text from product_texts
    where product_id = ${duplicateId} on conflict (product_id, kind) do nothing`.execute(tx)
  await sql`insert into product_inns (product_id, position, inn_id, dosage)
    select ${keptId}::uuid, position, inn_id, dosage from product_inns where product_id = ${duplicateId}
      and not exists (select from product_inns own where own.product_id = ${keptId})`.execute(tx)
  await sql`
    update products k set form_id = coalesce(k.form_id, d.form_id), brand_id = coalesce(k.brand_id, d.brand_id),
      atc_code = coalesce(k.atc_code, d.atc_code), category_id = coalesce(k.category_id, d.category_id),
      unit_id = coalesce(k.unit_id, d.unit_id), section = coalesce(k.section, d.section),
      version = k.version + 1, changed_by = ${userId}, changed_at = ${now}
    from products d where k.id = ${keptId} and d.id = ${duplicateId}`.execute(tx)
  await sql`update wholesaler_products set product_id = ${keptId} where product_id = ${duplicateId}`.execute(tx)
  await sql`update products set merged_into = ${keptId} where merged_into = ${duplicateId}`.execute(tx)
  await sql`update products set merged_into = ${keptId}, archived = true, version = version + 1,
    changed_by = ${userId}, changed_at = ${now} where id = ${duplicateId}`.execute(tx)
}

/** The rows of the synced lists that a merge changed in one pharmacy. */
export type MergedRows = { products: string[]; lines: string[]; companies: string[]; organizations: string[] }

/**
 * Merges in one pharmacy, whose write lock the transaction holds. Where it has only the duplicate, that row becomes the
 * kept product. Where it has both, everything that names the duplicate follows, and its empty row is archived. The
 * ledgers are not rewritten: lots keep their movements.
 */
export async function mergeInPharmacy(tx: Tx, pair: OwnPair): Promise<MergedRows> {
  const lines = await moveSchemeLines(tx, pair)
  const { pharmacyId, keptId, duplicateId } = pair
  const found = await tx
    .selectFrom('pharmacy_products')
    .select(['id', 'product_id'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('product_id', 'in', [keptId, duplicateId])
    .execute()
  const duplicate = found.find((row) => row.product_id === duplicateId)?.id
  const kept = found.find((row) => row.product_id === keptId)?.id
  if (duplicate === undefined) return { products: [], lines, companies: [], organizations: [] }
  const payers = await payersWithException(tx, pharmacyId, duplicate)
  if (kept === undefined) {
    await sql`update pharmacy_products set product_id = ${keptId} where pharmacy_id = ${pharmacyId}
      and id = ${duplicate}`.execute(tx)
    return { products: [duplicate], lines, ...payers }
  }
  for (const follower of followers) await follow(tx, follower, pharmacyId, kept, duplicate)
  // Lots of the kept product meet the recalls of the duplicate: a written lot number is compared with them.
  await sql`update stock_items set lot = lot where pharmacy_id = ${pharmacyId}
    and pharmacy_product_id = ${kept}`.execute(tx)
  await sql`
    update pharmacy_products k set archived = k.archived and d.archived,
      storage_id = coalesce(k.storage_id, d.storage_id), minimum = greatest(k.minimum, d.minimum),
      maximum = greatest(k.maximum, d.maximum), category_id = coalesce(k.category_id, d.category_id),
      section = coalesce(k.section, d.section)
    from pharmacy_products d where k.pharmacy_id = ${pharmacyId} and k.id = ${kept} and d.pharmacy_id = k.pharmacy_id
      and d.id = ${duplicate}`.execute(tx)
  await sql`update pharmacy_products set archived = true, minimum = 0, maximum = 0 where pharmacy_id = ${pharmacyId}
    and id = ${duplicate}`.execute(tx)
  return { products: [kept, duplicate], lines, ...payers }
}

async function follow(
  tx: Tx,
  { table, column = 'pharmacy_product_id', alike, summed }: (typeof followers)[number],
  pharmacyId: string,
  kept: string,
  duplicate: string,
): Promise<void> {
  if (alike && summed)
    await sql`update ${sql.table(table)} k
      set ${sql.join(summed.map((column) => sql`${sql.ref(column)} = k.${sql.ref(column)} + d.${sql.ref(column)}`))}
      from ${sql.table(table)} d where d.pharmacy_id = ${pharmacyId} and d.pharmacy_product_id = ${duplicate}
        and k.pharmacy_id = d.pharmacy_id and k.pharmacy_product_id = ${kept} and ${alike}`.execute(tx)
  if (alike)
    await sql`delete from ${sql.table(table)} d using ${sql.table(table)} k where d.pharmacy_id = ${pharmacyId}
      and d.pharmacy_product_id = ${duplicate} and k.pharmacy_id = d.pharmacy_id and k.pharmacy_product_id = ${kept}
      and ${alike}`.execute(tx)
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${kept} where pharmacy_id = ${pharmacyId}
    and ${sql.ref(column)} = ${duplicate}`.execute(tx)
}

/** A product is paid for by one line: where the kept product has its own, the duplicate's lines wait for another product. */
async function moveSchemeLines(tx: Tx, { pharmacyId, keptId, duplicateId }: OwnPair): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update product_health_insurances h set product_id = case when h.archived or not exists (
      select from product_health_insurances own where own.pharmacy_id = h.pharmacy_id and own.product_id = ${keptId}
        and not own.archived) then ${keptId}::uuid end
    where h.pharmacy_id = ${pharmacyId} and h.product_id = ${duplicateId} returning h.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The payers whose contracts have an exception for a product: tills keep exceptions with their payer. */
async function payersWithException(
  tx: Tx,
  pharmacyId: string,
  pharmacyProductId: string,
): Promise<Pick<MergedRows, 'companies' | 'organizations'>> {
  const { rows } = await sql<{ companies: string[]; organizations: string[] }>`
    select array_remove(array_agg(distinct c.company_id), null) as companies,
      array_remove(array_agg(distinct case when c.company_id is null then c.owner_organization_id end), null)
        as organizations
    from contract_products x join contracts c on c.pharmacy_id = x.pharmacy_id and c.id = x.contract_id
    where x.pharmacy_id = ${pharmacyId} and x.pharmacy_product_id = ${pharmacyProductId}`.execute(tx)
  return { companies: rows[0]?.companies ?? [], organizations: rows[0]?.organizations ?? [] }
}

import { sql } from 'kysely'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import type { NoteProfile } from '#shared/domain/delivery-notes/note-fields.ts'
import type { NamedForNote, NotedProduct } from '#shared/domain/delivery-notes/match-note.ts'
import type { Tx } from '#server/db/database.ts'

export type StoredImport = {
  id: string
  /** Null for the file of an opening stock. */
  supplierId: string | null
  supplierName: string | null
  fileName: string | null
  tables: FileTable[]
  /** What a member chose; null: as detected. */
  profile: NoteProfile | null
  sheet: number
  /** The product of a line, or null, by line number. */
  decisions: Record<string, string | null>
  createdAt: Date
  doneAt: Date | null
}

export async function insertImport(
  tx: Tx,
  pharmacyId: string,
  { id, supplierId, fileName, tables }: Pick<StoredImport, 'id' | 'supplierId' | 'fileName' | 'tables'>,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await sql`
    insert into delivery_imports (pharmacy_id, id, supplier_id, file_name, tables, created_by, created_at)
    values (${pharmacyId}, ${id}, ${supplierId}, ${fileName}, ${JSON.stringify(tables)}::text::jsonb, ${userId},
      ${at})`.execute(tx)
}

export async function findImport(tx: Tx, pharmacyId: string, id: string): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`
    select m.id, m.supplier_id as "supplierId", s.name as "supplierName", m.file_name as "fileName", m.tables,
      m.profile, m.sheet, m.decisions, m.created_at as "createdAt", m.done_at as "doneAt"
    from delivery_imports m left join suppliers s on s.pharmacy_id = m.pharmacy_id and s.id = m.supplier_id
    where m.pharmacy_id = ${pharmacyId} and m.id = ${id}`.execute(tx)
  return rows[0]
}

export async function changeImport(
  tx: Tx,
  pharmacyId: string,
  { id, profile, sheet, decisions }: StoredImport,
): Promise<void> {
  await sql`
    update delivery_imports set profile = ${profile && JSON.stringify(profile)}::text::jsonb, sheet = ${sheet},
      decisions = ${JSON.stringify(decisions)}::text::jsonb
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

/** The rows of the file leave with it: they are lines of deliveries now. */
export async function finishImport(tx: Tx, pharmacyId: string, id: string, at: Date): Promise<void> {
  await sql`update delivery_imports set done_at = ${at}, tables = '[]', decisions = '{}'
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

/** Files that nobody made a delivery of leave after a while. */
export async function dropOldImports(tx: Tx, pharmacyId: string, before: Date): Promise<void> {
  await sql`delete from delivery_imports where pharmacy_id = ${pharmacyId} and created_at < ${before}
    and done_at is null`.execute(tx)
}

export async function keptProfile(tx: Tx, pharmacyId: string, supplierId: string | null): Promise<NoteProfile | null> {
  const { rows } = await sql<{ profile: NoteProfile }>`
    select profile from note_profiles where pharmacy_id = ${pharmacyId} and supplier_id = ${supplierId}`.execute(tx)
  return rows[0]?.profile ?? null
}

/** The profiles of the other suppliers that are in use. */
export async function otherProfiles(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
): Promise<{ name: string; profile: NoteProfile }[]> {
  const { rows } = await sql<{ name: string; profile: NoteProfile }>`
    select s.name, n.profile from note_profiles n
      join suppliers s on s.pharmacy_id = n.pharmacy_id and s.id = n.supplier_id
    where n.pharmacy_id = ${pharmacyId} and n.supplier_id <> ${supplierId} and not s.archived
    order by s.name, s.id`.execute(tx)
  return rows
}

export async function keepProfile(tx: Tx, pharmacyId: string, supplierId: string, profile: NoteProfile): Promise<void> {
  await sql`
    insert into note_profiles (pharmacy_id, supplier_id, profile)
    values (${pharmacyId}, ${supplierId}, ${JSON.stringify(profile)}::text::jsonb)
    on conflict (pharmacy_id, supplier_id) do update set profile = excluded.profile`.execute(tx)
}

/**
 * The products that have one of these codes, by themselves or by the price list of the wholesaler, with those codes: of the pharmacy, else of the referential; besides, the
 * pharmacy's products with one of these ids.
 */
export async function productsOfCodes(
  tx: Tx,
  pharmacyId: string,
  { supplierId, codes, ids }: { supplierId: string | null; codes: readonly string[]; ids: readonly string[] },
): Promise<NotedProduct[]> {
  const { rows } = await sql<NotedProduct>`
    with shared as (
      select product_id, code from product_codes where code = any(${[...codes]}::text[])
      union
      select w.product_id, w.code from suppliers s join wholesaler_products w on w.wholesaler_id = s.wholesaler_id
      where s.pharmacy_id = ${pharmacyId} and s.id = ${supplierId} and w.product_id is not null
        and w.code = any(${[...codes]}::text[])
    ), found as (
      select o.id, s.code from shared s join pharmacy_products o on o.pharmacy_id = ${pharmacyId}
        and o.product_id = s.product_id
      union all
      select pharmacy_product_id, code from pharmacy_product_codes where pharmacy_id = ${pharmacyId}
        and code = any(${[...codes]}::text[])
      union all
      select id, null from unnest(${[...ids]}::uuid[]) as w (id)
    ), own as (
      select id, coalesce(json_agg(code) filter (where code is not null), '[]') as codes from found group by id
    )
    select o.id, coalesce(o.private_label, p.label) as label, true as own, own.codes
    from own join pharmacy_products o on o.pharmacy_id = ${pharmacyId} and o.id = own.id
      left join products p on p.id = o.product_id
    where not o.archived
    union all
    select p.id, p.label, false, json_agg(s.code)
    from shared s join products p on p.id = s.product_id
    where not p.archived
      and not exists (select from pharmacy_products o where o.pharmacy_id = ${pharmacyId} and o.product_id = p.id)
    group by p.id, p.label`.execute(tx)
  return rows
}

/** The names of the pharmacy's products. */
export async function namesOfProducts(tx: Tx, pharmacyId: string): Promise<NamedForNote[]> {
  const { rows } = await sql<NamedForNote>`
    with own as (
      select o.id, o.product_id, coalesce(o.private_label, p.label) as label
      from pharmacy_products o left join products p on p.id = o.product_id
      where o.pharmacy_id = ${pharmacyId} and not o.archived
    ), packs as (
      select own.id, json_agg(json_build_object('label', k.label)) as list
      from own join product_packagings g on g.product_id = own.product_id join packagings k on k.id = g.packaging_id
      group by own.id
    )
    select own.id, own.label, coalesce(packs.list, '[]') as packs from own left join packs on packs.id = own.id`.execute(
    tx,
  )
  return rows
}

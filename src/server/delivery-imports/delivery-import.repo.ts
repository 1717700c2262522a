import { sql } from 'kysely'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import type { NoteProfile } from '#shared/domain/delivery-notes/note-fields.ts'
import type { NotedProduct } from '#shared/domain/delivery-notes/match-note.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

export type StoredImport = {
  id: string
  supplierId: string
  supplierName: string
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
    from delivery_imports m join suppliers s on s.pharmacy_id = m.pharmacy_id and s.id = m.supplier_id
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

export async function keptProfile(tx: Tx, pharmacyId: string, supplierId: string): Promise<NoteProfile | null> {
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

export async function rememberedCodes(tx: Tx, pharmacyId: string, supplierId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; productId: string }>`
    select code, pharmacy_product_id as "productId" from supplier_codes
    where pharmacy_id = ${pharmacyId} and supplier_id = ${supplierId}`.execute(tx)
  return new Map(rows.map(({ code, productId }) => [code, productId]))
}

export async function rememberCodes(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  codes: readonly { code: string; productId: string }[],
): Promise<void> {
  await sql`
    insert into supplier_codes (pharmacy_id, supplier_id, code, pharmacy_product_id)
    select distinct on (r.code) ${pharmacyId}::uuid, ${supplierId}::uuid, r.code, r."productId"
      from ${jsonRows(codes)} as r (code text, "productId" uuid)
    on conflict (pharmacy_id, supplier_id, code) do update
      set pharmacy_product_id = excluded.pharmacy_product_id`.execute(tx)
}

/** Every product of the pharmacy, and the products of the referential that have one of these codes. */
export async function possibleProducts(tx: Tx, pharmacyId: string, codes: readonly string[]): Promise<NotedProduct[]> {
  const { rows } = await sql<NotedProduct>`
    with own as (
      select o.id, o.product_id, coalesce(o.private_label, p.label) as label
      from pharmacy_products o left join products p on p.id = o.product_id
      where o.pharmacy_id = ${pharmacyId} and not o.archived
    ), own_codes as (
      select own.id, c.code from own join product_codes c on c.product_id = own.product_id
      union all
      select pharmacy_product_id, code from pharmacy_product_codes where pharmacy_id = ${pharmacyId}
    ), packs as (
      select own.id, json_agg(json_build_object('label', k.label)) as list
      from own join product_packagings g on g.product_id = own.product_id join packagings k on k.id = g.packaging_id
      group by own.id
    )
    select own.id, own.label, true as own, coalesce(c.codes, '[]') as codes, coalesce(packs.list, '[]') as packs
    from own left join (select id, json_agg(code) as codes from own_codes group by id) c on c.id = own.id
      left join packs on packs.id = own.id
    union all
    select p.id, p.label, false, json_agg(c.code), '[]'
    from product_codes c join products p on p.id = c.product_id
    where c.code = any(${[...codes]}::text[]) and not p.archived
      and not exists (select from pharmacy_products o where o.pharmacy_id = ${pharmacyId} and o.product_id = p.id)
    group by p.id, p.label`.execute(tx)
  return rows
}

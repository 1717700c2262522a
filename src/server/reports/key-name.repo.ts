import { sql, type RawBuilder } from 'kysely'
import { displayName } from '#shared/domain/person.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { Tx } from '#server/db/database.ts'

type Named = { key: string; name: string }

const personOf = (row: { key: string; firstName: string; lastName: string }): Named => ({
  key: row.key,
  name: displayName(row),
})

/** The names of the keys of a dimension whose keys are ids or codes of records; empty for the others. */
export async function namesOfKeys(
  tx: Tx,
  pharmacyId: string,
  { dimension, keys }: { dimension: DimensionName; keys: readonly string[] },
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const named = async (from: RawBuilder<unknown>): Promise<Named[]> => (await sql<Named>`${from}`.execute(tx)).rows
  const isAsked = (column: RawBuilder<unknown>) => sql`${column} = any(${[...keys]}::uuid[])`
  const own = (table: string, name: RawBuilder<unknown>) =>
    named(sql`select t.id::text as key, ${name} as name from ${sql.table(table)} t
      where t.pharmacy_id = ${pharmacyId} and ${isAsked(sql`t.id`)}`)
  const common = (table: string, name: RawBuilder<unknown>) =>
    named(sql`select t.id::text as key, ${name} as name from ${sql.table(table)} t where ${isAsked(sql`t.id`)}`)
  const people = async (table: 'users' | 'persons') => {
    const { rows } = await sql<{ key: string; firstName: string; lastName: string }>`
      select t.id::text as key, t.first_name as "firstName", t.last_name as "lastName" from ${sql.table(table)} t
      where t.pharmacy_id = ${pharmacyId} and ${isAsked(sql`t.id`)}`.execute(tx)
    return rows.map(personOf)
  }
  const rows = await ((): Promise<Named[]> => {
    switch (dimension) {
      case 'seller':
        return people('users')
      case 'client':
      case 'patient':
        return people('persons')
      case 'register':
        return named(sql`select r.id::text as key, 'Caisse de ' || u.first_name || ' ' || u.last_name || ', '
            || to_char(r.opened_at at time zone p.time_zone, 'DD/MM/YYYY HH24:MI') as name
          from cash_registers r join pharmacies p on p.id = r.pharmacy_id join users u on u.id = r.opened_by
          where r.pharmacy_id = ${pharmacyId} and ${isAsked(sql`r.id`)}`)
      case 'employer':
        return own('organizations', sql`t.name`)
      case 'contract':
        return named(sql`select t.id::text as key, concat_ws(', ', t.label, coalesce(co.name, og.name)) as name
          from contracts t left join companies co on co.pharmacy_id = t.pharmacy_id and co.id = t.company_id
            left join organizations og on og.pharmacy_id = t.pharmacy_id and og.id = t.owner_organization_id
          where t.pharmacy_id = ${pharmacyId} and ${isAsked(sql`t.id`)}`)
      case 'product':
        return named(sql`select o.id::text as key, coalesce(o.private_label, d.label) as name
          from pharmacy_products o left join products d on d.id = o.product_id
          where o.pharmacy_id = ${pharmacyId} and ${isAsked(sql`o.id`)}`)
      case 'category':
        return common('product_categories', sql`t.label`)
      case 'laboratory':
        return common('brands', sql`t.name`)
      case 'storage':
        return own('storages', sql`t.label`)
      case 'supplier':
        return own('suppliers', sql`t.name`)
      case 'payer':
        return named(sql`
          select t.id::text as key, t.name from companies t where t.pharmacy_id = ${pharmacyId} and ${isAsked(sql`t.id`)}
          union all
          select t.id::text, t.name from organizations t where t.pharmacy_id = ${pharmacyId} and ${isAsked(sql`t.id`)}`)
      case 'atc':
        return named(sql`select a.code as key, a.label as name from atcs a where a.code = any(${[...keys]}::text[])`)
      case 'inns':
        return named(sql`select k.key, (select string_agg(n.name, ' + ' order by n.name) from inns n
            where n.id = any(string_to_array(k.key, ',')::uuid[])) as name
          from unnest(${[...keys]}::text[]) as k (key)`)
      default:
        return Promise.resolve([])
    }
  })()
  return new Map(rows.map(({ key, name }) => [key, name]))
}

import { sql } from 'kysely'
import type { KnownProduct } from '#shared/domain/registers/judge-register.ts'
import type { Tx } from '#server/db/database.ts'

/** `decimals`: of its currency. */
export type RegisterCountry = { code: string; currency: string; decimals: number }

export async function registerCountryOf(tx: Tx, code: string): Promise<RegisterCountry | undefined> {
  const { rows } = await sql<RegisterCountry>`
    select code, currency_code as currency, currency_decimals as decimals from countries where code = ${code}`.execute(
    tx,
  )
  return rows[0]
}

/** The source of products that the register of a country made. */
export function registerSourceOf(countryCode: string): string {
  return `register:${countryCode}`
}

/** Every product of the referential, except the merged ones. */
export async function knownProducts(tx: Tx, countryCode: string): Promise<KnownProduct[]> {
  const { rows } = await sql<KnownProduct>`
    with codes as materialized (select product_id, json_agg(code order by code) as list from product_codes
        group by product_id),
      inns as materialized (select i.product_id,
        json_agg(json_build_object('name', n.name, 'dosage', i.dosage) order by i.position) as list
        from product_inns i join inns n on n.id = i.inn_id group by i.product_id),
      packs as materialized (select k.product_id,
        json_agg(json_build_object('label', g.label, 'units', g.units) order by g.id) as list
        from product_packagings k join packagings g on g.id = k.packaging_id group by k.product_id)
    select p.id, p.label, p.archived, f.label as form, b.name as laboratory,
      coalesce(codes.list, '[]') as codes, coalesce(inns.list, '[]') as inns, coalesce(packs.list, '[]') as packs,
      case when p.reference_price is not null and p.reference_currency is not null
        then json_build_object('amount', p.reference_price, 'currency', p.reference_currency) end as price,
      p.source = ${registerSourceOf(countryCode)} and p.changed_by is null as "isOwn"
    from products p left join forms f on f.id = p.form_id left join brands b on b.id = p.brand_id
      left join codes on codes.product_id = p.id left join inns on inns.product_id = p.id
      left join packs on packs.product_id = p.id
    where p.merged_into is null order by p.id`.execute(tx)
  return rows
}

/** The products of earlier imports of the register, by key; of a merged product, the one that it was merged into. */
export async function keptKeysOf(tx: Tx, countryCode: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    with recursive kept as (
      select r.key, p.id, p.merged_into from register_products r join products p on p.id = r.product_id
        where r.country_code = ${countryCode}
      union all
      select kept.key, p.id, p.merged_into from kept join products p on p.id = kept.merged_into)
    select key, id from kept where merged_into is null`.execute(tx)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

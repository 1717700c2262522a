import { sql, type RawBuilder } from 'kysely'
import type { AuditedThing } from '#shared/domain/audited-things.ts'

/** SQL for what a record is called, over the row `t` of its table. */
const names: Partial<Record<AuditedThing, string>> = {
  banks: 't.name',
  bills: 't.number',
  companies: 't.name',
  contract_policies: 't.number',
  contracts: 't.label',
  deliveries: 't.number::text',
  disbursement_reasons: 't.label',
  inventories: 't.label',
  organizations: 't.name',
  persons: `t.last_name || coalesce(' ' || t.first_name, '')`,
  pharmacy_products: 'coalesce(t.private_label, (select p.label from products p where p.id = t.product_id))',
  product_health_insurances: 't.label',
  product_views: 't.name',
  roles: 't.name',
  stock_items: 't.lot',
  storages: 't.label',
  supplier_returns: 't.number::text',
  suppliers: 't.name',
  tags: 't.label',
  users: `t.last_name || ' ' || t.first_name`,
}

/** What the record of the entry `e` is called now; null for one that is gone or has no name. */
export const recordName: RawBuilder<string | null> = sql.raw(
  `case e.thing ${Object.entries(names)
    .map(
      ([thing, name]) =>
        `when '${thing}' then (select ${name} from ${thing} t where t.pharmacy_id = e.pharmacy_id and t.id = e.record_id)`,
    )
    .join(' ')} when 'pharmacies' then (select t.name from pharmacies t where t.id = e.record_id) end`,
)

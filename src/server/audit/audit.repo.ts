import { sql, type RawBuilder } from 'kysely'
import type { AuditEntry, audit } from '#shared/contract/audit.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { partsOf } from '#shared/domain/search/fold.ts'
import { terminalCode, terminalCodeForm } from '#shared/domain/terminal-code.ts'
import type { AuditedThing } from '#shared/domain/audited-things.ts'
import type { Tx } from '#server/db/database.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'

export type AuditQuery = HandlerInput<typeof audit.list>['query']

type Fields = Record<string, unknown>
type EntryRow = Omit<AuditEntry, 'byName' | 'terminalCode' | 'changes'> & {
  user: PersonName | null
  terminalId: string | null
  before: Fields | null
  after: Fields | null
}

/** One page of the changes of a pharmacy. Days are those of its time zone. */
export async function findAuditEntries(
  tx: Tx,
  pharmacyId: string,
  { from, to, search, thing, recordId, page, size, rowsOnly }: AuditQuery,
): Promise<{ items: AuditEntry[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const parts = partsOf(search ?? '')
  // It reads every unlock: only for a word that may be a code.
  const terminals = parts.some((part) => terminalCodeForm.test(part.toUpperCase()))
    ? await terminalIds(tx, pharmacyId)
    : []
  const at = (code: string) => terminals.filter((id) => terminalCode(id).toLowerCase() === code)
  // An array: the names are folded once, not for each entry.
  const by = (part: string) => sql`e.user_id = any(array(select n.id from users n
    where strpos(folded(n.last_name || ' ' || n.first_name), ${part}) > 0))`
  const kept = sql.join(
    [
      sql`e.pharmacy_id = ${pharmacyId}`,
      ...inDays(sql`e.at`, { from, to }, timeZone),
      ...(thing ? [sql`e.thing = ${thing}`] : []),
      ...(recordId ? [sql`e.record_id = ${recordId}`] : []),
      ...parts.map((part) => sql`(${by(part)} or e.terminal_id = any(${at(part)}))`),
    ],
    sql` and `,
  )
  const { rows } = await sql<{ total: number; items: EntryRow[] }>`
    with page as (
      select e.n::text as id, e.at, e.terminal_id as "terminalId", e.call, e.thing, e.record_id as "recordId",
        ${recordName} as "recordName", ${recordAmount} as "recordAmount", e.part, e.action, e.before, e.after,
        case when u.id is not null then json_build_object('firstName', u.first_name, 'lastName', u.last_name) end
          as user, e.n
      from audit_entries e left join users u on u.id = e.user_id where ${kept}
      order by e.n desc limit ${size} offset ${page * size}
    )
    select ${rowsOnly ? sql`0::bigint` : sql`(select count(*) from audit_entries e where ${kept})`} as total,
      (select coalesce(json_agg(to_jsonb(p) - 'n' order by p.n desc), '[]') from page p) as items`.execute(tx)
  const { total, items } = rows[0]!
  return { total, items: await withNames(tx, pharmacyId, items.map(entryOf)) }
}

/** The end of the chain. The entries are numbered without gaps. */
export async function findAuditHead(tx: Tx, pharmacyId: string): Promise<CallReply<typeof audit.head>> {
  const { rows } = await sql<{ entries: number; hash: string; at: Date }>`
    select n::int as entries, encode(hash, 'hex') as hash, at from audit_entries
    where pharmacy_id = ${pharmacyId} order by n desc limit 1`.execute(tx)
  const { rows: erased } = await sql<{ erasures: number }>`
    select count(*)::int as erasures from persons where pharmacy_id = ${pharmacyId} and erased_at is not null`.execute(
    tx,
  )
  const last = rows[0]
  return {
    entries: last?.entries ?? 0,
    erasures: erased[0]!.erasures,
    last: last ? { hash: last.hash, at: last.at.toISOString() } : null,
  }
}

function entryOf({ user, terminalId, at, before, after, ...row }: EntryRow): AuditEntry {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  return {
    ...row,
    at: new Date(at).toISOString(),
    byName: user && displayName(user),
    terminalCode: terminalId && terminalCode(terminalId),
    changes: fields.map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) })),
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Terminals at which somebody unlocked. */
async function terminalIds(tx: Tx, pharmacyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct terminal_id as id from unlocks where pharmacy_id = ${pharmacyId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** References in what was changed, by the name that their record has today. */
async function withNames(tx: Tx, pharmacyId: string, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const values = entries.flatMap(({ changes }) => changes.flatMap(({ before, after }) => [before, after]))
  const ids = [...new Set(values.filter((value) => value !== null && isUuid(value)))]
  if (ids.length === 0) return [...entries]
  const { rows } = await sql<{ id: string; name: string | null }>`${sql.join(
    Object.entries(names).map(
      ([thing, name]) =>
        sql`select t.id, ${sql.raw(name)} as name from ${sql.table(thing)} t
          where t.pharmacy_id = ${pharmacyId} and t.id = any(${ids}::uuid[])`,
    ).concat(sql`select e.record_id, ${sql.raw(goneName('e'))} from audit_entries e
      where e.pharmacy_id = ${pharmacyId} and e.record_id = any(${ids}::uuid[]) and e.part = e.thing
        and e.action = 'delete'`),
    sql` union all `,
  )}`.execute(tx)
  const known = new Map(rows.map(({ id, name }) => [id, name]))
  const named = (value: string | null) => (value === null ? null : (known.get(value) ?? value))
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map(({ field, before, after }) => ({ field, before: named(before), after: named(after) })),
  }))
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** SQL for what a record was called when it was taken away, which the entry tells. */
const goneName = (entry: 'd' | 'e') =>
  `coalesce(${['name', 'label', 'number', 'account'].map((field) => `${entry}.before ->> '${field}'`).join(', ')})`

/** SQL for what a product of the pharmacy is called. */
const productName = (id: string) => `(select coalesce(y.private_label, p.label) from pharmacy_products y
  left join products p on p.id = y.product_id where y.pharmacy_id = t.pharmacy_id and y.id = ${id})`

/** SQL for what a record is called, over the row `t` of its table. */
const names: Partial<Record<AuditedThing, string>> = {
  assistant_tokens: 't.name',
  banks: 't.name',
  bills: 't.number',
  cash_registers: `(select u.last_name || ' ' || u.first_name from users u where u.id = t.opened_by)`,
  companies: 't.name',
  contract_policies: 't.number',
  contracts: 't.label',
  deliveries: 't.number::text',
  destructions: 't.number::text',
  disbursement_reasons: 't.label',
  dues: 't.name',
  expiry_tasks: `(select ${productName('i.pharmacy_product_id')} || coalesce(', lot ' || i.lot, '') from stock_items i
    where i.pharmacy_id = t.pharmacy_id and i.id = t.stock_item_id)`,
  fiscal_documents: 't.number',
  inventories: 't.label',
  organizations: 't.name',
  own_reports: 't.name',
  // An erased name says nothing.
  persons: `case when t.erased_at is not null then 'Client effacé'
    else t.last_name || coalesce(' ' || t.first_name, '') end`,
  pharmacy_products: 'coalesce(t.private_label, (select p.label from products p where p.id = t.product_id))',
  product_health_insurances: 't.label',
  product_views: 't.name',
  recalls: `${productName('t.pharmacy_product_id')} || ', lot ' || t.lot`,
  roles: 't.name',
  stock_items: `${productName('t.pharmacy_product_id')} || coalesce(', lot ' || t.lot, '')`,
  storages: 't.label',
  bill_statements: 't.reference',
  bill_payments: 't.number::text',
  money_statements: 't.account',
  orders: 't.number::text',
  supplier_payments: 't.number::text',
  wholesaler_claims: 't.number::text',
  supplier_returns: 't.number::text',
  suppliers: 't.name',
  tags: 't.label',
  users: `t.last_name || ' ' || t.first_name`,
}

/** SQL for what a record is worth, over the row `t` of its table. */
const amounts: Partial<Record<AuditedThing, string>> = {
  bills: 't.amount',
  bill_payments: 't.amount',
  bill_statements: 't.total',
  deliveries: 't.note_total',
  orders:
    '(select sum(l.quantity * l.price) from order_lines l where l.pharmacy_id = t.pharmacy_id and l.order_id = t.id)',
  supplier_payments: 't.amount',
  supplier_returns: `(select sum(l.quantity * l.purchase_price) from supplier_return_lines l
    where l.pharmacy_id = t.pharmacy_id and l.return_id = t.id)`,
  wholesaler_claims:
    '(select sum(l.amount) from wholesaler_claim_lines l where l.pharmacy_id = t.pharmacy_id and l.claim_id = t.id)',
}
const recordAmount: RawBuilder<number | null> = sql.raw(
  `case e.thing ${Object.entries(amounts)
    .map(
      ([thing, amount]) =>
        `when '${thing}' then (select ${amount} from ${thing} t where t.pharmacy_id = e.pharmacy_id and t.id = e.record_id)`,
    )
    .join(' ')} end`,
)

/** What the record of the entry `e` is called now, or was when it was taken away; null for one that has no name. */
const recordName: RawBuilder<string | null> = sql.raw(
  `coalesce(case e.thing ${Object.entries(names)
    .map(
      ([thing, name]) =>
        `when '${thing}' then (select ${name} from ${thing} t where t.pharmacy_id = e.pharmacy_id and t.id = e.record_id)`,
    )
    .join(' ')}
    when 'pharmacies' then (select t.name from pharmacies t where t.id = e.record_id)
    when 'bill_rules' then coalesce(${(['companies', 'organizations', 'persons'] as const)
      .map(
        (thing) =>
          `(select ${names[thing]} from ${thing} t where t.pharmacy_id = e.pharmacy_id and t.id = e.record_id)`,
      )
      .join(', ')}) end,
    (select ${goneName('d')} from audit_entries d where d.pharmacy_id = e.pharmacy_id and d.record_id = e.record_id and d.part = d.thing
        and d.action = 'delete' order by d.n desc limit 1))`,
)

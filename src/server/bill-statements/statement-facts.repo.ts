import { sql } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import type { DeliveredGoods } from '#shared/domain/statements/agreed-line.ts'
import type { Billed, Claimed, Returned, StatementFacts } from '#shared/domain/statements/statement-facts.ts'
import { spellingsOf } from '#shared/domain/product-code.ts'
import type { Tx } from '#server/db/database.ts'

/** Notes are billed on the statement of their month or of one of the next. */
const daysBefore = 120
const daysAfter = 31

/** How the screens and papers name what a line matches. */
export type Names = ReadonlyMap<string, string>

/**
 * What the pharmacy knows of a supplier around a period: the goods of its closed deliveries, what went back, the claims
 * that await a credit, and what other validated statements billed.
 */
export async function statementFacts(
  tx: Tx,
  pharmacyId: string,
  { id, supplierId, from, to }: { id: string; supplierId: string; from: string; to: string },
): Promise<StatementFacts & { names: Names }> {
  const period = { since: addDays(from, -daysBefore), until: addDays(to, daysAfter) }
  const goods = await deliveredGoods(tx, pharmacyId, supplierId, period)
  const returns = await returned(tx, pharmacyId, supplierId)
  const claims = await claimed(tx, pharmacyId, supplierId)
  return {
    goods,
    levies: await leviesOf(tx, pharmacyId, [...new Set(goods.map(({ deliveryId }) => deliveryId))]),
    returns,
    claims,
    billed: await billed(tx, pharmacyId, {
      id,
      supplierId,
      // What else was billed can match no line.
      matches: [
        ...new Set(goods.map(({ deliveryId }) => deliveryId)),
        ...returns.map(({ returnId }) => returnId),
        ...claims.map(({ claimId }) => claimId),
      ],
    }),
    orderedProducts: await orderedProducts(tx, pharmacyId, supplierId, period),
    names: new Map([
      ...goods.map(({ deliveryId, noteNumber }) => [deliveryId, noteNumber] as const),
      ...returns.map(({ returnId, number }) => [returnId, String(number)] as const),
      ...claims.map(({ claimId, number }) => [claimId, String(number)] as const),
    ]),
  }
}

/** By delivery and product; of what was refused at the control, nothing came. The promise is that of the wholesaler's price list on the day of the delivery. */
export async function deliveredGoods(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  { since, until }: { since: string; until: string },
): Promise<DeliveredGoods[]> {
  const { rows } = await sql<DeliveredGoods>`
    with goods as (
      select d.id, d.bl, d.received_on, l.pharmacy_product_id as product_id, 
        coalesce(sum(l.received) filter (where not l.removed), 0) as received,
        coalesce(sum(l.free) filter (where not l.removed), 0) as free,
        case when min(l.purchase_price) filter (where l.received > 0) = max(l.purchase_price) filter (where l.received > 0)
          then min(l.purchase_price) filter (where l.received > 0)
          else round(sum(l.received * l.purchase_price) / nullif(sum(l.received), 0), 4) end as price,
        max(l.vat) as vat, d.import_id is not null as from_file, d.order_id is not null as ordered
      from deliveries d join delivery_lines l on l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id
      where d.pharmacy_id = ${pharmacyId} and d.supplier_id = ${supplierId} and d.state = 'closed'
        and d.received_on between ${since} and ${until} and l.pharmacy_product_id is not null
      group by d.id, d.bl, d.received_on, l.pharmacy_product_id, d.import_id, d.order_id
    )
    select g.id as "deliveryId", g.bl as "noteNumber", g.received_on as day, g.product_id as "productId",
      g.received::int as received, g.free::int as free, nullif(g.price, 0)::text as price,
      g.vat, not g.from_file as "isVatTyped", g.ordered,
      case when w.price is not null then json_build_object('price', w.price::text, 'rebate', w.rebate, 'per', w.per,
        'free', w.free) end as promised
    from goods g join pharmacy_products p on p.pharmacy_id = ${pharmacyId} and p.id = g.product_id
      join suppliers s on s.pharmacy_id = ${pharmacyId} and s.id = ${supplierId}
      left join lateral (
        select h.price, h.rebate, h.per, h.free from wholesaler_products c
          join wholesaler_product_prices h on h.wholesaler_id = c.wholesaler_id and h.code = c.code
        where c.wholesaler_id = s.wholesaler_id and c.product_id = p.product_id and h.from_day <= g.received_on
        order by h.from_day desc, h.code limit 1
      ) w on true
    order by g.received_on, g.id, g.product_id`.execute(tx)
  return rows
}

/** AIB that the invoices of these deliveries add, by delivery. */
async function leviesOf(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; aib: number }>`select id, aib_amount as aib from deliveries
    where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[]) and aib_amount > 0`.execute(tx)
  return new Map(rows.map(({ id, aib }) => [id, aib]))
}

/** By id. */
export async function labelsOfProducts(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; label: string }>`
    select p.id, coalesce(p.private_label, r.label) as label from pharmacy_products p
      left join products r on r.id = p.product_id
    where p.pharmacy_id = ${pharmacyId} and p.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, label }) => [id, label]))
}

async function returned(tx: Tx, pharmacyId: string, supplierId: string): Promise<(Returned & { number: number })[]> {
  const { rows } = await sql<Returned & { number: number }>`
    select r.id as "returnId", r.number,
      case when r.state = 'credited' then coalesce(k.numbers, '[]') else '[]'::json end as numbers,
      case when r.state = 'credited' then coalesce(k.amount, 0)
        else greatest(0, l.value - coalesce(k.amount, 0)) end::bigint as value
    from supplier_returns r
      cross join lateral (select sum(x.quantity * x.purchase_price) as value from supplier_return_lines x
        where x.pharmacy_id = r.pharmacy_id and x.return_id = r.id) l
      cross join lateral (select sum(c.amount) as amount, json_agg(c.number) filter (where c.number is not null) as numbers
        from supplier_return_credits c where c.pharmacy_id = r.pharmacy_id and c.return_id = r.id) k
    where r.pharmacy_id = ${pharmacyId} and r.supplier_id = ${supplierId} and r.state in ('sent', 'credited')`.execute(
    tx,
  )
  return rows
}

async function claimed(tx: Tx, pharmacyId: string, supplierId: string): Promise<(Claimed & { number: number })[]> {
  const { rows } = await sql<Claimed & { number: number }>`
    select c.id as "claimId", c.number, '[]'::json as numbers,
      (sum(coalesce(l.accepted, l.amount)) - coalesce((select sum(k.amount) from wholesaler_claim_credits k
        where k.pharmacy_id = c.pharmacy_id and k.claim_id = c.id), 0))::bigint as awaited
    from wholesaler_claims c join wholesaler_claim_lines l on l.pharmacy_id = c.pharmacy_id and l.claim_id = c.id
    where c.pharmacy_id = ${pharmacyId} and c.supplier_id = ${supplierId} and c.step = 'sent'
    group by c.pharmacy_id, c.id`.execute(tx)
  return rows
}

/** Of these deliveries, returns and claims, by validated statements other than this one. Boxes that were billed and claimed back are billed by none. */
async function billed(
  tx: Tx,
  pharmacyId: string,
  { id, supplierId, matches }: { id: string; supplierId: string; matches: readonly string[] },
): Promise<Billed> {
  const { rows } = await sql<{
    kind: 'goods' | 'note' | 'return' | 'claim'
    deliveryId: string
    productId: string
    quantity: number
    amount: number
    statement: string
  }>`
    select l.match_kind as kind, l.match_id as "deliveryId", l.match_product_id as "productId", l.quantity,
      l.matched as amount, b.reference as statement
    from bill_statements b join bill_statement_lines l on l.pharmacy_id = b.pharmacy_id and l.statement_id = b.id
    where b.pharmacy_id = ${pharmacyId} and b.supplier_id = ${supplierId} and b.state = 'validated' and b.id <> ${id}
      and l.match_id = any(${[...matches]}::uuid[]) and l.matched <> 0`.execute(tx)
  return {
    boxes: rows.filter(({ kind }) => kind === 'goods'),
    deliveries: rows.filter(({ kind }) => kind === 'note'),
    credits: rows.filter(({ kind }) => kind === 'return').map(({ deliveryId }) => deliveryId),
  }
}

async function orderedProducts(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  { since, until }: { since: string; until: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.pharmacy_product_id as id
    from orders o join order_lines l on l.pharmacy_id = o.pharmacy_id and l.order_id = o.id
    where o.pharmacy_id = ${pharmacyId} and o.supplier_id = ${supplierId} and o.step in ('sent', 'confirmed')
      and o.created_at >= ${since}::date and o.created_at < ${until}::date + 1`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The pharmacy's product of each code: as the supplier's codes were tied, as its notes were received, else by a code that
 * only one product has.
 */
export async function productsOfStatementCodes(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const spellings = codes.flatMap((code) => spellingsOf(code).map((spelling) => ({ code, spelling })))
  const { rows } = await sql<{ code: string; productId: string }>`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(spellings)}::json) as x (code text, spelling text)
    ), found as (
      select code, pharmacy_product_id as id, 1 as rank from supplier_codes
      where pharmacy_id = ${pharmacyId} and supplier_id = ${supplierId} and code = any(${[...codes]}::text[])
      union all
      select distinct l.code, l.pharmacy_product_id, 2 from deliveries d
        join delivery_lines l on l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id
      where d.pharmacy_id = ${pharmacyId} and d.supplier_id = ${supplierId} and d.state = 'closed'
        and l.code = any(${[...codes]}::text[]) and l.pharmacy_product_id is not null
      union all
      select w.code, p.id, 3 from suppliers s join wholesaler_products w on w.wholesaler_id = s.wholesaler_id
        join pharmacy_products p on p.pharmacy_id = s.pharmacy_id and p.product_id = w.product_id
      where s.pharmacy_id = ${pharmacyId} and s.id = ${supplierId} and w.code = any(${[...codes]}::text[])
      union all
      select a.code, c.pharmacy_product_id, 4 from asked a join pharmacy_product_codes c
        on c.pharmacy_id = ${pharmacyId} and c.code = a.spelling
      union all
      select a.code, p.id, 4 from asked a join product_codes c on c.code = a.spelling
        join pharmacy_products p on p.pharmacy_id = ${pharmacyId} and p.product_id = c.product_id
    ), best as (
      select code, rank, min(id::text)::uuid as id, count(distinct id) as products from found group by code, rank
    )
    select distinct on (code) code, id as "productId" from best where products = 1 order by code, rank`.execute(tx)
  return new Map(rows.map(({ code, productId }) => [code, productId]))
}

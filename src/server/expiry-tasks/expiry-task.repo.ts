import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { ExpiryTask, expiryTasks, NewExpiryTask, SavedMonth } from '#shared/contract/expiry-tasks.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { safeSum } from '#server/db/safe-sum.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { savings } from '#server/stock/expiry-savings.repo.ts'

export type TaskQuery = HandlerInput<typeof expiryTasks.list>['query']

type TaskRow = Omit<ExpiryTask, 'createdAt' | 'createdByName' | 'endedAt' | 'endedByName'> & {
  createdAt: string
  createdBy: PersonName
  endedAt: string | null
  endedBy: PersonName | null
}

/** One page of tasks, and what all filtered tasks saved. */
export async function findTasks(
  tx: Tx,
  pharmacyId: string,
  query: TaskQuery & { id?: string },
): Promise<{ items: ExpiryTask[]; total: number; saved: number }> {
  const order = sortOrder(
    query.sort,
    {
      label: sql`folded(f.label)`,
      kind: sql`f.kind`,
      quantity: sql`f.quantity`,
      expiresOn: sql`f."expiresOn"`,
      createdAt: sql`f."createdAt"`,
      createdBy: sql`folded(f."createdBy" ->> 'lastName')`,
      state: sql`f.state`,
      saved: sql`f.saved`,
    },
    sql`f."createdAt" desc, f.id`,
  )
  const { rows } = await sql<{ total: number; saved: number; items: TaskRow[] }>`
    with saving as materialized (select id, sum(amount) as amount from ${savings(pharmacyId)} x group by 1),
    task as (
      select t.id, t.stock_item_id as "stockItemId", i.pharmacy_product_id as "pharmacyProductId",
        coalesce(pp.private_label, p.label) as label, i.lot, i.expires_on as "expiresOn", i.quantity as left, t.kind,
        t.quantity, t.percent, t.to_pharmacy_name as "toPharmacyName", t.created_at as "createdAt",
        json_build_object('firstName', c.first_name, 'lastName', c.last_name) as "createdBy",
        case when t.outcome is not null then t.outcome
          when t.kind in ('discount', 'destroy') and i.quantity <= 0 then 'done' else 'open' end as state,
        t.ended_at as "endedAt",
        case when e.id is not null then json_build_object('firstName', e.first_name, 'lastName', e.last_name) end
          as "endedBy",
        t.done_quantity as "doneQuantity", coalesce(saving.amount, 0) as saved
      from expiry_tasks t
        join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = t.stock_item_id
        join pharmacy_products pp on pp.pharmacy_id = ${pharmacyId} and pp.id = i.pharmacy_product_id
        left join products p on p.id = pp.product_id
        join users c on c.id = t.created_by left join users e on e.id = t.ended_by
        left join saving on saving.id = t.id
      where t.pharmacy_id = ${pharmacyId}
    ),
    filtered as materialized (select * from task where ${kept(query)}),
    page as (
      select f.*, row_number() over (order by ${order}) as place from filtered f order by place
        limit ${query.size} offset ${query.page * query.size}
    )
    select (select count(*) from filtered) as total, (select ${safeSum(sql`saved`)} from filtered) as saved,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, saved, items } = rows[0]!
  return {
    total,
    saved,
    items: items.map(({ createdAt, createdBy, endedAt, endedBy, ...task }) => ({
      ...task,
      createdAt: new Date(createdAt).toISOString(),
      createdByName: displayName(createdBy),
      endedAt: endedAt && new Date(endedAt).toISOString(),
      endedByName: endedBy && displayName(endedBy),
    })),
  }
}

function kept({ id, search, state, kind, stockItemId }: TaskQuery & { id?: string }): RawBuilder<unknown> {
  return sql.join(
    [
      sql`true`,
      ...(id ? [sql`id = ${id}`] : []),
      ...(state ? [sql`state = any(${state}::text[])`] : []),
      ...(kind ? [sql`kind = any(${kind}::text[])`] : []),
      ...(stockItemId ? [sql`"stockItemId" = ${stockItemId}`] : []),
      ...wordsOf(search ?? '').map((word) => sql`strpos(folded(label || ' ' || coalesce(lot, '')), ${word}) > 0`),
    ],
    sql` and `,
  )
}

/** What was saved in each of the 12 months up to now, oldest first, in the pharmacy's time zone. */
export async function savedByMonth(tx: Tx, pharmacyId: string, now: Date): Promise<SavedMonth[]> {
  const { rows } = await sql<SavedMonth>`
    with here as (select time_zone, date_trunc('month', ${now}::timestamptz at time zone time_zone) as this_month
      from pharmacies where id = ${pharmacyId}),
    months as (select month
      from here, generate_series(this_month - interval '11 months', this_month, interval '1 month') month),
    saved as (
      select date_trunc('month', x.at at time zone here.time_zone) as month, x.kind, sum(x.amount) as amount
      from here, ${savings(pharmacyId)} x group by 1, 2
    )
    select to_char(months.month, 'YYYY-MM') as month,
      coalesce(sum(amount) filter (where kind = 'return'), 0) as returned,
      coalesce(sum(amount) filter (where kind = 'transfer'), 0) as moved,
      coalesce(sum(amount) filter (where kind = 'discount'), 0) as discounted, coalesce(sum(amount), 0) as total
    from months left join saved using (month) group by months.month order by months.month`.execute(tx)
  return rows
}

export type TaskLot = {
  id: string
  productId: string
  quantity: number
  expiresOn: string | null
  archived: boolean
  blocked: string | null
  salePrice: number
}

export async function findLot(tx: Tx, pharmacyId: string, id: string): Promise<TaskLot | undefined> {
  return tx
    .selectFrom('stock_items')
    .select([
      'id',
      'pharmacy_product_id as productId',
      'quantity',
      'expires_on as expiresOn',
      'archived',
      'blocked',
      'sale_price as salePrice',
    ])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type NewTask = { id: string; task: NewExpiryTask; fullPrice: number; toPharmacyName: string | null; userId: string }

export async function insertTask(
  tx: Tx,
  pharmacyId: string,
  { id, task, fullPrice, toPharmacyName, userId }: NewTask,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('expiry_tasks')
    .values({
      pharmacy_id: pharmacyId,
      id,
      stock_item_id: task.stockItemId,
      kind: task.kind,
      quantity: task.quantity,
      percent: task.kind === 'discount' ? task.percent : null,
      full_price: task.kind === 'discount' ? fullPrice : null,
      to_pharmacy_id: task.kind === 'transfer' ? task.toPharmacyId : null,
      to_pharmacy_name: toPharmacyName,
      created_by: userId,
      created_at: now,
    })
    .execute()
}

export type OpenTask = {
  id: string
  stockItemId: string
  kind: ExpiryTask['kind']
  quantity: number
  outcome: string | null
}

export async function findTask(tx: Tx, pharmacyId: string, id: string): Promise<OpenTask | undefined> {
  return tx
    .selectFrom('expiry_tasks')
    .select(['id', 'stock_item_id as stockItemId', 'kind', 'quantity', 'outcome'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function endTask(
  tx: Tx,
  pharmacyId: string,
  id: string,
  end: { outcome: 'done' | 'canceled'; userId: string; doneQuantity: number | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('expiry_tasks')
    .set({ outcome: end.outcome, ended_by: end.userId, ended_at: end.at, done_quantity: end.doneQuantity })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/** Sets the discount that the counter proposes for a lot; null ends it. */
export async function setDiscount(tx: Tx, pharmacyId: string, id: string, percent: number | null): Promise<void> {
  await tx
    .updateTable('stock_items')
    .set({ discount_percent: percent })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

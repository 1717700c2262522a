import { sql, type RawBuilder } from 'kysely'
import type { PayerKind } from '#shared/contract/bill-payer.ts'
import type { BillDetail, BillLine, BillRow, bills } from '#shared/contract/bills.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { billedPeriod } from '#shared/domain/billing/bill-letter.ts'
import { billStateOf, billStates } from '#shared/domain/billing/bill-state.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { payerName, payerOf } from '#server/bills/bill-report.repo.ts'
import { readVouchers, type VoucherRow } from '#server/bills/voucher.repo.ts'
import { billedVoucherTables } from '#server/credit/voucher-tables.repo.ts'
import { leftOf } from '#server/credit/settled.repo.ts'
import { payerIdOf, payersLike } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type BillQuery = HandlerInput<typeof bills.list>['query']
export type By = { userId: string; at: Date }

/** A closed bill awaits nothing; only what is open is computed line by line, so that old years cost nothing. */
const settlements = sql`cross join lateral (
    select coalesce(sum(z.amount) filter (where z.kind = 'paid'), 0)::bigint as paid,
      coalesce(sum(z.amount) filter (where z.kind = 'charged'), 0)::bigint as charged,
      coalesce(sum(z.amount) filter (where z.kind = 'written-off'), 0)::bigint as written_off,
      coalesce(sum(z.amount) filter (where z.kind = 'presented-again'), 0)::bigint as again
    from bill_settlements z where z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id and z.undone_at is null) z
  cross join lateral (
    select case when b.status <> 'open' then 0 else (
      select coalesce(sum(${leftOf}), 0)::bigint from bill_lines l
        join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
      where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds) end as "left") x`
/** The same rule as `billStateOf`, to filter and sort by; `bills.test` compares both. */
const state = sql`case when b.status = 'canceled' then 'canceled' when x.left = 0 then 'closed'
  when z.paid + z.charged + z.written_off > 0 then 'partly-paid' when b.sent_at is not null then 'sent' else 'open' end`
const payer = payerOf('b')
const named = sql`bills b ${payer.tables}
  left join users u on u.id = b.created_by`
const summed = sql`${named} ${settlements}`
const from = sql`${summed}
  cross join lateral (
    select count(*)::int as lines
    from bill_lines l where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id) n`

const sortColumns = {
  number: sql`b.number`,
  payer: sql`folded(${payerName})`,
  issuedOn: sql`b.issued_on`,
  dueOn: sql`b.due_on`,
  lines: sql`n.lines`,
  amount: sql`b.amount`,
  paid: sql`z.paid`,
  left: sql`x.left`,
  state,
}

/** `sold`: the first and last day of its vouchers. */
type Row = Omit<BillRow, 'billed' | 'createdByName' | 'sentAt' | 'canceledAt' | 'state' | 'returned'> & {
  isCanceled: boolean
  sold: { first: string | null; last: string | null }
  createdBy: PersonName | null
  sentAt: Date | null
  canceledAt: Date | null
}

/** The sums are those of all bills of the filter, without canceled ones. `today`: the calendar day of the pharmacy. */
export async function findBills(
  tx: Tx,
  pharmacyId: string,
  query: BillQuery,
  today: string,
): Promise<{ items: BillRow[]; total: number; amount: number; paid: number; left: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query, today), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`b.issued_on desc, b.number desc, b.id`)
  const filtered = query.state ? summed : named
  const sorted = /lines/.test(query.sort ?? '') ? from : /paid|left|state/.test(query.sort ?? '') ? summed : filtered
  const page = await pagedRows(tx, query, {
    from: sql`${filtered} where ${kept}`,
    items: (limit) =>
      readBills(
        tx,
        sql`b.pharmacy_id = ${pharmacyId}
          and b.id = any(array(select b.id from ${sorted} where ${kept} order by ${order} ${limit})) order by ${order}`,
      ),
  })
  if (query.rowsOnly) return { ...page, amount: 0, paid: 0, left: 0 }
  const { rows } = await sql<{ amount: number; paid: number; left: number }>`
    select coalesce(sum(b.amount), 0)::bigint as amount, coalesce(sum(z.paid), 0)::bigint as paid,
      coalesce(sum(x.left), 0)::bigint as "left"
    from ${summed} where ${kept} and b.status <> 'canceled'`.execute(tx)
  return { ...page, ...rows[0]! }
}

/** The number of bills that the filter `waiting` finds, without the sums of their lines. */
export async function waitingBills(tx: Tx, pharmacyId: string, today: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from bills b where b.pharmacy_id = ${pharmacyId} and ${isWaiting(today)}`.execute(tx)
  return rows[0]!.total
}

/** Something is left of the bill, and it is past its day or in the state `open`; the first line with a rest suffices. */
function isWaiting(today: string): RawBuilder<unknown> {
  return sql`b.status = 'open' and (b.due_on < ${today} or b.sent_at is null and not exists (
      select from bill_settlements z where z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id and z.undone_at is null
        and z.amount > 0 and z.kind in ('paid', 'charged', 'written-off')))
    and exists (select from bill_lines l
      join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
      where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds and y.owed > 0)`
}

export async function findBill(tx: Tx, pharmacyId: string, id: string): Promise<BillRow | undefined> {
  const [bill] = await readBills(tx, sql`b.pharmacy_id = ${pharmacyId} and b.id = ${id}`)
  return bill
}

/** The bills that were made at once. */
export function billsOfRun(tx: Tx, pharmacyId: string, runId: string): Promise<BillRow[]> {
  return readBills(tx, sql`b.pharmacy_id = ${pharmacyId} and b.run_id = ${runId} order by b.number, b.id`)
}

/** Those of these bills that the pharmacy has. */
export function billsOf(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<BillRow[]> {
  return readBills(tx, sql`b.pharmacy_id = ${pharmacyId} and b.id = any(${[...ids]}::uuid[])`)
}

async function readBills(tx: Tx, which: RawBuilder<unknown>): Promise<BillRow[]> {
  const { rows } = await sql<Row>`
    select b.id, b.number, ${payer.columns}, b.label, b.from_day as "from", b.to_day as "to",
      (select json_build_object('first', min((v.sold_at at time zone h.time_zone)::date),
          'last', max((v.sold_at at time zone h.time_zone)::date))
        from bill_lines l join sales v on v.pharmacy_id = l.pharmacy_id and v.id = l.sale_id
          join pharmacies h on h.id = l.pharmacy_id
        where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id) as sold, b.issued_on as "issuedOn", b.due_on as "dueOn",
      b.status = 'canceled' as "isCanceled", n.lines, b.amount, z.paid, z.charged, z.written_off as "writtenOff",
      z.again, x.left as "left", ${personName('u')} as "createdBy", b.sent_at as "sentAt",
      b.canceled_at as "canceledAt", b.cancel_reason as "cancelReason"
    from ${from} where ${which}`.execute(tx)
  return rows.map(({ isCanceled, createdBy, sentAt, canceledAt, sold, ...row }): BillRow => {
    const { amount, paid, charged, writtenOff, again, left } = row
    return {
      ...row,
      billed: billedPeriod(row, { first: sold.first ?? row.from, last: sold.last ?? row.to }),
      returned: isCanceled ? 0 : amount - paid - charged - writtenOff - again - left,
      state: billStateOf({ isCanceled, isSent: sentAt !== null, ...row }),
      createdByName: createdBy && displayName(createdBy),
      sentAt: sentAt?.toISOString() ?? null,
      canceledAt: canceledAt?.toISOString() ?? null,
    }
  })
}

type LineRow = VoucherRow & Pick<BillLine, 'position' | 'amount' | 'paid' | 'charged' | 'writtenOff' | 'again'>
export type BillLineRow = LineRow & { returned: number }

/** The lines of a bill, in its order. `left` of a line that the bill holds no more is 0. */
export async function findBillLines(tx: Tx, pharmacyId: string, billId: string): Promise<BillLineRow[]> {
  const settled = (kind: BillDetail['settlements'][number]['kind']) =>
    sql`coalesce((select sum(z.amount) from bill_settlements z where z.pharmacy_id = l.pharmacy_id
      and z.bill_id = l.bill_id and z.sale_id = l.sale_id and z.payment_id = l.payment_id and z.kind = ${sql.lit(kind)}
      and z.undone_at is null), 0)`
  const rows = await readVouchers<LineRow>(tx, {
    shown: sql`l.position, l.amount, case when l.holds then ${leftOf} else 0 end as "left", ${settled('paid')} as paid,
      ${settled('charged')} as charged, ${settled('written-off')} as "writtenOff", ${settled('presented-again')} as again`,
    tables: billedVoucherTables,
    where: sql`b.pharmacy_id = ${pharmacyId} and b.id = ${billId} order by l.position, s.sold_at, y.id`,
  })
  return rows.map((row) => ({
    ...row,
    returned: row.amount - row.paid - row.charged - row.writtenOff - row.again - row.left,
  }))
}

/** What happened to the lines of a bill, the latest first; what was undone is left out. */
export async function findSettlements(tx: Tx, pharmacyId: string, billId: string): Promise<BillDetail['settlements']> {
  const { rows } = await sql<
    Omit<BillDetail['settlements'][number], 'at' | 'byName'> & { at: Date; by: PersonName | null }
  >`
    select z.id, z.sale_id as "saleId", z.payment_id as "paymentId", z.kind, z.amount, z.note_number as "noteNumber",
      z.reason, z.bill_payment_id as "billPaymentId", z.movement_id as "movementId", z.settled_at as at, ${personName('u')} as by
    from bill_settlements z left join users u on u.id = z.settled_by
    where z.pharmacy_id = ${pharmacyId} and z.bill_id = ${billId} and z.undone_at is null
    order by z.settled_at desc, z.id`.execute(tx)
  return rows.map(({ at, by, ...row }) => ({ ...row, at: at.toISOString(), byName: by && displayName(by) }))
}

export type NewBill = {
  id: string
  number: string
  payer: { kind: PayerKind; id: string }
  label: string | null
  amount: number
  dueOn: string
  lines: readonly { saleId: string; paymentId: string; amount: number }[]
}

/** Numbers of a series, without gaps: the last one before those that were taken. */
export async function takeNumbers(tx: Tx, pharmacyId: string, prefix: string, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into bill_series (pharmacy_id, prefix, last) values (${pharmacyId}, ${prefix}, ${count})
    on conflict (pharmacy_id, prefix) do update set last = bill_series.last + excluded.last returning last`.execute(tx)
  return rows[0]!.last - count
}

/** Under the write lock: no return is written meanwhile. */
export async function insertBills(
  tx: Tx,
  pharmacyId: string,
  run: { id: string; from: string; to: string; issuedOn: string },
  made: readonly NewBill[],
  { userId, at }: By,
): Promise<void> {
  const heads = made.map(({ payer, id, number, label, amount, dueOn }) => ({
    id,
    number,
    label,
    amount,
    dueOn,
    companyId: payer.kind === 'company' ? payer.id : null,
    organizationId: payer.kind === 'organization' ? payer.id : null,
    personId: payer.kind === 'person' ? payer.id : null,
  }))
  await sql`
    insert into bills (pharmacy_id, id, number, company_id, organization_id, person_id, label, amount, issued_on, due_on,
      run_id, from_day, to_day, created_by, created_at, last_return)
    select ${pharmacyId}, r.id, r.number, r."companyId", r."organizationId", r."personId", r.label, r.amount,
      ${run.issuedOn}, r."dueOn", ${run.id}, ${run.from}, ${run.to}, ${userId}, ${at},
      coalesce((select return_number from pharmacy_counters where pharmacy_id = ${pharmacyId}), 0)
    from ${jsonRows(heads)} as r (id uuid, number text, "companyId" uuid, "organizationId" uuid, "personId" uuid,
      label text, amount bigint, "dueOn" date)`.execute(tx)
  const lines = made.flatMap(({ id, lines: of }) =>
    of.map((line, index) => ({ ...line, billId: id, position: index + 1 })),
  )
  await sql`
    insert into bill_lines (pharmacy_id, bill_id, sale_id, payment_id, amount, position)
    select ${pharmacyId}, r."billId", r."saleId", r."paymentId", r.amount, r.position
    from ${jsonRows(lines)} as r ("billId" uuid, "saleId" uuid, "paymentId" uuid, amount bigint, position int)`.execute(
    tx,
  )
}

export async function markBillSent(tx: Tx, pharmacyId: string, id: string, { userId, at }: By): Promise<void> {
  await sql`update bills set sent_by = ${userId}, sent_at = ${at}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function markBillCanceled(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, reason }: By & { reason: string },
): Promise<void> {
  await sql`update bills set status = 'canceled', canceled_by = ${userId}, canceled_at = ${at}, cancel_reason = ${reason}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  await sql`update bill_lines set holds = false where pharmacy_id = ${pharmacyId} and bill_id = ${id}`.execute(tx)
}

/** A search finds the number, the payer and the label. */
function filtersOf(
  pharmacyId: string,
  { search, state: states, payerId, payerKind, waiting, from: first, to }: BillQuery,
  today: string,
): RawBuilder<unknown>[] {
  const asked = billStates.filter((one) => states?.includes(one))
  const kinds = { company: sql`b.company_id`, organization: sql`b.organization_id`, person: sql`b.person_id` }
  return [
    sql`b.pharmacy_id = ${pharmacyId}`,
    // What is not closed is found by its index.
    ...(states && !asked.includes('closed') && !asked.includes('canceled') ? [sql`b.status = 'open'`] : []),
    ...(states ? [sql`${state} = any(${asked}::text[])`] : []),
    ...(waiting ? [isWaiting(today)] : []),
    ...(payerId ? [sql`${payerIdOf('b')} = any(${payersLike(pharmacyId, [payerId])})`] : []),
    ...(payerKind ? [sql`${kinds[payerKind]} is not null`] : []),
    ...(first ? [sql`b.issued_on >= ${first}`] : []),
    ...(to ? [sql`b.issued_on <= ${to}`] : []),
    ...wordsOf(search ?? '').map(
      (word) => sql`strpos(folded(concat_ws(' ', b.number, ${payerName}, b.label)), ${word}) > 0`,
    ),
  ]
}

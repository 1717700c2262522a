import { sql, type RawBuilder } from 'kysely'
import type { FollowUp, OwedBill } from '#shared/contract/bill-follow-ups.ts'
import { promiseState } from '#shared/domain/billing/reminder-step.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Payer } from '#server/bills/bill-rule.repo.ts'
import type { By } from '#server/bills/bill.repo.ts'
import { leftOf } from '#server/credit/settled.repo.ts'
import { payerIdOf, payersLike } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'

export type NewFollowUp = Pick<FollowUp, 'id' | 'kind' | 'note'> &
  Partial<Pick<FollowUp, 'step' | 'channel' | 'amount' | 'promisedOn' | 'billId'>>
type Row = Omit<FollowUp, 'createdAt' | 'createdByName' | 'endedAt' | 'endedByName' | 'promise'> & {
  createdAt: Date
  createdBy: PersonName
  endedAt: Date | null
  endedBy: PersonName | null
  paid: number
}

/** Of a payer, newest first. The money of a promise is what its lines were paid since. */
export async function followUpsOf(tx: Tx, pharmacyId: string, payerId: string, today: string): Promise<FollowUp[]> {
  const { rows } = await sql<Row>`
    select w.id, w.kind, w.step, w.channel, w.amount, w.promised_on as "promisedOn", w.bill_id as "billId",
      b.number as "billNumber", w.note, w.created_on as "on", w.created_at as "createdAt",
      ${personName('u')} as "createdBy", w.ended_at as "endedAt", ${personName('v')} as "endedBy",
      w.end_note as "endNote",
      case w.kind when 'promise' then (select coalesce(sum(z.amount), 0) from bill_settlements z
        join bills o on o.pharmacy_id = z.pharmacy_id and o.id = z.bill_id
        where z.pharmacy_id = w.pharmacy_id and z.kind = 'paid' and z.undone_at is null and z.settled_at >= w.created_at
          and ${payerIdOf('o')} = any(${payersLike(pharmacyId, [payerId])}))
        else 0 end::bigint as paid
    from bill_follow_ups w join users u on u.id = w.created_by left join users v on v.id = w.ended_by
      left join bills b on b.pharmacy_id = w.pharmacy_id and b.id = w.bill_id
    where w.pharmacy_id = ${pharmacyId}
      and ${payerIdOf('w')} = any(${payersLike(pharmacyId, [payerId])})
    order by w.created_at desc, w.id`.execute(tx)
  return rows.map(({ createdAt, createdBy, endedAt, endedBy, paid, ...row }) => {
    const { amount, promisedOn } = row
    return {
      ...row,
      promise:
        amount !== null && promisedOn !== null && endedAt === null
          ? promiseState({ amount, promisedOn }, { paid, today })
          : null,
      createdAt: createdAt.toISOString(),
      createdByName: displayName(createdBy),
      endedAt: endedAt?.toISOString() ?? null,
      endedByName: endedBy && displayName(endedBy),
    }
  })
}

/** The payer of a follow-up, of a merged person the one that remains; undefined for an unknown follow-up. */
export async function payerOfFollowUp(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<{ payerId: string; kind: FollowUp['kind']; isEnded: boolean } | undefined> {
  const { rows } = await sql<{ payerId: string; kind: FollowUp['kind']; isEnded: boolean }>`
    select coalesce(w.company_id, w.organization_id, p.merged_into, w.person_id) as "payerId", w.kind,
      w.ended_at is not null as "isEnded"
    from bill_follow_ups w left join persons p on p.pharmacy_id = w.pharmacy_id and p.id = w.person_id
    where w.pharmacy_id = ${pharmacyId} and w.id = ${id}`.execute(tx)
  return rows[0]
}

export async function insertFollowUp(
  tx: Tx,
  pharmacyId: string,
  payer: Pick<Payer, 'kind' | 'id'>,
  { id, kind, step, channel, amount, promisedOn, billId, note }: NewFollowUp,
  { userId, at, on }: By & { on: string },
): Promise<void> {
  const of = (which: Payer['kind']) => (payer.kind === which ? payer.id : null)
  await sql`
    insert into bill_follow_ups (pharmacy_id, id, company_id, organization_id, person_id, kind, step, channel, amount,
      promised_on, bill_id, note, created_by, created_on, created_at)
    values (${pharmacyId}, ${id}, ${of('company')}, ${of('organization')}, ${of('person')}, ${kind}, ${step ?? null},
      ${channel ?? null}, ${amount ?? null}, ${promisedOn ?? null}, ${billId ?? null}, ${note}, ${userId}, ${on},
      ${at})`.execute(tx)
}

export async function markFollowUpEnded(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, note }: By & { note: string | null },
): Promise<void> {
  await sql`update bill_follow_ups set ended_by = ${userId}, ended_at = ${at}, end_note = ${note}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

/** The bills of a payer that await money, the oldest due day first. */
export async function owedBills(
  tx: Tx,
  pharmacyId: string,
  payerId: string,
  today: string,
): Promise<Omit<OwedBill, 'isDisputed'>[]> {
  const { rows } = await sql<Omit<OwedBill, 'isDisputed'>>`
    select b.id, b.number, b.issued_on as "issuedOn", b.due_on as "dueOn", ${today}::date - b.due_on as late, b.amount,
      x."left"
    from bills b cross join lateral (
      select coalesce(sum(${leftOf}), 0)::bigint as "left" from bill_lines l
        join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
      where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds) x
    where b.pharmacy_id = ${pharmacyId} and b.status = 'open' and x."left" > 0
      and ${payerIdOf('b')} = any(${payersLike(pharmacyId, [payerId])})
    order by b.due_on, b.number`.execute(tx)
  return rows
}

/** Billed per month since a day, on the average of the months since the first bill; 0 without one. */
export async function monthlyBilled(tx: Tx, pharmacyId: string, payerId: string, since: string): Promise<number> {
  const { rows } = await sql<{ monthly: number }>`
    select coalesce(round(sum(amount) / greatest(1, count(distinct to_char(issued_on, 'YYYY-MM')))), 0)::bigint as monthly
    from bills b where pharmacy_id = ${pharmacyId} and status <> 'canceled' and issued_on >= ${since}
      and ${payerIdOf('b')} = any(${payersLike(pharmacyId, [payerId])})`.execute(tx)
  return rows[0]!.monthly
}

/** In minor units; null for an insurer, and without a limit. */
export async function creditLimitOf(
  tx: Tx,
  pharmacyId: string,
  { kind, id }: Pick<Payer, 'kind' | 'id'>,
): Promise<number | null> {
  if (kind === 'company') return null
  const table: RawBuilder<unknown> = sql.table(kind === 'person' ? 'persons' : 'organizations')
  const { rows } = await sql<{ limit: number | null }>`
    select credit_limit as "limit" from ${table} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]?.limit ?? null
}

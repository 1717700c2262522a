import { sql, type RawBuilder } from 'kysely'
import type { MoneyStatement, RecordedMoney } from '#shared/contract/money-statements.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'
import { notWithheld } from '#server/register-ledger/withheld.repo.ts'

export type Account = Pick<MoneyStatement, 'kind' | 'account'>
type Row = Omit<RecordedMoney, 'clientName' | 'userName'> & {
  person: PersonName | null
  organization: string | null
  user: PersonName
}

/**
 * What was recorded for an account between two days, and is on no line of a statement. `withheld`: the drawers whose
 * movements are left out.
 */
export function openMoney(
  tx: Tx,
  pharmacyId: string,
  {
    kind,
    account,
    from,
    to,
    timeZone,
    withheld = [],
  }: Account & { from: string; to: string; timeZone: string; withheld?: readonly string[] },
): Promise<RecordedMoney[]> {
  const ofAccount =
    kind === 'mobile-money'
      ? sql`m.kind in ('sale', 'collection', 'refund') and m.type = 'MOBILE_MONEY'
          and (m.operator is null or folded(m.operator) = folded(${account}))`
      : sql`((m.kind in ('sale', 'collection', 'refund') and m.type in ('CHEQUE', 'CREDIT_CARD', 'TRANSFER'))
          or m.kind = 'deposit')`
  const means = kind === 'mobile-money' ? sql`('MOBILE_MONEY')` : sql`('CHEQUE', 'TRANSFER')`
  return readMoney(tx, pharmacyId, timeZone, {
    movements: sql`m.occurred_at >= ${from}::date::timestamp at time zone ${timeZone}
      and m.occurred_at < (${to}::date + 1)::timestamp at time zone ${timeZone} and ${ofAccount}
      and ${notWithheld(sql`m.register_id`, withheld)}
      and not exists (select from money_line_matches l where l.pharmacy_id = m.pharmacy_id and l.movement_id = m.id)`,
    payments: sql`m.paid_on between ${from} and ${to} and m.means in ${means} and m.canceled_at is null
      and not exists (select from money_line_matches l where l.pharmacy_id = m.pharmacy_id
        and l.bill_payment_id = m.id)`,
    returns: sql`r.returned_on between ${from} and ${to} and r.means in ${means} and r.undone_at is null
      and not exists (select from money_line_matches l where l.pharmacy_id = r.pharmacy_id and l.bill_return_id = r.id)`,
  })
}

/** The records of these ids, without those of the drawers that are withheld. */
export function moneyOf(
  tx: Tx,
  pharmacyId: string,
  timeZone: string,
  {
    withheld,
    ...ids
  }: {
    movements: readonly string[]
    payments: readonly string[]
    returns: readonly string[]
    withheld: readonly string[]
  },
): Promise<RecordedMoney[]> {
  return readMoney(tx, pharmacyId, timeZone, {
    movements: sql`m.id = any(${[...ids.movements]}::uuid[]) and ${notWithheld(sql`m.register_id`, withheld)}`,
    payments: sql`m.id = any(${[...ids.payments]}::uuid[])`,
    returns: sql`r.id = any(${[...ids.returns]}::uuid[])`,
  })
}

/** A deposit leaves the drawer and comes in at the bank. */
async function readMoney(
  tx: Tx,
  pharmacyId: string,
  timeZone: string,
  where: { movements: RawBuilder<unknown>; payments: RawBuilder<unknown>; returns: RawBuilder<unknown> },
): Promise<RecordedMoney[]> {
  const { rows } = await sql<Row>`
    select 'movement' as kind, m.id, (m.occurred_at at time zone ${timeZone})::date as day,
      (extract(hour from m.occurred_at at time zone ${timeZone}) * 60
        + extract(minute from m.occurred_at at time zone ${timeZone}))::int as minutes,
      m.type, case m.kind when 'deposit' then -m.amount else m.amount end as amount,
      case when m.sale_id is null then case when m.note is null then '[]'::json else json_build_array(m.note) end
        else coalesce((select json_agg(r.reference) from sale_payments y
          cross join lateral (select coalesce(y.data ->> 'transactionReference', y.data ->> 'chequeNumber') as reference) r
          where y.pharmacy_id = m.pharmacy_id and y.sale_id = m.sale_id and y.type = m.type
            and r.reference is not null), '[]') end as references,
      coalesce(f.phone, o.phone) as phone, m.sale_id as "saleId", s.number as "saleNumber",
      ${personName('f')} as person, o.name as organization, ${personName('u')} as user
    from register_movements m join users u on u.id = m.user_id
      left join sales s on s.pharmacy_id = m.pharmacy_id and s.id = m.sale_id
      left join persons f on f.pharmacy_id = m.pharmacy_id and f.id = m.client_id
      left join organizations o on o.pharmacy_id = m.pharmacy_id and o.id = m.client_id
    where m.pharmacy_id = ${pharmacyId} and ${where.movements}
    union all
    select 'bill-payment', m.id, m.paid_on, null, m.means, m.amount,
      case when m.reference is null then '[]'::json else json_build_array(m.reference) end,
      coalesce(f.phone, o.phone, c.phone), null, null, ${personName('f')}, coalesce(o.name, c.name), ${personName('u')}
    from bill_payments m join users u on u.id = m.created_by
      left join persons f on f.pharmacy_id = m.pharmacy_id and f.id = m.person_id
      left join organizations o on o.pharmacy_id = m.pharmacy_id and o.id = m.organization_id
      left join companies c on c.pharmacy_id = m.pharmacy_id and c.id = m.company_id
    where m.pharmacy_id = ${pharmacyId} and ${where.payments}
    union all
    select 'bill-return', r.id, r.returned_on, null, r.means, -r.amount,
      case when r.reference is null then '[]'::json else json_build_array(r.reference) end,
      coalesce(f.phone, o.phone, c.phone), null, null, ${personName('f')}, coalesce(o.name, c.name), ${personName('u')}
    from bill_payment_returns r join bill_payments m on m.pharmacy_id = r.pharmacy_id and m.id = r.bill_payment_id
      join users u on u.id = r.created_by
      left join persons f on f.pharmacy_id = m.pharmacy_id and f.id = m.person_id
      left join organizations o on o.pharmacy_id = m.pharmacy_id and o.id = m.organization_id
      left join companies c on c.pharmacy_id = m.pharmacy_id and c.id = m.company_id
    where r.pharmacy_id = ${pharmacyId} and ${where.returns}
    order by day, minutes nulls first, id`.execute(tx)
  return rows.map(({ person, organization, user, ...row }) => ({
    ...row,
    clientName: person ? displayName(person) : organization,
    userName: displayName(user),
  }))
}

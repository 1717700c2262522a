import { sql, type RawBuilder } from 'kysely'
import { firstOf } from '#server/db/person-name.ts'

/** Joins that name the payer of the payment `y`: the policy `k`, its contract `c`, the company `co`, the organization `og`. */
export const payerJoins = sql`
  left join contract_policies k on k.pharmacy_id = y.pharmacy_id and k.id = y.policy_id
  left join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
  left join companies co on co.pharmacy_id = y.pharmacy_id and co.id = coalesce(c.company_id,
    case when y.type = 'SOCIAL_SECURITY' and y.policy_id is null then (select b.id from companies b
      where b.pharmacy_id = y.pharmacy_id and b.kind = 'social-security'
        and b.searched = folded(y.data -> 'socialSecurityMetadata' ->> 'body') order by b.id limit 1) end)
  left join organizations og on og.pharmacy_id = y.pharmacy_id and og.id = y.client_id`

const beneficiary = firstOf('k.beneficiary_id', 's.patient_id')
/** The client `d0` of the payment, who he is now `d`, and the beneficiary `bp`. */
const persons = sql`
  left join persons d0 on d0.pharmacy_id = y.pharmacy_id and d0.id = y.client_id
  left join persons d on d.pharmacy_id = y.pharmacy_id and d.id = ${firstOf('d0.merged_into', 'd0.id')}
  left join persons bp on bp.pharmacy_id = y.pharmacy_id and bp.id = ${beneficiary}`
/**
 * The same for some hundred vouchers. `offset 0`: they are looked up one by one, since the planner would rather read all
 * clients, three times.
 */
const personsOfFew = sql`
  left join lateral (select p.* from persons p
    where p.pharmacy_id = y.pharmacy_id and p.id = y.client_id offset 0) d0 on true
  left join lateral (select p.* from persons p
    where p.pharmacy_id = y.pharmacy_id and p.id = ${firstOf('d0.merged_into', 'd0.id')} offset 0) d on true
  left join lateral (select p.* from persons p
    where p.pharmacy_id = y.pharmacy_id and p.id = ${beneficiary} offset 0) bp on true`

/**
 * The tables that name a voucher; `s` is its sale. `payments`: joins that end in its payment `y`. They come first, because
 * PostgreSQL plans only the first eight tables together: lines that were joined later would join all payments of the years.
 */
const vouchersOf = (payments: RawBuilder<unknown>, clients = persons): RawBuilder<unknown> => sql`${payments}
  join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
  ${payerJoins}
  left join organizations eo on eo.pharmacy_id = c.pharmacy_id and eo.id = c.owner_organization_id
  ${clients}`
/** Of all payments. */
export const voucherTables = vouchersOf(sql`sale_payments y`)
/** Of the payments that something is owed of. */
export const openVoucherTables = vouchersOf(sql`sale_payments y`, personsOfFew)
/** Of the lines `l` of bills `b`. */
export const billedVoucherTables = vouchersOf(sql`bills b
  join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id
  join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id`)

/** Who owes a voucher. */
export const payerId = sql`case y.type when 'CREDIT' then d.id when 'CREDIT_ORG' then og.id else co.id end`

export const payerKind = sql`case y.type when 'CREDIT' then 'person' when 'CREDIT_ORG' then 'organization'
  else 'company' end`
/** Of an insurer or an organization, also one that the pharmacy has no more. */
export const insurerName = sql`coalesce(case y.type when 'CREDIT_ORG' then og.name else co.name end,
  y.data -> 'insuranceMetadata' ->> 'insurer', y.data -> 'socialSecurityMetadata' ->> 'body')`

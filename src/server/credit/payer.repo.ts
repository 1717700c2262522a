import { sql } from 'kysely'

/** Joins that name the payer of the payment `y`: the policy `k`, its contract `c`, the company `co`, the organization `og`. */
export const payerJoins = sql`
  left join contract_policies k on k.pharmacy_id = y.pharmacy_id and k.id = y.policy_id
  left join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
  left join companies co on co.pharmacy_id = y.pharmacy_id and co.id = coalesce(c.company_id,
    case when y.type = 'SOCIAL_SECURITY' and y.policy_id is null then (select b.id from companies b
      where b.pharmacy_id = y.pharmacy_id and b.kind = 'social-security'
        and b.searched = folded(y.data -> 'socialSecurityMetadata' ->> 'body') order by b.id limit 1) end)
  left join organizations og on og.pharmacy_id = y.pharmacy_id and og.id = y.client_id`

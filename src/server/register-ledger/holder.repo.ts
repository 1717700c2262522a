import { sql } from 'kysely'

/** SQL: who held the drawer of the register `r` when it was counted by `c`. */
export const holderAtCount = sql<string>`coalesce((select t.user_id from (
  select p.received_by as user_id, p.recorded_at as at from register_counts p
    where p.pharmacy_id = c.pharmacy_id and p.register_id = c.register_id and p.kind = 'hand-over'
      and p.number < c.number
  union all
  select e.user_id, e.at from register_events e where e.pharmacy_id = c.pharmacy_id
    and e.register_id = c.register_id and e.kind = 'reopened' and e.at < c.recorded_at
  order by at desc limit 1) t), r.opened_by)`

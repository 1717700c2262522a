import { sql } from 'kysely'
import type { OpeningPurpose } from '#shared/contract/sale-history.ts'
import type { PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'

type By = { by: PersonName }
type MoveOfDate = By & { at: string; from: string; to: string; reason: string | null }
export type VersionRow = {
  id: string
  number: number
  version: number
  status: 'CLOSED' | 'CANCELED'
  total: number
  registerId: string
  soldAt: string
  receivedAt: string
  replacedBy: string | null
  seller: PersonName
  /** Another member whose token carried the sale. */
  sentBy: PersonName | null
  cancellation: (By & { at: string; reason: string }) | null
  returns: (By & { at: string; reason: string; number: number; total: number })[]
  dates: MoveOfDate[]
  openings: (By & { at: string; purpose: OpeningPurpose })[]
  grants: (By & { at: string; permission: string; amount: number | null; isProven: boolean })[]
}

/** Every version in the chain of a sale, oldest first, with its events; empty when the pharmacy has no such sale. */
export async function findVersions(tx: Tx, pharmacyId: string, id: string): Promise<VersionRow[]> {
  const { rows } = await sql<{ versions: VersionRow[] }>`
    with recursive chain as (
      select s.id, s.replaces from sales s where s.pharmacy_id = ${pharmacyId} and s.id = ${id}
      union
      select s.id, s.replaces from chain c join sales s on s.pharmacy_id = ${pharmacyId}
        and (s.id = c.replaces or s.replaces = c.id)
    )
    select coalesce(json_agg(json_build_object('id', s.id, 'number', s.number, 'version', s.version, 'status', s.status,
      'total', s.total, 'registerId', s.register_id, 'soldAt', s.sold_at, 'receivedAt', s.received_at,
      'replacedBy', s.replaced_by, 'seller', ${nameOf('u')},
      'sentBy', (select ${nameOf('w')} from inbox i join users w on w.id = i.sent_by and w.kind = 'member'
        where i.pharmacy_id = s.pharmacy_id and i.id = s.id and i.accepted and w.id <> s.seller_id limit 1),
      'cancellation', (select json_build_object('at', s.canceled_at, 'reason', coalesce(s.cancel_reason, ''),
        'by', ${nameOf('w')}) from users w where w.id = s.canceled_by and s.canceled_at is not null),
      'returns', (select coalesce(json_agg(json_build_object('at', r.returned_at, 'reason', r.reason,
        'number', r.number, 'total', r.total, 'by', ${nameOf('w')}) order by r.number), '[]')
        from sale_returns r join users w on w.id = r.user_id where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id),
      'dates', (select coalesce(json_agg(json_build_object('at', e.at, 'from', e.details ->> 'from',
        'to', e.details ->> 'to', 'reason', e.details ->> 'reason', 'by', ${nameOf('w')}) order by e.at), '[]')
        from sale_events e join users w on w.id = e.user_id where e.pharmacy_id = s.pharmacy_id and e.sale_id = s.id
          and e.kind = 'date'),
      'openings', (select coalesce(json_agg(json_build_object('at', e.at, 'purpose', e.details ->> 'purpose',
        'by', ${nameOf('w')}) order by e.at), '[]')
        from sale_events e join users w on w.id = e.user_id where e.pharmacy_id = s.pharmacy_id and e.sale_id = s.id
          and e.kind = 'opened'),
      'grants', (select coalesce(json_agg(json_build_object('at', g.at, 'permission', g.permission, 'amount', g.amount,
        'isProven', g.proven, 'by', ${nameOf('w')}) order by g.at, g.id), '[]')
        from grants g join users w on w.id = g.granted_by
        where g.pharmacy_id = s.pharmacy_id and g.subject_id = s.id and g.used_at is not null)
    ) order by s.version, s.number), '[]') as versions
    from chain c join sales s on s.pharmacy_id = ${pharmacyId} and s.id = c.id
      join users u on u.id = s.seller_id`.execute(tx)
  return rows[0]!.versions
}

function nameOf(user: 'u' | 'w') {
  return sql`json_build_object('firstName', ${sql.ref(`${user}.first_name`)},
    'lastName', ${sql.ref(`${user}.last_name`)})`
}

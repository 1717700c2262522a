import { type RawBuilder, sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { UnprovenParcel, unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'

type Query = HandlerInput<typeof unprovenParcels.list>['query']
type Row = Omit<UnprovenParcel, 'receivedAt' | 'decidedAt' | 'sellerName' | 'sentByName' | 'decidedByName'> & {
  receivedAt: string
  decidedAt: string | null
  seller: PersonName
  sentBy: PersonName
  decidedBy: PersonName | null
}

/** One page of the unproven parcels. Days are in the pharmacy's time zone. */
export async function findUnproven(
  tx: Tx,
  pharmacyId: string,
  { from, to, search, state: asked, sort, page, size }: Query,
): Promise<{ items: UnprovenParcel[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const conditions = [
    ...inDays(sql`i.at`, { from, to }, timeZone),
    ...(asked === 'all' ? [] : [sql`(${state} = 'open') = ${asked === 'open'}`]),
    ...wordsOf(search ?? '').map(
      (word) => sql`(strpos(${nameOf('u')}, ${word}) > 0 or strpos(${nameOf('w')}, ${word}) > 0)`,
    ),
  ]
  const order = sortOrder(
    sort,
    {
      receivedAt: sql`i.at`,
      hour: sql`(i.at at time zone ${timeZone})::time`,
      gesture,
      amount,
      seller: nameOf('u'),
      sentBy: nameOf('w'),
      state,
      decidedBy: nameOf('v'),
      reason: sql`folded(x.reason)`,
    },
    sql`i.at desc, i.id, i.revision`,
  )
  const found = unprovenWhere(pharmacyId, sql.join([sql`true`, ...conditions], sql` and `))
  const { rows } = await sql<{ total: number; items: Row[] }>`
    with page as (
      select ${columns}, row_number() over (order by ${order}) as place
      from ${found} order by place limit ${size} offset ${page * size}
    )
    select (select count(*) from ${found}) as total,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, items } = rows[0]!
  return { total, items: items.map(parcelOf) }
}

/** What the terminal sent, with the highest revision that the inbox knows of it. */
export type SentContent = { kind: string; content: unknown; latest: number }

/** One unproven parcel; undefined when the pharmacy has none with this id and revision. */
export async function findUnprovenOne(
  tx: Tx,
  pharmacyId: string,
  { id, revision }: { id: string; revision: number },
): Promise<{ parcel: UnprovenParcel; sent: SentContent } | undefined> {
  const { rows } = await sql<{ parcel: Row } & SentContent>`
    with one as (select ${columns}, i.kind, i.content
      from ${unprovenWhere(pharmacyId, sql`i.id = ${id} and i.revision = ${revision}`)})
    select to_jsonb(o) - 'kind' - 'content' as parcel, o.kind, o.content,
      (select max(n.revision) from inbox n where n.pharmacy_id = ${pharmacyId} and n.id = ${id}) as latest
    from one o`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { parcel, ...sent } = found
  return { parcel: parcelOf(parcel), sent }
}

export async function insertDiscarded(
  tx: Tx,
  pharmacyId: string,
  { id, revision, reason, userId, at }: { id: string; revision: number; reason: string; userId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('discarded_parcels')
    .values({ pharmacy_id: pharmacyId, parcel_id: id, revision, reason, discarded_by: userId, discarded_at: at })
    .execute()
}

const nameOf = (user: 'u' | 'w' | 'v') =>
  sql`folded(${sql.ref(`${user}.last_name`)} || ' ' || ${sql.ref(`${user}.first_name`)})`
const gesture = sql`coalesce(i.content -> 'movement' ->> 'kind', i.content ->> 'act', i.kind)`
const amount = sql`coalesce(i.content -> 'movement' -> 'amount', i.content -> 'amount', i.content -> 'total',
  i.content -> 'float')::bigint`
const state = sql`case when d.at is not null then 'done' when x.parcel_id is not null then 'discarded' else 'open' end`
const columns = sql`i.id as "parcelId", i.revision, ${gesture} as gesture, ${amount} as amount, i.at as "receivedAt",
  json_build_object('firstName', u.first_name, 'lastName', u.last_name) as seller,
  json_build_object('firstName', w.first_name, 'lastName', w.last_name) as "sentBy",
  ${state} as state, coalesce(d.at, x.discarded_at) as "decidedAt",
  case when v.id is not null then json_build_object('firstName', v.first_name, 'lastName', v.last_name) end
    as "decidedBy",
  case when d.at is null then x.reason end as reason`

/** A parcel was done when a later attempt was accepted, sent with a proof or by the member who confirmed it. */
function unprovenWhere(pharmacyId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`inbox i
    join users u on u.id = coalesce(i.content ->> 'sellerId', i.content -> 'movement' ->> 'sellerId')::uuid
    join users w on w.id = i.sent_by
    left join inbox d on d.pharmacy_id = i.pharmacy_id and d.id = i.id and d.accepted
    left join discarded_parcels x on x.pharmacy_id = i.pharmacy_id and x.parcel_id = i.id and x.revision = i.revision
    left join users v on v.id = coalesce(d.sent_by, x.discarded_by)
    where i.pharmacy_id = ${pharmacyId} and i.content is not null and ${condition}`
}

function parcelOf({ seller, sentBy, decidedBy, receivedAt, decidedAt, ...row }: Row): UnprovenParcel {
  return {
    ...row,
    receivedAt: new Date(receivedAt).toISOString(),
    sellerName: displayName(seller),
    sentByName: displayName(sentBy),
    decidedByName: decidedBy && displayName(decidedBy),
    decidedAt: decidedAt && new Date(decidedAt).toISOString(),
  }
}

import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { UnprovenParcel, unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

type Query = HandlerInput<typeof unprovenParcels.list>['query']
type Row = Omit<UnprovenParcel, 'receivedAt' | 'sellerName' | 'sentByName'> & {
  receivedAt: string
  seller: PersonName
  sentBy: PersonName
}

/** One page of the unproven parcels. Days are in the pharmacy's time zone. */
export async function findUnproven(
  tx: Tx,
  pharmacyId: string,
  { from, to, search, sort, page, size }: Query,
): Promise<{ items: UnprovenParcel[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const nameOf = (user: 'u' | 'w') =>
    sql`folded(${sql.ref(`${user}.last_name`)} || ' ' || ${sql.ref(`${user}.first_name`)})`
  const gesture = sql`coalesce(i.content -> 'movement' ->> 'kind', i.content ->> 'act', i.kind)`
  const amount = sql`coalesce(i.content -> 'movement' -> 'amount', i.content -> 'amount', i.content -> 'total',
    i.content -> 'float')::bigint`
  const found = sql`inbox i
    join users u on u.id = coalesce(i.content ->> 'sellerId', i.content -> 'movement' ->> 'sellerId')::uuid
    join users w on w.id = i.sent_by
    where ${sql.join(
      [
        sql`i.pharmacy_id = ${pharmacyId} and i.content is not null`,
        ...(from ? [sql`i.at >= (${from}::date)::timestamp at time zone ${timeZone}`] : []),
        ...(to ? [sql`i.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
        ...wordsOf(search ?? '').map(
          (word) => sql`(strpos(${nameOf('u')}, ${word}) > 0 or strpos(${nameOf('w')}, ${word}) > 0)`,
        ),
      ],
      sql` and `,
    )}`
  const order = sortOrder(
    sort,
    {
      receivedAt: sql`i.at`,
      hour: sql`(i.at at time zone ${timeZone})::time`,
      gesture,
      amount,
      seller: nameOf('u'),
      sentBy: nameOf('w'),
    },
    sql`i.at desc, i.id, i.revision`,
  )
  const { rows } = await sql<{ total: number; items: Row[] }>`
    with page as (
      select i.id, i.revision, ${gesture} as gesture, ${amount} as amount, i.at as "receivedAt",
        json_build_object('firstName', u.first_name, 'lastName', u.last_name) as seller,
        json_build_object('firstName', w.first_name, 'lastName', w.last_name) as "sentBy",
        row_number() over (order by ${order}) as place
      from ${found} order by place limit ${size} offset ${page * size}
    )
    select (select count(*) from ${found}) as total,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, items } = rows[0]!
  return {
    total,
    items: items.map(({ seller, sentBy, receivedAt, ...row }) => ({
      ...row,
      receivedAt: new Date(receivedAt).toISOString(),
      sellerName: displayName(seller),
      sentByName: displayName(sentBy),
    })),
  }
}

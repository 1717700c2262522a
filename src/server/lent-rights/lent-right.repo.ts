import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { LentRight, lentRights } from '#shared/contract/lent-rights.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'
import { isCodeOfReceiver } from '#server/register-ledger/count.repo.ts'

type Row = Omit<LentRight, 'grantedByName' | 'usedByName' | 'subject'> & {
  grantedBy: PersonName
  usedBy: PersonName
  subjectId: string
  saleNumber: number | null
  openedBy: PersonName | null
  lot: string | null
  contract: string | null
}

/** One page of the rights that were used. Days are in the pharmacy's time zone. */
export async function findLentRights(
  tx: Tx,
  pharmacyId: string,
  { from, to, search, sort, page, size }: HandlerInput<typeof lentRights.list>['query'],
): Promise<{ items: LentRight[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const kept = sql.join(
    [
      sql`g.pharmacy_id = ${pharmacyId} and g.used_at is not null and not ${isCodeOfReceiver}`,
      ...inDays(sql`g.used_at`, { from, to }, timeZone),
      ...wordsOf(search ?? '').map(
        (word) => sql`(strpos(${foldedName('w')}, ${word}) > 0 or strpos(${foldedName('u')}, ${word}) > 0)`,
      ),
    ],
    sql` and `,
  )
  const order = sortOrder(
    sort,
    {
      usedAt: sql`g.used_at`,
      hour: sql`(g.used_at at time zone ${timeZone})::time`,
      permission: sql`g.permission`,
      amount: sql`g.amount`,
      // Sales by their number, then registers, lots and contracts by name.
      subject: sql`folded(coalesce(to_char(s.number, 'FM000000000000'), o.last_name || ' ' || o.first_name, ${lot}, c.label))`,
      proof: sql`g.proven`,
      grantedBy: foldedName('w'),
      usedBy: foldedName('u'),
    },
    sql`g.used_at desc, g.id`,
  )
  const { rows } = await sql<{ total: number; items: Row[] }>`
    with page as (
      select g.id, g.used_at as "usedAt", g.permission, g.amount, g.proven as "isProven", g.subject_id as "subjectId",
        ${nameOf('w')} as "grantedBy", ${nameOf('u')} as "usedBy", s.number as "saleNumber",
        case when o.id is not null then ${nameOf('o')} end as "openedBy", ${lot} as lot, c.label as contract,
        row_number() over (order by ${order}) as place
      from ${source(pharmacyId)} where ${kept} order by place limit ${size} offset ${page * size}
    )
    select (select count(*) from ${source(pharmacyId)} where ${kept}) as total,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, items } = rows[0]!
  return { total, items: items.map(lentRightOf) }
}

function lentRightOf({ grantedBy, usedBy, subjectId, saleNumber, openedBy, lot, contract, ...row }: Row): LentRight {
  return {
    ...row,
    usedAt: new Date(row.usedAt).toISOString(),
    grantedByName: displayName(grantedBy),
    usedByName: displayName(usedBy),
    subject: { id: subjectId, ...subjectOf({ saleNumber, openedBy, lot, contract }) },
  }
}

function subjectOf({
  saleNumber,
  openedBy,
  lot,
  contract,
}: Pick<Row, 'saleNumber' | 'openedBy' | 'lot' | 'contract'>): Pick<LentRight['subject'], 'kind' | 'label'> {
  if (saleNumber !== null) return { kind: 'sale', label: String(saleNumber) }
  if (openedBy !== null) return { kind: 'register', label: displayName(openedBy) }
  if (lot !== null) return { kind: 'lot', label: lot }
  return contract === null ? { kind: 'other', label: null } : { kind: 'contract', label: contract }
}

const lot = sql`case when i.id is not null then concat_ws(', lot ', coalesce(d.private_label, k.label), i.lot) end`

function source(pharmacyId: string) {
  return sql`grants g join users w on w.id = g.granted_by join users u on u.id = g.used_by
    left join sales s on s.pharmacy_id = ${pharmacyId} and s.id = g.subject_id
    left join cash_registers r on r.pharmacy_id = ${pharmacyId} and r.id = g.subject_id
      left join users o on o.id = r.opened_by
    left join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = g.subject_id
      left join pharmacy_products d on d.pharmacy_id = i.pharmacy_id and d.id = i.pharmacy_product_id
      left join products k on k.id = d.product_id
    left join contracts c on c.pharmacy_id = ${pharmacyId} and c.id = g.subject_id`
}

const nameOf = (user: 'u' | 'w' | 'o') =>
  sql`json_build_object('firstName', ${sql.ref(`${user}.first_name`)}, 'lastName', ${sql.ref(`${user}.last_name`)})`
const foldedName = (user: 'u' | 'w') =>
  sql`folded(${sql.ref(`${user}.last_name`)} || ' ' || ${sql.ref(`${user}.first_name`)})`

import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  ClaimReportRow,
  NewClaimLine,
  WholesalerClaim,
  WholesalerClaimDetail,
  wholesalerClaims,
} from '#shared/contract/wholesaler-claims.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { claimStateOf, claimStates, claimSums, type ClaimStep } from '#shared/domain/statements/claim-state.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type ClaimQuery = HandlerInput<typeof wholesalerClaims.list>['query']
type By = { userId: string; at: Date }

/** The same rules as `claimSums` and `claimStateOf`, to sort and filter by; `bill-statements.test` compares them. */
const sums = sql`cross join lateral (
    select count(*)::int as lines, coalesce(sum(l.amount), 0)::bigint as claimed,
      coalesce(sum(l.accepted), 0)::bigint as given,
      coalesce(sum(l.amount) filter (where l.accepted is not null), 0)::bigint as answered,
      coalesce(bool_or(l.accepted is null), false) as unanswered
    from wholesaler_claim_lines l where l.pharmacy_id = c.pharmacy_id and l.claim_id = c.id) y
  cross join lateral (
    select coalesce(sum(k.amount), 0)::bigint as noted from wholesaler_claim_credits k
    where k.pharmacy_id = c.pharmacy_id and k.claim_id = c.id) k
  cross join lateral (
    select case when c.step = 'sent' then y.given else 0 end as accepted,
      case when c.step = 'sent' then k.noted else 0 end as credited,
      case when c.step = 'sent' then greatest(0, y.given + y.claimed - y.answered - k.noted) else 0 end as awaited,
      case when c.step = 'sent' then greatest(0, y.answered - y.given) else 0 end as lost) x`
const state = sql`case when c.step <> 'sent' then c.step
  when y.unanswered then case when x.awaited = 0 then 'credited' else 'sent' end
  when y.given = 0 then 'refused' when x.awaited = 0 then 'credited'
  when y.given < y.claimed then 'partly-accepted' else 'accepted' end`

const from = sql`wholesaler_claims c join suppliers s on s.pharmacy_id = c.pharmacy_id and s.id = c.supplier_id
  join users u on u.id = c.created_by left join users t on t.id = c.sent_by
  left join bill_statements b on b.pharmacy_id = c.pharmacy_id and b.id = c.statement_id ${sums}`

const sortColumns = {
  number: sql`c.number`,
  supplier: sql`folded(s.name)`,
  statement: sql`folded(b.reference)`,
  createdAt: sql`c.created_at`,
  sentAt: sql`c.sent_at`,
  lines: sql`y.lines`,
  claimed: sql`y.claimed`,
  credited: sql`x.credited`,
  awaited: sql`x.awaited`,
  lost: sql`x.lost`,
  state,
}

type Row = Omit<
  WholesalerClaim,
  'createdAt' | 'createdByName' | 'sentAt' | 'sentByName' | 'remindedAt' | 'answeredAt' | 'canceledAt'
> & {
  createdAt: Date
  createdBy: PersonName
  sentAt: Date | null
  sentBy: PersonName | null
  remindedAt: Date | null
  answeredAt: Date | null
  canceledAt: Date | null
}
type Sums = Pick<WholesalerClaim, 'claimed' | 'accepted' | 'credited' | 'awaited' | 'lost'>

/** The sums are those of all claims of the filter, without canceled ones. */
export async function findClaims(
  tx: Tx,
  pharmacyId: string,
  query: ClaimQuery,
): Promise<{ items: WholesalerClaim[]; total: number } & Sums> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const page = await pagedRows(tx, query, {
    from: sql`${from} where ${kept}`,
    items: (limit) =>
      readClaims(tx, sql`${kept} order by ${sortOrder(query.sort, sortColumns, sql`c.number desc`)} ${limit}`),
  })
  if (query.rowsOnly) return { ...page, claimed: 0, accepted: 0, credited: 0, awaited: 0, lost: 0 }
  const { rows } = await sql<Sums>`
    select coalesce(sum(y.claimed), 0)::bigint as claimed, coalesce(sum(x.accepted), 0)::bigint as accepted,
      coalesce(sum(x.credited), 0)::bigint as credited, coalesce(sum(x.awaited), 0)::bigint as awaited,
      coalesce(sum(x.lost), 0)::bigint as lost
    from ${from} where ${kept} and c.step <> 'canceled'`.execute(tx)
  return { ...page, ...rows[0]! }
}

export async function findClaim(tx: Tx, pharmacyId: string, id: string): Promise<WholesalerClaimDetail | undefined> {
  const [claim] = await readClaims(tx, sql`c.pharmacy_id = ${pharmacyId} and c.id = ${id}`)
  if (!claim) return undefined
  const { rows: lines } = await sql<WholesalerClaimDetail['lines'][number]>`
    select l.position, l.reason, l.label, l.note_number as "noteNumber", l.delivery_id as "deliveryId", l.evidence,
      l.amount, l.accepted, (select count(*)::int from wholesaler_claim_photos p where p.pharmacy_id = l.pharmacy_id
        and p.claim_id = l.claim_id and p.position = l.position) as photos
    from wholesaler_claim_lines l where l.pharmacy_id = ${pharmacyId} and l.claim_id = ${id} order by l.position`.execute(
    tx,
  )
  const { rows: credits } = await sql<WholesalerClaimDetail['credits'][number]>`
    select id, number, day, amount, statement_id as "statementId" from wholesaler_claim_credits
    where pharmacy_id = ${pharmacyId} and claim_id = ${id} order by day, noted_at, id`.execute(tx)
  const { rows: suppliers } = await sql<WholesalerClaimDetail['supplier']>`
    select name, customer_number as "customerNumber", address, phone, email from suppliers
    where pharmacy_id = ${pharmacyId} and id = ${claim.supplierId}`.execute(tx)
  const step: ClaimStep = claim.state === 'draft' || claim.state === 'canceled' ? claim.state : 'sent'
  const credited = credits.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...claim,
    ...claimSums(step, lines, credited),
    state: claimStateOf(step, lines, credited),
    lines,
    credits,
    supplier: suppliers[0]!,
  }
}

/** The claim of a statement that is not canceled. */
export async function findClaimOfStatement(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
): Promise<WholesalerClaim | undefined> {
  const [claim] = await readClaims(
    tx,
    sql`c.pharmacy_id = ${pharmacyId} and c.statement_id = ${statementId} and c.step <> 'canceled'`,
  )
  return claim
}

/** By supplier and month of the sending, else of the beginning, in the time zone of the pharmacy. */
export async function claimReport(
  tx: Tx,
  pharmacyId: string,
  { from: first, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<ClaimReportRow[]> {
  const day = sql`(coalesce(c.sent_at, c.created_at) at time zone ${timeZone})::date`
  const { rows } = await sql<ClaimReportRow>`
    select c.supplier_id as "supplierId", s.name as "supplierName", to_char(${day}, 'YYYY-MM') as month,
      sum(y.claimed)::bigint as claimed, sum(x.accepted)::bigint as accepted, sum(x.credited)::bigint as credited,
      sum(x.awaited)::bigint as awaited, sum(x.lost)::bigint as lost
    from ${from} where c.pharmacy_id = ${pharmacyId} and c.step <> 'canceled' and ${day} between ${first} and ${to}
    group by 1, 2, 3 order by 3 desc, folded(s.name), 1`.execute(tx)
  return rows
}

export async function insertClaim(
  tx: Tx,
  pharmacyId: string,
  claim: { id: string; supplierId: string; statementId: string | null; note: string | null },
  lines: readonly NewClaimLine[],
  { userId, at }: By,
): Promise<void> {
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, wholesaler_claim_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set wholesaler_claim_number = pharmacy_counters.wholesaler_claim_number + 1
      returning wholesaler_claim_number
    )
    insert into wholesaler_claims (pharmacy_id, id, number, supplier_id, statement_id, note, created_by, created_at)
    select ${pharmacyId}, ${claim.id}, wholesaler_claim_number, ${claim.supplierId}, ${claim.statementId}, ${claim.note},
      ${userId}, ${at} from counted`.execute(tx)
  await sql`
    insert into wholesaler_claim_lines (pharmacy_id, claim_id, position, reason, label, note_number, delivery_id,
      evidence, amount)
    select ${pharmacyId}, ${claim.id}, row_number() over (), r.reason, r.label, r."noteNumber", r."deliveryId",
      r.evidence, r.amount
    from ${jsonRows(lines)} as r (reason text, label text, "noteNumber" text, "deliveryId" uuid, evidence text,
      amount bigint)`.execute(tx)
}

export async function updateClaimNote(tx: Tx, pharmacyId: string, id: string, note: string | null): Promise<void> {
  await sql`update wholesaler_claims set note = ${note} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

/** Returns false when the claim has no such line. */
export async function updateClaimLine(
  tx: Tx,
  pharmacyId: string,
  { id, position }: { id: string; position: number },
  { reason, label, evidence }: Partial<Pick<NewClaimLine, 'reason' | 'label' | 'evidence'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('wholesaler_claim_lines')
    .set({
      pharmacy_id: pharmacyId,
      ...(reason === undefined ? {} : { reason }),
      ...(label === undefined ? {} : { label }),
      ...(evidence === undefined ? {} : { evidence }),
    })
    .where('pharmacy_id', '=', pharmacyId)
    .where('claim_id', '=', id)
    .where('position', '=', position)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markClaimSent(tx: Tx, pharmacyId: string, id: string, { userId, at }: By): Promise<void> {
  await sql`update wholesaler_claims set step = 'sent', sent_by = ${userId}, sent_at = ${at}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function markReminded(tx: Tx, pharmacyId: string, id: string, at: Date): Promise<void> {
  await sql`update wholesaler_claims set reminders = reminders + 1, reminded_at = ${at}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function writeAnswer(
  tx: Tx,
  pharmacyId: string,
  id: string,
  {
    answer,
    lines,
    at,
  }: { answer: string | null; lines: readonly { position: number; accepted: number | null }[]; at: Date },
): Promise<void> {
  await sql`update wholesaler_claims set answer = ${answer}, answered_at = ${at}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  await sql`update wholesaler_claim_lines l set accepted = r.accepted
    from ${jsonRows(lines)} as r (position int, accepted bigint)
    where l.pharmacy_id = ${pharmacyId} and l.claim_id = ${id} and l.position = r.position`.execute(tx)
}

export type NewCredit = {
  id: string
  claimId: string
  number: string | null
  day: string
  amount: number
  statementId: string | null
}

export async function insertCredit(tx: Tx, pharmacyId: string, credit: NewCredit, { userId, at }: By): Promise<void> {
  await sql`
    insert into wholesaler_claim_credits (pharmacy_id, id, claim_id, number, day, amount, statement_id, noted_by, noted_at)
    values (${pharmacyId}, ${credit.id}, ${credit.claimId}, ${credit.number}, ${credit.day}, ${credit.amount},
      ${credit.statementId}, ${userId}, ${at})`.execute(tx)
}

export async function deleteCreditsOfStatement(tx: Tx, pharmacyId: string, statementId: string): Promise<void> {
  await sql`delete from wholesaler_claim_credits where pharmacy_id = ${pharmacyId}
    and statement_id = ${statementId}`.execute(tx)
}

export async function markClaimCanceled(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, reason }: By & { reason: string },
): Promise<void> {
  await sql`update wholesaler_claims set step = 'canceled', canceled_by = ${userId}, canceled_at = ${at},
      cancel_reason = ${reason}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

/** Of these deliveries, those of the supplier. */
export async function deliveriesOfSupplier(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from deliveries where pharmacy_id = ${pharmacyId}
    and supplier_id = ${supplierId} and id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

async function readClaims(tx: Tx, which: RawBuilder<unknown>): Promise<WholesalerClaim[]> {
  const { rows } = await sql<Row>`
    select c.id, c.number, c.supplier_id as "supplierId", s.name as "supplierName", c.statement_id as "statementId",
      b.reference as "statementReference", ${state} as state, c.note, c.created_at as "createdAt",
      ${personName('u')} as "createdBy", c.sent_at as "sentAt", ${personName('t')} as "sentBy", c.reminders,
      c.reminded_at as "remindedAt", c.answered_at as "answeredAt", c.answer, c.canceled_at as "canceledAt",
      c.cancel_reason as "cancelReason", y.lines, y.claimed, x.accepted, x.credited, x.awaited, x.lost
    from ${from} where ${which}`.execute(tx)
  return rows.map(
    ({ createdAt, createdBy, sentAt, sentBy, remindedAt, answeredAt, canceledAt, ...row }): WholesalerClaim => ({
      ...row,
      createdAt: createdAt.toISOString(),
      createdByName: displayName(createdBy),
      sentAt: sentAt?.toISOString() ?? null,
      sentByName: sentBy && displayName(sentBy),
      remindedAt: remindedAt?.toISOString() ?? null,
      answeredAt: answeredAt?.toISOString() ?? null,
      canceledAt: canceledAt?.toISOString() ?? null,
    }),
  )
}

/** A search finds the number, the supplier, the statement and the lines. */
function filtersOf(pharmacyId: string, { search, state: states, supplierId }: ClaimQuery): RawBuilder<unknown>[] {
  const asked = claimStates.filter((one) => states?.includes(one))
  return [
    sql`c.pharmacy_id = ${pharmacyId}`,
    ...(states ? [sql`${state} = any(${asked}::text[])`] : []),
    ...(supplierId ? [sql`c.supplier_id = any(${supplierId}::uuid[])`] : []),
    ...wordsOf(search ?? '').map(
      (word) => sql`(strpos(folded(concat_ws(' ', c.number, s.name, b.reference)), ${word}) > 0
        or exists (select from wholesaler_claim_lines l where l.pharmacy_id = c.pharmacy_id and l.claim_id = c.id
          and strpos(folded(concat_ws(' ', l.note_number, l.label)), ${word}) > 0))`,
    ),
  ]
}

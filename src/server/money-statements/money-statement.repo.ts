import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { MoneyStatement, moneyStatements, RecordedMoney } from '#shared/contract/money-statements.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { FeeAccount } from '#shared/domain/reconciliation/group-money.ts'
import type { MatchWay } from '#shared/domain/reconciliation/match-money.ts'
import type { MoneyLine } from '#shared/domain/reconciliation/money-file.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import type { Account } from '#server/money-statements/recorded-money.repo.ts'

export type StatementQuery = HandlerInput<typeof moneyStatements.list>['query']
export type By = { userId: string; at: Date }
/** With what a line is matched, all of it at once. `commission` and `account`: what the bank kept of these. */
export type Match = {
  position: number
  records: readonly Pick<RecordedMoney, 'kind' | 'id'>[]
  way: MatchWay
  commission: number
  account: FeeAccount | null
}
export type StoredLine = MoneyLine & {
  position: number
  records: Pick<RecordedMoney, 'kind' | 'id'>[]
  commission: number
  feeAccount: FeeAccount | null
  way: MatchWay | null
  explained: string | null
  decidedByName: string | null
}

const named = sql`money_statements t join users u on u.id = t.created_by`
const from = sql`${named}
  cross join lateral (
    select count(*)::int as lines, coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint as received,
      coalesce(sum(l.amount) filter (where l.amount > 0 and l.way is null and l.explained is null), 0)::bigint as unrecorded,
      coalesce(sum(l.fee + l.commission), 0)::bigint as fees
    from money_statement_lines l where l.pharmacy_id = t.pharmacy_id and l.statement_id = t.id) x`

const sortColumns = {
  account: sql`folded(t.account)`,
  from: sql`t.from_day`,
  to: sql`t.to_day`,
  lines: sql`x.lines`,
  received: sql`x.received`,
  unrecorded: sql`x.unrecorded`,
  fees: sql`x.fees`,
  createdAt: sql`t.created_at`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
}

/** `unrecorded`: of all statements of the filter. */
export async function findStatements(
  tx: Tx,
  pharmacyId: string,
  query: StatementQuery,
): Promise<{ items: MoneyStatement[]; total: number; unrecorded: number }> {
  const kept = sql.join(
    [
      sql`t.pharmacy_id = ${pharmacyId}`,
      ...(query.kind ? [sql`t.kind = ${query.kind}`] : []),
      ...(query.from ? [sql`t.to_day >= ${query.from}`] : []),
      ...(query.to ? [sql`t.from_day <= ${query.to}`] : []),
      ...(query.unrecorded
        ? [
            sql`exists (select from money_statement_lines l where l.pharmacy_id = ${pharmacyId} and l.statement_id = t.id
              and l.amount > 0 and l.way is null and l.explained is null)`,
          ]
        : []),
      ...wordsOf(query.search ?? '').map(
        (word) => sql`(strpos(folded(concat_ws(' ', t.account, t.file_name)), ${word}) > 0
          or exists (select from money_statement_lines l where l.pharmacy_id = t.pharmacy_id and l.statement_id = t.id
            and strpos(folded(concat_ws(' ', l.label, l.reference)), ${word}) > 0))`,
      ),
    ],
    sql` and `,
  )
  const order = sortOrder(query.sort, sortColumns, sql`t.to_day desc, t.created_at desc, t.id`)
  const sorted = /lines|received|unrecorded|fees/.test(query.sort ?? '') ? from : named
  const page = await pagedRows(tx, query, {
    from: sql`${named} where ${kept}`,
    items: (limit) =>
      readStatements(
        tx,
        sql`t.pharmacy_id = ${pharmacyId}
          and t.id = any(array(select t.id from ${sorted} where ${kept} order by ${order} ${limit})) order by ${order}`,
      ),
  })
  if (query.rowsOnly) return { ...page, unrecorded: 0 }
  const { rows } = await sql<{ unrecorded: number }>`
    select coalesce(sum(l.amount), 0)::bigint as unrecorded from ${named} join money_statement_lines l
      on l.pharmacy_id = ${pharmacyId} and l.statement_id = t.id and l.amount > 0 and l.way is null and l.explained is null
    where ${kept}`.execute(tx)
  return { ...page, ...rows[0]! }
}

export async function findStatement(tx: Tx, pharmacyId: string, id: string): Promise<MoneyStatement | undefined> {
  const [statement] = await readStatements(tx, sql`t.pharmacy_id = ${pharmacyId} and t.id = ${id}`)
  return statement
}

async function readStatements(tx: Tx, which: RawBuilder<unknown>): Promise<MoneyStatement[]> {
  const { rows } = await sql<
    Omit<MoneyStatement, 'createdAt' | 'createdByName'> & { createdAt: Date; createdBy: PersonName }
  >`
    select t.id, t.kind, t.account, t.from_day as "from", t.to_day as "to", t.file_name as "fileName", x.lines,
      x.received, x.unrecorded, x.fees, t.created_at as "createdAt", ${personName('u')} as "createdBy"
    from ${from} where ${which}`.execute(tx)
  return rows.map(({ createdAt, createdBy, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    createdByName: displayName(createdBy),
  }))
}

export async function insertStatement(
  tx: Tx,
  pharmacyId: string,
  {
    id,
    kind,
    account,
    from: first,
    to,
    fileName,
  }: Pick<MoneyStatement, 'id' | 'kind' | 'account' | 'from' | 'to' | 'fileName'>,
  lines: readonly MoneyLine[],
  { userId, at }: By,
): Promise<void> {
  await sql`
    insert into money_statements (pharmacy_id, id, kind, account, from_day, to_day, file_name, created_by, created_at)
    values (${pharmacyId}, ${id}, ${kind}, ${account}, ${first}, ${to}, ${fileName}, ${userId}, ${at})`.execute(tx)
  await sql`
    insert into money_statement_lines (pharmacy_id, statement_id, position, day, minutes, reference, phone, label, amount,
      fee)
    select ${pharmacyId}, ${id}, r.position, r.day, r.minutes, r.reference, r.phone, r.label, r.amount, r.fee
    from ${jsonRows(lines.map((line, index) => ({ ...line, position: index + 1 })))} as r (position int, day date,
      minutes int, reference text, phone text, label text, amount bigint, fee bigint)`.execute(tx)
}

/** The lines of all statements of an account between two days. */
export async function linesOfAccount(
  tx: Tx,
  pharmacyId: string,
  { kind, account, from: first, to }: Account & { from: string; to: string },
): Promise<MoneyLine[]> {
  const { rows } = await sql<MoneyLine>`
    select l.day, l.minutes, l.reference, l.phone, l.label, l.amount, l.fee from money_statements t
      join money_statement_lines l on l.pharmacy_id = t.pharmacy_id and l.statement_id = t.id
    where t.pharmacy_id = ${pharmacyId} and t.kind = ${kind} and folded(t.account) = folded(${account})
      and l.day between ${first} and ${to}`.execute(tx)
  return rows
}

/** In their order. */
export async function linesOf(tx: Tx, pharmacyId: string, statementId: string): Promise<StoredLine[]> {
  const { rows } = await sql<Omit<StoredLine, 'decidedByName'> & { decidedBy: PersonName | null }>`
    select l.position, l.day, l.minutes, l.reference, l.phone, l.label, l.amount, l.fee, l.commission,
      l.fee_account as "feeAccount", coalesce((select json_agg(json_build_object(
        'kind', case when g.movement_id is not null then 'movement' when g.bill_payment_id is not null
          then 'bill-payment' else 'bill-return' end,
        'id', coalesce(g.movement_id, g.bill_payment_id, g.bill_return_id)) order by g.ordinal)
        from money_line_matches g where g.pharmacy_id = l.pharmacy_id and g.statement_id = l.statement_id
          and g.position = l.position), '[]') as records, l.way, l.explained, ${personName('u')} as "decidedBy"
    from money_statement_lines l left join users u on u.id = l.decided_by
    where l.pharmacy_id = ${pharmacyId} and l.statement_id = ${statementId} order by l.position`.execute(tx)
  return rows.map(({ decidedBy, ...line }) => ({ ...line, decidedByName: decidedBy && displayName(decidedBy) }))
}

export async function writeMatches(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
  matches: readonly Match[],
  by: By | null,
): Promise<void> {
  await deleteMatches(
    tx,
    pharmacyId,
    statementId,
    matches.map(({ position }) => position),
  )
  const records = matches.flatMap(({ position, records: some }) =>
    some.map(({ kind, id }, at) => ({ position, ordinal: at + 1, kind, id })),
  )
  await sql`
    insert into money_line_matches (pharmacy_id, statement_id, position, ordinal, movement_id, bill_payment_id,
      bill_return_id)
    select ${pharmacyId}, ${statementId}, r.position, r.ordinal, case r.kind when 'movement' then r.id end,
      case r.kind when 'bill-payment' then r.id end, case r.kind when 'bill-return' then r.id end
    from ${jsonRows(records)} as r (position int, ordinal int, kind text, id uuid)`.execute(tx)
  await sql`
    update money_statement_lines l set way = r.way, explained = null, commission = r.commission, fee_account = r.account,
      decided_by = ${by?.userId ?? null}, decided_at = ${by?.at ?? null}
    from ${jsonRows(matches.map(({ position, way, commission, account }) => ({ position, way, commission, account })))} as r (position int, way text, commission bigint,
      account text)
    where l.pharmacy_id = ${pharmacyId} and l.statement_id = ${statementId} and l.position = r.position`.execute(tx)
}

/** `reason`: null takes back what was decided and matched. An explanation leaves the match as it is. */
export async function writeExplanation(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
  { position, reason }: { position: number; reason: string | null },
  { userId, at }: By,
): Promise<void> {
  if (reason === null) await deleteMatches(tx, pharmacyId, statementId, [position])
  const cleared = reason === null ? sql`, way = null, commission = 0, fee_account = null` : sql``
  await sql`
    update money_statement_lines set explained = ${reason}, decided_by = ${userId}, decided_at = ${at} ${cleared}
    where pharmacy_id = ${pharmacyId} and statement_id = ${statementId} and position = ${position}`.execute(tx)
}

/** The lines of all statements that are matched with what was canceled or undone. */
export async function linesWith(
  tx: Tx,
  pharmacyId: string,
  { kind, id }: Pick<RecordedMoney, 'kind' | 'id'>,
): Promise<{ statementId: string; position: number }[]> {
  const column = { movement: 'movement_id', 'bill-payment': 'bill_payment_id', 'bill-return': 'bill_return_id' }[kind]
  const { rows } = await sql<{ statementId: string; position: number }>`
    select statement_id as "statementId", position from money_line_matches
    where pharmacy_id = ${pharmacyId} and ${sql.ref(column)} = ${id}`.execute(tx)
  return rows
}

async function deleteMatches(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
  positions: readonly number[],
): Promise<void> {
  await sql`delete from money_line_matches where pharmacy_id = ${pharmacyId} and statement_id = ${statementId}
    and position = any(${[...positions]}::int[])`.execute(tx)
}

export async function deleteStatement(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await sql`delete from money_statements where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

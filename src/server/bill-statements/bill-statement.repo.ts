import { sql, type RawBuilder } from 'kysely'
import { statementStates, type BillStatement, type billStatements } from '#shared/contract/bill-statements.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { StatementProfile } from '#shared/domain/statements/statement-fields.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type StatementQuery = HandlerInput<typeof billStatements.list>['query']
export type StatementHead = Pick<BillStatement, 'supplierId' | 'reference' | 'from' | 'to' | 'dueOn' | 'total' | 'note'>
type By = { userId: string; at: Date }

const sums = sql`cross join lateral (
  select count(*)::int as lines, sum(l.claimed)::bigint as claimed from bill_statement_lines l
  where l.pharmacy_id = b.pharmacy_id and l.statement_id = b.id) x`
const from = sql`bill_statements b join suppliers s on s.pharmacy_id = b.pharmacy_id and s.id = b.supplier_id
  join users u on u.id = b.created_by left join users v on v.id = b.validated_by
  left join wholesaler_claims c on c.pharmacy_id = b.pharmacy_id and c.statement_id = b.id and c.step <> 'canceled' ${sums}`

const sortColumns = {
  number: sql`b.number`,
  supplier: sql`folded(s.name)`,
  reference: sql`folded(b.reference)`,
  to: sql`b.to_day`,
  dueOn: sql`b.due_on`,
  lines: sql`x.lines`,
  total: sql`b.total`,
  claimed: sql`x.claimed`,
  state: sql`b.state`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
}

type Row = Omit<BillStatement, 'createdAt' | 'createdByName' | 'validatedAt' | 'validatedByName' | 'canceledAt'> & {
  createdAt: Date
  createdBy: PersonName
  validatedAt: Date | null
  validatedBy: PersonName | null
  canceledAt: Date | null
}

export function findStatements(
  tx: Tx,
  pharmacyId: string,
  query: StatementQuery,
): Promise<{ items: BillStatement[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  return pagedRows(tx, query, {
    from: sql`${from} where ${kept}`,
    items: (limit) =>
      readStatements(tx, sql`${kept} order by ${sortOrder(query.sort, sortColumns, sql`b.number desc`)} ${limit}`),
  })
}

export async function findStatement(tx: Tx, pharmacyId: string, id: string): Promise<BillStatement | undefined> {
  const [statement] = await readStatements(tx, sql`b.pharmacy_id = ${pharmacyId} and b.id = ${id}`)
  return statement
}

export async function insertStatement(
  tx: Tx,
  pharmacyId: string,
  { id, fileName, ...head }: StatementHead & { id: string; fileName: string | null },
  { userId, at }: By,
): Promise<void> {
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, bill_statement_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set bill_statement_number = pharmacy_counters.bill_statement_number + 1
      returning bill_statement_number
    )
    insert into bill_statements (pharmacy_id, id, number, supplier_id, reference, from_day, to_day, due_on, total, note,
      file_name, created_by, created_at)
    select ${pharmacyId}, ${id}, bill_statement_number, ${head.supplierId}, ${head.reference}, ${head.from}, ${head.to},
      ${head.dueOn}, ${head.total}, ${head.note}, ${fileName}, ${userId}, ${at} from counted`.execute(tx)
}

export async function updateHead(tx: Tx, pharmacyId: string, id: string, head: StatementHead): Promise<void> {
  await sql`
    update bill_statements set reference = ${head.reference}, from_day = ${head.from}, to_day = ${head.to},
      due_on = ${head.dueOn}, total = ${head.total}, note = ${head.note}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function markValidated(tx: Tx, pharmacyId: string, id: string, by: By | null): Promise<void> {
  await sql`
    update bill_statements set state = ${by ? 'validated' : 'draft'}, validated_by = ${by?.userId ?? null},
      validated_at = ${by?.at ?? null}, in_opening = in_opening or exists (
        select from accounting_exports e where e.pharmacy_id = bill_statements.pharmacy_id and e.number = 1
          and bill_statements.to_day < e.month and bill_statements.validated_at < e.created_at)
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function markStatementCanceled(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, reason }: By & { reason: string },
): Promise<void> {
  await sql`update bill_statements set state = 'canceled', canceled_by = ${userId}, canceled_at = ${at},
      cancel_reason = ${reason}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

/** Another statement of the supplier that has this reference, however it is written. */
export async function twinOf(
  tx: Tx,
  pharmacyId: string,
  { id, supplierId, reference }: { id: string; supplierId: string; reference: string },
): Promise<{ id: string; number: number } | undefined> {
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from bill_statements where pharmacy_id = ${pharmacyId} and supplier_id = ${supplierId}
      and plain_lot(reference) = plain_lot(${reference}) and state <> 'canceled' and id <> ${id}`.execute(tx)
  return rows[0]
}

/** Days that the supplier waits for its money; null: not agreed. Undefined for a supplier that is not in use. */
export async function paymentDaysOf(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
): Promise<number | null | undefined> {
  const { rows } = await sql<{ days: number | null }>`select payment_days as days from suppliers
    where pharmacy_id = ${pharmacyId} and id = ${supplierId} and not archived`.execute(tx)
  return rows[0]?.days
}

export async function statementProfile(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
): Promise<StatementProfile | null> {
  const { rows } = await sql<{ profile: StatementProfile }>`
    select profile from statement_profiles where pharmacy_id = ${pharmacyId} and supplier_id = ${supplierId}`.execute(
    tx,
  )
  return rows[0]?.profile ?? null
}

export async function keepStatementProfile(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  profile: StatementProfile,
): Promise<void> {
  await sql`
    insert into statement_profiles (pharmacy_id, supplier_id, profile)
    values (${pharmacyId}, ${supplierId}, ${JSON.stringify(profile)}::text::jsonb)
    on conflict (pharmacy_id, supplier_id) do update set profile = excluded.profile`.execute(tx)
}

async function readStatements(tx: Tx, which: RawBuilder<unknown>): Promise<BillStatement[]> {
  const { rows } = await sql<Row>`
    select b.id, b.number, b.supplier_id as "supplierId", s.name as "supplierName", b.reference, b.from_day as "from",
      b.to_day as "to", b.due_on as "dueOn", b.total, b.state, b.file_name as "fileName", b.note,
      b.created_at as "createdAt", ${personName('u')} as "createdBy", b.validated_at as "validatedAt",
      ${personName('v')} as "validatedBy", b.canceled_at as "canceledAt", b.cancel_reason as "cancelReason",
      x.lines, x.claimed, c.id as "claimId"
    from ${from} where ${which}`.execute(tx)
  return rows.map(({ createdAt, createdBy, validatedAt, validatedBy, canceledAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    createdByName: displayName(createdBy),
    validatedAt: validatedAt?.toISOString() ?? null,
    validatedByName: validatedBy && displayName(validatedBy),
    canceledAt: canceledAt?.toISOString() ?? null,
  }))
}

/** A search finds the number, the reference and the supplier. */
function filtersOf(pharmacyId: string, { search, state, supplierId }: StatementQuery): RawBuilder<unknown>[] {
  const asked = statementStates.filter((one) => state?.includes(one))
  return [
    sql`b.pharmacy_id = ${pharmacyId}`,
    ...(state ? [sql`b.state = any(${asked}::text[])`] : []),
    ...(supplierId ? [sql`b.supplier_id = any(${supplierId}::uuid[])`] : []),
    ...wordsOf(search ?? '').map(
      (word) => sql`strpos(folded(concat_ws(' ', b.number, b.reference, s.name)), ${word}) > 0`,
    ),
  ]
}

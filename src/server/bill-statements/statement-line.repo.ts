import { sql } from 'kysely'
import type { NewStatementLine } from '#shared/contract/bill-statements.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Judgement } from '#shared/domain/statements/match-statement.ts'
import type { Settlement, StatementDecision } from '#shared/domain/statements/settle-statement.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { personName } from '#server/db/person-name.ts'

export type StoredLine = NewStatementLine & {
  position: number
  productLabel: string | null
  decision: StatementDecision | null
  decidedByName: string | null
  /** What validating froze; null while the statement is a draft. */
  frozen: { judgement: Judgement; settlement: Settlement } | null
}

/** In their order. */
export async function linesOfStatement(tx: Tx, pharmacyId: string, id: string): Promise<StoredLine[]> {
  const { rows } = await sql<Omit<StoredLine, 'decidedByName'> & { decidedBy: PersonName | null }>`
    select l.position, l.kind, l.note_number as "noteNumber", l.day, l.code, l.label,
      l.pharmacy_product_id as "productId", coalesce(p.private_label, r.label) as "productLabel", l.quantity, l.free,
      l.price::text as price, l.rebate, l.vat, l.amount, l.decision, ${personName('u')} as "decidedBy", l.judgement as frozen
    from bill_statement_lines l
      left join pharmacy_products p on p.pharmacy_id = l.pharmacy_id and p.id = l.pharmacy_product_id
      left join products r on r.id = p.product_id left join users u on u.id = l.decided_by
    where l.pharmacy_id = ${pharmacyId} and l.statement_id = ${id} order by l.position`.execute(tx)
  return rows.map(({ decidedBy, ...line }) => ({ ...line, decidedByName: decidedBy && displayName(decidedBy) }))
}

/** A line that is written anew loses its decision. */
export async function writeLines(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
  lines: readonly (NewStatementLine & { position: number })[],
): Promise<void> {
  await sql`
    insert into bill_statement_lines (pharmacy_id, statement_id, position, kind, note_number, day, code, label,
      pharmacy_product_id, quantity, free, price, rebate, vat, amount)
    select ${pharmacyId}, ${statementId}, r.position, r.kind, r."noteNumber", r.day, r.code, r.label, r."productId",
      r.quantity, r.free, r.price, r.rebate, r.vat, r.amount
    from ${jsonRows(lines)} as r (position int, kind text, "noteNumber" text, day date, code text, label text,
      "productId" uuid, quantity int, free int, price numeric, rebate bigint, vat int, amount bigint)
    on conflict (pharmacy_id, statement_id, position) do update set kind = excluded.kind,
      note_number = excluded.note_number, day = excluded.day, code = excluded.code, label = excluded.label,
      pharmacy_product_id = excluded.pharmacy_product_id, quantity = excluded.quantity, free = excluded.free,
      price = excluded.price, rebate = excluded.rebate, vat = excluded.vat, amount = excluded.amount, decision = null,
      decided_by = null, decided_at = null`.execute(tx)
}

/** The other lines of the statement that have this code and no product. */
export async function nameProduct(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
  { code, productId }: { code: string; productId: string },
): Promise<void> {
  await sql`update bill_statement_lines set pharmacy_product_id = ${productId} where pharmacy_id = ${pharmacyId}
    and statement_id = ${statementId} and code = ${code} and pharmacy_product_id is null`.execute(tx)
}

/** Returns whether there was such a line. */
export async function deleteLine(tx: Tx, pharmacyId: string, statementId: string, position: number): Promise<boolean> {
  const { rows } = await sql`delete from bill_statement_lines where pharmacy_id = ${pharmacyId}
    and statement_id = ${statementId} and position = ${position} returning position`.execute(tx)
  return rows.length > 0
}

export async function writeDecision(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
  { positions, decision }: { positions: readonly number[]; decision: StatementDecision | null },
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await sql`
    update bill_statement_lines set decision = ${decision}, decided_by = ${decision && userId},
      decided_at = ${decision && at}
    where pharmacy_id = ${pharmacyId} and statement_id = ${statementId}
      and position = any(${[...positions]}::int[])`.execute(tx)
}

export async function freezeLines(
  tx: Tx,
  pharmacyId: string,
  statementId: string,
  lines: readonly { judgement: Judgement; settlement: Settlement }[],
): Promise<void> {
  const rows = lines.map(({ judgement, settlement }) => ({
    position: judgement.position,
    kind: judgement.match?.kind ?? null,
    id: judgement.match?.id ?? null,
    productId: judgement.match?.productId ?? null,
    matched: settlement.matched,
    claimed: settlement.claimed,
    frozen: { judgement, settlement },
  }))
  await sql`
    update bill_statement_lines l set match_kind = r.kind, match_id = r.id, match_product_id = r."productId",
      matched = r.matched, claimed = r.claimed, judgement = r.frozen
    from ${jsonRows(rows)} as r (position int, kind text, id uuid, "productId" uuid, matched bigint, claimed bigint,
      frozen jsonb)
    where l.pharmacy_id = ${pharmacyId} and l.statement_id = ${statementId} and l.position = r.position`.execute(tx)
}

export async function thawLines(tx: Tx, pharmacyId: string, statementId: string): Promise<void> {
  await sql`update bill_statement_lines set match_kind = null, match_id = null, match_product_id = null, matched = null,
      claimed = null, judgement = null
    where pharmacy_id = ${pharmacyId} and statement_id = ${statementId}`.execute(tx)
}

/** Deliveries of which a validated statement agreed to something, in its favour or not. */
export async function lockDeliveries(tx: Tx, pharmacyId: string, statementId: string): Promise<void> {
  await sql`
    update deliveries d set validated_statement_id = ${statementId}
    where d.pharmacy_id = ${pharmacyId} and d.validated_statement_id is null and d.id in (
      select match_id from bill_statement_lines where pharmacy_id = ${pharmacyId} and statement_id = ${statementId}
        and match_kind in ('goods', 'note'))`.execute(tx)
}

export async function unlockDeliveries(tx: Tx, pharmacyId: string, statementId: string): Promise<void> {
  await sql`update deliveries set validated_statement_id = null where pharmacy_id = ${pharmacyId}
    and validated_statement_id = ${statementId}`.execute(tx)
}

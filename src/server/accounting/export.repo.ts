import { sql } from 'kysely'
import type { AccountingExport } from '#shared/contract/accounting.ts'
import type { BookedPiece } from '#shared/domain/accounting/booked.ts'
import type { Fact } from '#shared/domain/accounting/facts.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Range } from '#server/accounting/fact-rows.repo.ts'
import { allFacts } from '#server/accounting/facts.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { personName } from '#server/db/person-name.ts'

/** The exports of a pharmacy, the latest first. */
export async function findExports(tx: Tx, pharmacyId: string): Promise<AccountingExport[]> {
  const { rows } = await sql<Omit<AccountingExport, 'createdAt' | 'byName'> & { createdAt: Date; by: PersonName }>`
    select e.number, e.id, e.month, e.pieces, e.corrections, e.debit, e.created_at as "createdAt", ${personName('u')} as by
    from accounting_exports e join users u on u.id = e.created_by
    where e.pharmacy_id = ${pharmacyId} order by e.number desc`.execute(tx)
  return rows.map(({ by, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    byName: displayName(by),
  }))
}

/** What the ledgers say and the books do not: `fact` null: it is no more. `former`: how it stands in the books. */
export type Change = {
  key: string
  hash: string | null
  fact: Fact | null
  former: (BookedPiece & { exportNumber: number }) | null
}

/**
 * Compares all facts of days with what exports booked last of each, in one statement. Facts that are as they were booked
 * are left out.
 */
export async function changesOf(tx: Tx, range: Range): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with fact as (
      select key, day, content, md5(day || content::text) as hash from (${allFacts(range)}) f
    ), booked as (
      select distinct on (key) * from accounting_pieces where pharmacy_id = ${range.pharmacyId}
      order by key, export_number desc, position desc
    )
    select coalesce(f.key, b.key) as key, f.hash,
      case when f.key is not null then json_build_object('key', f.key, 'day', f.day, 'content', f.content) end as fact,
      case when b.hash is not null then json_build_object('key', b.key, 'day', b.day, 'journal', b.journal,
        'number', b.number, 'label', b.label, 'lines', b.lines, 'exportNumber', b.export_number) end as former
    from fact f full join booked b on b.key = f.key
    where f.hash is distinct from b.hash
    order by f.day, f.content ->> 'kind', length(f.content ->> 'number'), f.content ->> 'number', 1`.execute(tx)
  return rows
}

/** The names of payers, clients, suppliers and disbursement reasons, by id. */
export async function accountNames(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const of = sql`pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from companies where ${of}
    union all select id, name from organizations where ${of}
    union all select id, trim(last_name || ' ' || first_name) from persons where ${of}
    union all select id, name from suppliers where ${of}
    union all select id, label from disbursement_reasons where ${of}`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whether a register that was opened before a moment is still open: its money is not counted yet. */
export async function hasOpenRegister(tx: Tx, pharmacyId: string, before: Date): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`select exists (select from cash_registers
    where pharmacy_id = ${pharmacyId} and opened_at < ${before} and closed_at is null) as "isOpen"`.execute(tx)
  return rows[0]!.isOpen
}

export type NewPiece = BookedPiece & { way: 'new' | 'late' | 'reversal'; hash: string | null }

export async function insertExport(
  tx: Tx,
  pharmacyId: string,
  made: Pick<AccountingExport, 'number' | 'id' | 'month' | 'pieces' | 'corrections'> & {
    debit: number
    userId: string
    at: Date
  },
  pieces: readonly NewPiece[],
): Promise<void> {
  const { userId, at, ...row } = made
  await tx
    .insertInto('accounting_exports')
    .values({ pharmacy_id: pharmacyId, ...row, created_by: userId, created_at: at })
    .execute()
  const placed = pieces.map((piece, place) => ({ ...piece, position: place + 1 }))
  // A month of a large pharmacy has some ten thousand pieces: not all in one parameter.
  for (let from = 0; from < placed.length; from += 2000)
    await sql`
      insert into accounting_pieces (pharmacy_id, export_number, position, key, way, hash, day, journal, number, label, lines)
      select ${pharmacyId}, ${made.number}, p.position, p.key, p.way, p.hash, p.day, p.journal, p.number, p.label, p.lines
      from ${jsonRows(placed.slice(from, from + 2000))} as p (position int, key text, way text, hash text, day date,
        journal text, number text, label text, lines jsonb)`.execute(tx)
}

/** The pieces of an export, in their order. */
export async function piecesOfExport(
  tx: Tx,
  pharmacyId: string,
  number: number,
): Promise<(BookedPiece & { position: number })[]> {
  const { rows } = await sql<BookedPiece & { position: number }>`
    select position, key, day, journal, number, label, lines from accounting_pieces
    where pharmacy_id = ${pharmacyId} and export_number = ${number} order by position`.execute(tx)
  return rows
}

/** The country, currency, name and own accounts of a pharmacy. */
export async function bookkeepingOf(
  tx: Tx,
  pharmacyId: string,
): Promise<{
  country: string
  currency: string
  decimals: number
  name: string
  own: Record<string, string>
  timeZone: string
}> {
  const { rows } = await sql<{
    country: string
    currency: string
    decimals: number
    name: string
    own: Record<string, string>
    timeZone: string
  }>`select p.country_code as country, c.currency_code as currency, c.currency_decimals as decimals, p.name,
      coalesce(p.settings -> 'accounts', '{}') as own, p.time_zone as "timeZone"
    from pharmacies p join countries c on c.code = p.country_code where p.id = ${pharmacyId}`.execute(tx)
  return rows[0]!
}

import { sql, type RawBuilder } from 'kysely'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { ImportRun, ImportRunCalls, KeptRow, RefusedRow } from '#shared/contract/import-runs.ts'
import type { ImportChange, ImportedRow } from '#shared/domain/imports/undo-plan.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'

/** What the files are about. `pharmacyId` null: the price lists, which belong to the platform. */
export type ImportSubject =
  | { kind: 'insured' | 'scheme'; pharmacyId: string; subjectId: string }
  | { kind: 'price-list'; pharmacyId: null; subjectId: string }
export type ImportKind = Omit<ImportSubject, 'subjectId'>
export type ChangePart = 'persons' | 'policies' | 'lines' | 'codes'

export type NewRun = {
  id: string
  fileName: string | null
  by: string
  at: Date
  counts: { added: number; changed: number; same: number; gone: number }
  refused: readonly RefusedRow[]
}

/** How many of the last imports of a subject keep what they changed: the price list of a month has 30,000 rows. */
const undoable = 3

export async function insertRun(tx: Tx, { kind, pharmacyId, subjectId }: ImportSubject, run: NewRun): Promise<void> {
  await tx
    .insertInto('import_runs')
    .values({
      id: run.id,
      pharmacy_id: pharmacyId,
      kind,
      subject_id: subjectId,
      file_name: run.fileName,
      imported_by: run.by,
      imported_at: run.at,
      ...run.counts,
      refused: JSON.stringify(run.refused),
    })
    .execute()
}

export async function insertChanges(
  tx: Tx,
  { pharmacyId }: ImportKind,
  { importId, part }: { importId: string; part: ChangePart },
  changes: readonly ImportChange[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into import_changes (import_id, pharmacy_id, part, key, before, after)
    select ${importId}::uuid, ${pharmacyId}::uuid, ${part}, r.key, nullif(r.before, 'null'), r.after
    from ${jsonRows(changes)} as r (key text, before jsonb, after jsonb)`.execute(tx)
}

/** Lets go of what older imports changed: from then on they cannot be undone. */
export async function dropOldChanges(tx: Tx, subject: ImportSubject): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update import_runs set has_changes = false where ${isAbout(subject)} and undone_at is null and has_changes
      and n not in (select n from import_runs where ${isAbout(subject)} and undone_at is null
        order by n desc limit ${undoable})
    returning id`.execute(tx)
  if (rows.length > 0)
    await sql`delete from import_changes where import_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}

type Row = Pick<ImportRun, 'id' | 'fileName' | 'added' | 'changed' | 'same' | 'gone' | 'refused' | 'canUndo'> & {
  importedAt: Date
  importedBy: PersonName
  undoneAt: Date | null
  undoneBy: PersonName | null
  removed: number | null
  restored: number | null
  kept: number | null
}

const canUndo = sql`i.undone_at is null and i.has_changes and not exists (select from import_runs later
  where later.pharmacy_id is not distinct from i.pharmacy_id and later.kind = i.kind
    and later.subject_id = i.subject_id and later.undone_at is null and later.n > i.n)`

export async function runsAbout(
  tx: Tx,
  subject: ImportSubject,
  page: Page,
): Promise<CallReply<ImportRunCalls['history']>> {
  return pagedRows(tx, page, {
    from: sql`import_runs where ${isAbout(subject)}`,
    async items(limit) {
      const { rows } = await sql<Row>`
        select i.id, i.file_name as "fileName", ${personName('u')} as "importedBy", i.imported_at as "importedAt",
          i.added, i.changed, i.same, i.gone, jsonb_array_length(i.refused) as refused, ${canUndo} as "canUndo",
          ${personName('v')} as "undoneBy", i.undone_at as "undoneAt", i.removed, i.restored,
          jsonb_array_length(i.kept) as kept
        from (select * from import_runs where ${isAbout(subject)}) i
          join users u on u.id = i.imported_by left join users v on v.id = i.undone_by
        order by i.n desc ${limit}`.execute(tx)
      return rows.map(({ importedAt, importedBy, undoneAt, undoneBy, removed, restored, kept, ...row }) => ({
        ...row,
        importedAt: importedAt.toISOString(),
        importedByName: displayName(importedBy),
        undone:
          undoneAt && undoneBy
            ? {
                byName: displayName(undoneBy),
                at: undoneAt.toISOString(),
                removed: removed!,
                restored: restored!,
                kept: kept!,
              }
            : null,
      }))
    },
  })
}

export async function rowsOfRun(
  tx: Tx,
  { kind, pharmacyId }: ImportKind,
  id: string,
): Promise<{ refused: RefusedRow[]; kept: KeptRow[] } | undefined> {
  // only this file writes the columns, in the shapes of the contract
  const { rows } = await sql<{ refused: RefusedRow[]; kept: KeptRow[] }>`
    select refused, coalesce(kept, '[]') as kept from import_runs
    where id = ${id} and kind = ${kind} and pharmacy_id is not distinct from ${pharmacyId}::uuid`.execute(tx)
  return rows[0]
}

export type KnownRun = {
  id: string
  subjectId: string
  importedAt: Date
  canUndo: boolean
  /** What its undo did; null: it was not undone. */
  undone: CallReply<ImportRunCalls['undo']> | null
}

export async function findRun(tx: Tx, { kind, pharmacyId }: ImportKind, id: string): Promise<KnownRun | undefined> {
  const { rows } = await sql<KnownRun>`
    select i.id, i.subject_id as "subjectId", i.imported_at as "importedAt", ${canUndo} as "canUndo",
      case when i.undone_at is not null then json_build_object('removed', i.removed, 'restored', i.restored,
        'kept', jsonb_array_length(i.kept)) end as undone
    from import_runs i
    where i.id = ${id} and i.kind = ${kind} and i.pharmacy_id is not distinct from ${pharmacyId}::uuid`.execute(tx)
  return rows[0]
}

export async function changesOfRun<Of extends ImportedRow>(
  tx: Tx,
  importId: string,
  part: ChangePart,
): Promise<ImportChange<Of>[]> {
  const { rows } = await sql<ImportChange<Of>>`
    select key, before, after from import_changes where import_id = ${importId} and part = ${part} order by key`.execute(
    tx,
  )
  return rows
}

export type Undone = { removed: number; restored: number; kept: readonly KeptRow[] }

export async function noteUndone(
  tx: Tx,
  id: string,
  { removed, restored, kept, by, at }: Undone & { by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('import_runs')
    .set({ undone_by: by, undone_at: at, removed, restored, kept: JSON.stringify(kept) })
    .where('id', '=', id)
    .execute()
}

function isAbout({ kind, pharmacyId, subjectId }: ImportSubject): RawBuilder<unknown> {
  return sql`subject_id = ${subjectId} and kind = ${kind} and pharmacy_id is not distinct from ${pharmacyId}::uuid`
}

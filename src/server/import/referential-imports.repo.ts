import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { FileFacts } from '#server/import/bdpm-files.ts'

/** The lines that a file had when it was last imported. */
export type LastCount = { file: string; lines: number; importedAt: Date }

/** Of each file that was ever imported, the count of the last import that had it. */
export async function lastCounts(tx: Tx): Promise<LastCount[]> {
  const { rows } = await sql<LastCount>`
    select distinct on (counts.file) counts.file, counts.lines::int as lines, imports.imported_at as "importedAt"
    from referential_imports imports, jsonb_each_text(imports.lines) as counts(file, lines)
    order by counts.file, imports.id desc`.execute(tx)
  return rows
}

/** Records an import. `dataDay`: the day that its data stand at. */
export async function recordImport(
  tx: Tx,
  { files, dataDay, now }: { files: readonly FileFacts[]; dataDay: string | null; now: Date },
): Promise<void> {
  const lines = Object.fromEntries(files.map((facts) => [facts.file, facts.lines]))
  await sql`
    insert into referential_imports (imported_at, data_day, lines)
    values (${now.toISOString()}::timestamptz, ${dataDay}::date, ${JSON.stringify(lines)}::jsonb)`.execute(tx)
}

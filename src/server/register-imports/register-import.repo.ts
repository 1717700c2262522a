import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type {
  KeptProduct,
  LeftRow,
  RegisterCounts,
  RegisterImport,
  RegisterProfile,
} from '#shared/contract/register-imports.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { isNewest, type UndoResult } from '#server/register-imports/register-undo.repo.ts'

type Asked = { id: string; countryCode: string; fileName: string }

/** Keeps the whole file for the job. */
export async function insertRegisterImport(tx: Tx, file: Asked): Promise<void> {
  await tx
    .insertInto('register_imports')
    .values({
      id: file.id,
      country_code: file.countryCode,
      file_name: file.fileName,
      content: JSON.stringify(file),
      digest: digestOf(file),
    })
    .execute()
}

/** Whether the import of this id was asked for with this file, read in this way. */
export async function isSameImport(tx: Tx, file: Asked): Promise<boolean> {
  const row = await tx
    .selectFrom('register_imports')
    .select(['country_code', 'file_name', 'digest'])
    .where('id', '=', file.id)
    .executeTakeFirst()
  if (row?.country_code !== file.countryCode || row.file_name !== file.fileName) return false
  return row.digest === null || row.digest === digestOf(file)
}

function digestOf(file: Asked): string {
  return createHash('sha256').update(JSON.stringify(file)).digest('hex')
}

/** The file of a waiting import. */
export async function contentOf(tx: Tx, id: string): Promise<unknown> {
  const row = await tx.selectFrom('register_imports').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content
}

export type RegisterResult = { counts: RegisterCounts; left: LeftRow[] }

/** Stores the result and what an undo needs, and drops the file. Needs the lock of the referential. */
export async function finishRegisterImport(
  tx: Tx,
  id: string,
  result: RegisterResult,
  formerProfile: RegisterProfile | null,
): Promise<void> {
  await tx
    .updateTable('register_imports')
    .set({
      result: JSON.stringify(result),
      content: null,
      is_kept: true,
      applied: sql`(select coalesce(max(applied), 0) + 1 from register_imports)`,
      former_profile: formerProfile && JSON.stringify(formerProfile),
    })
    .where('id', '=', id)
    .execute()
}

export async function profileOf(tx: Tx, countryCode: string): Promise<RegisterProfile | null> {
  const row = await tx
    .selectFrom('register_profiles')
    .select('profile')
    .where('country_code', '=', countryCode)
    .executeTakeFirst()
  // only this file writes the column, in the shape of the contract
  return (row?.profile as RegisterProfile | undefined) ?? null
}

export async function keepProfile(tx: Tx, countryCode: string, profile: RegisterProfile): Promise<void> {
  await tx
    .insertInto('register_profiles')
    .values({ country_code: countryCode, profile: JSON.stringify(profile) })
    .onConflict((conflict) =>
      conflict.columns(['country_code']).doUpdateSet((row) => ({ profile: row.ref('excluded.profile') })),
    )
    .execute()
}

export async function removeProfile(tx: Tx, countryCode: string): Promise<void> {
  await tx.deleteFrom('register_profiles').where('country_code', '=', countryCode).execute()
}

type Undo = NonNullable<RegisterImport['undo']>
type Row = Omit<RegisterImport, 'askedAt' | 'finishedAt' | 'byName' | 'undo'> & {
  askedAt: Date
  finishedAt: Date | null
  by: PersonName | null
  // as JSON, where a moment is a text
  undo: (Omit<Undo, 'byName'> & { by: PersonName | null }) | null
}

const columns = sql`x.id, x.country_code as "countryCode", x.file_name as "fileName", j.status, j.progress,
  j.asked_at as "askedAt", j.finished_at as "finishedAt", x.result->'counts' as counts, j.error,
  case when u.id is not null then json_build_object('firstName', u.first_name, 'lastName', u.last_name) end as by,
  ${isNewest} and not exists (select from register_imports o join platform_jobs k on k.id = o.id
    where o.country_code = x.country_code and k.status in ('queued', 'running')) as "canUndo",
  case when w.id is not null then json_build_object('status', w.status, 'progress', w.progress,
    'finishedAt', w.finished_at, 'counts', x.undo_result->'counts', 'error', w.error,
    'by', case when v.id is not null then json_build_object('firstName', v.first_name, 'lastName', v.last_name) end)
    end as undo`
const joined = sql`platform_jobs j join register_imports x on x.id = j.id join countries c on c.code = x.country_code
  left join users u on u.id = j.asked_by left join platform_jobs w on w.id = x.undo_id
  left join users v on v.id = w.asked_by`

export async function findRegisterImport(tx: Tx, id: string): Promise<RegisterImport | undefined> {
  const { rows } = await sql<Row>`select ${columns} from ${joined} where x.id = ${id}`.execute(tx)
  return rows.map(importOf)[0]
}

/** Newest first. With `search`: every word must occur in the file name, the country or the name of who asked. */
export function pageOfRegisterImports(
  tx: Tx,
  { search, ...page }: Page & { search?: string | undefined },
): Promise<{ items: RegisterImport[]; total: number }> {
  const kept = wordsOf(search ?? '').map(
    (word) => sql`and strpos(folded(concat_ws(' ', x.file_name, c.name, u.last_name, u.first_name)), ${word}) > 0`,
  )
  const found = sql`${joined} where true ${sql.join(kept, sql` `)}`
  return pagedRows(tx, page, {
    from: found,
    async items(limit) {
      const { rows } = await sql<Row>`select ${columns} from ${found} order by j.asked_at desc, x.id ${limit}`.execute(
        tx,
      )
      return rows.map(importOf)
    },
  })
}

/** The rows that the import did not take; empty until it is done. */
export async function leftRowsOf(tx: Tx, id: string): Promise<LeftRow[]> {
  const row = await tx.selectFrom('register_imports').select('result').where('id', '=', id).executeTakeFirst()
  return (row?.result as RegisterResult | null | undefined)?.left ?? []
}

/** The products that an undo did not take back; empty until it is done. */
export async function keptProductsOf(tx: Tx, id: string): Promise<KeptProduct[]> {
  const row = await tx.selectFrom('register_imports').select('undo_result').where('id', '=', id).executeTakeFirst()
  return (row?.undo_result as UndoResult | null | undefined)?.kept ?? []
}

function importOf({ by, askedAt, finishedAt, undo, ...row }: Row): RegisterImport {
  return {
    ...row,
    askedAt: askedAt.toISOString(),
    finishedAt: finishedAt && finishedAt.toISOString(),
    byName: by && displayName(by),
    undo: undo && undoOf(undo),
  }
}

function undoOf({ by, finishedAt, ...undo }: NonNullable<Row['undo']>): Undo {
  return {
    ...undo,
    finishedAt: finishedAt && new Date(finishedAt).toISOString(),
    byName: by && displayName(by),
  }
}

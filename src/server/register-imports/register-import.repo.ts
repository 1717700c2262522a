import { sql } from 'kysely'
import type { LeftRow, RegisterCounts, RegisterImport, RegisterProfile } from '#shared/contract/register-imports.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

type Asked = { id: string; countryCode: string; fileName: string }

/** Keeps the whole file for the job. */
export async function insertRegisterImport(tx: Tx, file: Asked): Promise<void> {
  await tx
    .insertInto('register_imports')
    .values({ id: file.id, country_code: file.countryCode, file_name: file.fileName, content: JSON.stringify(file) })
    .execute()
}

/** The file of a waiting import. */
export async function contentOf(tx: Tx, id: string): Promise<unknown> {
  const row = await tx.selectFrom('register_imports').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content
}

export type RegisterResult = { counts: RegisterCounts; left: LeftRow[] }

/** Stores the result, and drops the file. */
export async function finishRegisterImport(tx: Tx, id: string, result: RegisterResult): Promise<void> {
  await tx
    .updateTable('register_imports')
    .set({ result: JSON.stringify(result), content: null })
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

type Row = Omit<RegisterImport, 'askedAt' | 'finishedAt' | 'byName'> & {
  askedAt: Date
  finishedAt: Date | null
  by: PersonName | null
}

const columns = sql`x.id, x.country_code as "countryCode", x.file_name as "fileName", j.status, j.progress,
  j.asked_at as "askedAt", j.finished_at as "finishedAt", x.result->'counts' as counts, j.error,
  case when u.id is not null then json_build_object('firstName', u.first_name, 'lastName', u.last_name) end as by`
const joined = sql`platform_jobs j join register_imports x on x.id = j.id left join users u on u.id = j.asked_by`

export async function findRegisterImport(tx: Tx, id: string): Promise<RegisterImport | undefined> {
  const { rows } = await sql<Row>`select ${columns} from ${joined} where x.id = ${id}`.execute(tx)
  return rows.map(importOf)[0]
}

/** Newest first. */
export function pageOfRegisterImports(tx: Tx, page: Page): Promise<{ items: RegisterImport[]; total: number }> {
  return pagedRows(tx, page, {
    from: joined,
    async items(limit) {
      const { rows } = await sql<Row>`select ${columns} from ${joined} order by j.asked_at desc, x.id ${limit}`.execute(
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

function importOf({ by, askedAt, finishedAt, ...row }: Row): RegisterImport {
  return {
    ...row,
    askedAt: askedAt.toISOString(),
    finishedAt: finishedAt && finishedAt.toISOString(),
    byName: by && displayName(by),
  }
}

import type * as z from 'zod'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  NewRegisterImport,
  RegisterCounts,
  RegisterImport,
  registerImports,
} from '#shared/contract/register-imports.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { finishJob, insertPlatformJob } from '#server/jobs/job.repo.ts'
import { allPharmacyIds } from '#server/lists/product-revisions.repo.ts'
import { registerImportJob } from '#server/register-imports/register-import-job.ts'
import {
  findRegisterImport,
  insertRegisterImport,
  isSameImport,
  keptProductsOf,
  leftRowsOf,
  pageOfRegisterImports,
  profileOf,
} from '#server/register-imports/register-import.repo.ts'
import { countsOf, judgeFile } from '#server/register-imports/judge-file.ts'
import { writeRegister } from '#server/register-imports/write-register.ts'
import { registerCountryOf } from '#server/register-imports/known-referential.repo.ts'

type File = HandlerInput<typeof registerImports.check>['body']

/** Throws `requests:notFound` for an unknown country. */
export function readRegisterProfile(
  { database }: Pick<Context, 'database'>,
  code: string,
): Promise<CallReply<typeof registerImports.readProfile>> {
  return database.platform(async (tx) => {
    requireRow(await registerCountryOf(tx, code))
    return { profile: await profileOf(tx, code) }
  })
}

/** The result that an import would have now; writes nothing. Throws `requests:invalid` for an unknown country. */
export function checkRegister(database: Database, file: File): Promise<CallReply<typeof registerImports.check>> {
  return database.platform(async (tx) => {
    await requireCountry(tx, file.countryCode)
    const { rows } = await judgeFile(tx, file)
    return { ...countsOf(rows), rows }
  })
}

/**
 * Queues the import; a repeated call returns the same one. Throws `requests:invalid` for an unknown country, and
 * `requests:conflict` for the id of another job, or of an import of another file.
 */
export async function askRegisterImport(
  { actor, now, database, changes }: Context,
  file: z.output<typeof NewRegisterImport>,
): Promise<RegisterImport> {
  const made = await database.platform(async (tx) => {
    await requireCountry(tx, file.countryCode)
    const isNew = await insertPlatformJob(tx, {
      id: file.id,
      kind: registerImportJob,
      askedBy: actor.userId,
      askedAt: now,
    })
    if (isNew) await insertRegisterImport(tx, file)
    // The id belongs to a job of another kind, or to the import of another file.
    else if (!(await isSameImport(tx, file))) throw new AppError('requests:conflict')
    changes.made = isNew
    // the job tells when it has written the referential
    changes.pharmacies = await allPharmacyIds(tx)
    return findRegisterImport(tx, file.id)
  })
  return requireRow(made)
}

/** Imports a register at once, for the command line: all of it or, when it throws, nothing. Returns the counts. */
export function importRegisterNow(
  database: Database,
  file: z.output<typeof NewRegisterImport>,
  { now, report }: { now: Date; report: (percent: number) => void },
): Promise<RegisterCounts> {
  return database.platform(async (tx) => {
    await requireCountry(tx, file.countryCode)
    const job = { id: file.id, kind: registerImportJob, askedBy: null, askedAt: now }
    await insertPlatformJob(tx, job, 'running')
    await insertRegisterImport(tx, file)
    const counts = await writeRegister(tx, file, { report, signal: new AbortController().signal })
    await finishJob(tx, { ...job, pharmacyId: null, attempt: 0 })
    return counts
  })
}

export function listRegisterImports(
  { database }: Context,
  query: HandlerInput<typeof registerImports.list>['query'],
): Promise<{ items: RegisterImport[]; total: number }> {
  return database.platform((tx) => pageOfRegisterImports(tx, query))
}

/** Throws `requests:notFound`. */
export function readRegisterImport({ database }: Context, id: string): Promise<CallReply<typeof registerImports.read>> {
  return database.platform(async (tx) => ({
    ...requireRow(await findRegisterImport(tx, id)),
    left: await leftRowsOf(tx, id),
    kept: await keptProductsOf(tx, id),
  }))
}

async function requireCountry(tx: Tx, code: string): Promise<void> {
  if (!(await registerCountryOf(tx, code))) refuseFields([{ path: 'body.countryCode', message: 'unknown' }])
}

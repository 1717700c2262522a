import { randomUUID } from 'node:crypto'
import type { RegisterImport, UndoCounts } from '#shared/contract/register-imports.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { insertPlatformJob } from '#server/jobs/job.repo.ts'
import { allPharmacyIds } from '#server/lists/product-revisions.repo.ts'
import { findRegisterImport } from '#server/register-imports/register-import.repo.ts'
import { registerUndoJob } from '#server/register-imports/register-undo-job.ts'
import { fatesOf, lockImport, setUndo } from '#server/register-imports/register-undo.repo.ts'
import { undoCountsOf } from '#server/register-imports/undo-register.ts'

/** What the undo of an import would do now; writes nothing. Throws as `askUndo`. */
export function previewUndo({ database }: Context, id: string): Promise<UndoCounts> {
  return database.platform(async (tx) => {
    if (!requireRow(await findRegisterImport(tx, id)).canUndo) throw new AppError('requests:conflict')
    return undoCountsOf([...(await fatesOf(tx, id, 'made')), ...(await fatesOf(tx, id, 'changed'))])
  })
}

/**
 * Queues the undo of an import; a repeated call returns the same one, unless it failed. Throws `requests:conflict` when
 * a later import of the register stands or waits, and `requests:notFound`.
 */
export function askUndo({ actor, now, database, changes }: Context, id: string): Promise<RegisterImport> {
  return database.platform(async (tx) => {
    // a second call at the same time finds the undo of the first
    await lockImport(tx, id)
    const known = requireRow(await findRegisterImport(tx, id))
    changes.made = !known.undo || known.undo.status === 'failed'
    // the job tells when it has written the referential
    changes.pharmacies = await allPharmacyIds(tx)
    if (!changes.made) return known
    if (!known.canUndo) throw new AppError('requests:conflict')
    const undoId = randomUUID()
    await insertPlatformJob(tx, { id: undoId, kind: registerUndoJob, askedBy: actor.userId, askedAt: now })
    await setUndo(tx, id, undoId)
    return requireRow(await findRegisterImport(tx, id))
  })
}

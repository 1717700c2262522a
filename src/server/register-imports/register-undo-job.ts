import type { PlatformJobKind } from '#server/jobs/job-loop.ts'
import { allPharmacyIds } from '#server/lists/product-revisions.repo.ts'
import { undoRegister } from '#server/register-imports/undo-register.ts'

export const registerUndoJob = 'register-undo'

/** The background job that undoes an import of a register, in one transaction. */
export const registerUndoJobs: PlatformJobKind = {
  async runOnPlatform(tx, id, how) {
    await undoRegister(tx, id, how)
    return { pharmacyIds: await allPharmacyIds(tx), resources: ['referential', 'pharmacy-products'] }
  },
}

import { NewRegisterImport } from '#shared/contract/register-imports.ts'
import { analyze } from '#server/db/analyze.ts'
import type { PlatformJobKind } from '#server/jobs/job-loop.ts'
import { allPharmacyIds } from '#server/lists/product-revisions.repo.ts'
import { contentOf } from '#server/register-imports/register-import.repo.ts'
import { writeRegister } from '#server/register-imports/write-register.ts'

export const registerImportJob = 'register-import'

/** The background job that imports a register: the products, the profile and the result in one transaction. */
export const registerImportJobs: PlatformJobKind = {
  async runOnPlatform(tx, id, how) {
    await writeRegister(tx, NewRegisterImport.parse(await contentOf(tx, id)), how)
    await analyze(tx)
    return { pharmacyIds: await allPharmacyIds(tx), resources: ['referential', 'pharmacy-products'] }
  },
}

import type { KeptProduct, UndoCounts } from '#shared/contract/register-imports.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Tx } from '#server/db/database.ts'
import type { JobRun } from '#server/jobs/job-loop.ts'
import {
  allPharmacyIds,
  enterPharmacy,
  lockReferential,
  touchPharmacyProducts,
} from '#server/lists/product-revisions.repo.ts'
import { keepProfile, removeProfile } from '#server/register-imports/register-import.repo.ts'
import {
  archiveMadeProducts,
  deleteProducts,
  fatesOf,
  finishUndo,
  forgetUndone,
  importUndoneBy,
  removeAddedKeys,
  restoreProducts,
  type Fate,
  type FatedProduct,
} from '#server/register-imports/register-undo.repo.ts'

/** Products per statement, to report the progress. */
const chunk = 1_000
/** Share of the progress, in percent: the changed products have their former values. */
const restored = 50

/**
 * Undoes an import in the transaction of the caller: takes its products back, gives the changed ones their former
 * values, and takes back names, keys and the profile. What was changed since is left as it is. Throws
 * `requests:conflict` when a later import of the register stands.
 */
export async function undoRegister(tx: Tx, undoId: string, { report, signal }: JobRun): Promise<void> {
  await lockReferential(tx)
  const run = await importUndoneBy(tx, undoId)
  if (!run?.isNewest) throw new AppError('requests:conflict')
  const inChunks = async (
    ids: readonly string[],
    [from, to]: readonly [number, number],
    work: (part: string[]) => Promise<void>,
  ): Promise<void> => {
    for (let start = 0; start < ids.length; start += chunk) {
      signal.throwIfAborted()
      await work(ids.slice(start, start + chunk))
      report(from + ((to - from) * Math.min(start + chunk, ids.length)) / ids.length)
    }
  }

  const changed = await fatesOf(tx, run.id, 'changed')
  const back = idsOf(changed, 'restored')
  await inChunks(back, [1, restored], (part) => restoreProducts(tx, run.id, part))
  await removeAddedKeys(tx, run.id, back)
  // a pharmacy that takes a product now would name it after its deletion
  for (const pharmacyId of await allPharmacyIds(tx)) await enterPharmacy(tx, pharmacyId)
  const made = await fatesOf(tx, run.id, 'made')
  await archiveMadeProducts(tx, idsOf(made, 'used'))
  await inChunks(idsOf(made, 'removed'), [restored, 99], (part) => deleteProducts(tx, part))
  await touchPharmacyProducts(tx, back)

  await forgetUndone(tx, run.id)
  if (run.formerProfile) await keepProfile(tx, run.countryCode, run.formerProfile)
  else await removeProfile(tx, run.countryCode)
  const all = [...made, ...changed]
  await finishUndo(tx, run.id, { counts: undoCountsOf(all), kept: keptOf(all) })
}

export function undoCountsOf(products: readonly FatedProduct[]): UndoCounts {
  const of = (...fates: Fate[]): number => products.filter(({ fate }) => fates.includes(fate)).length
  return { removed: of('removed'), archived: of('used'), restored: of('restored'), left: of('changed', 'listed') }
}

function idsOf(products: readonly FatedProduct[], only: Fate): string[] {
  return products.flatMap(({ productId, fate }) => (fate === only ? [productId] : []))
}

function keptOf(products: readonly FatedProduct[]): KeptProduct[] {
  return products.flatMap(({ productId, label, fate }) =>
    fate === 'removed' || fate === 'restored' ? [] : [{ productId, label, reason: fate }],
  )
}

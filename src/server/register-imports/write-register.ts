import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { NewRegisterImport, RegisterCounts } from '#shared/contract/register-imports.ts'
import type { Tx } from '#server/db/database.ts'
import type { JobRun } from '#server/jobs/job-loop.ts'
import { lockReferential, touchPharmacyProducts } from '#server/lists/product-revisions.repo.ts'
import { countsOf, judgeFile } from '#server/register-imports/judge-file.ts'
import { registerSourceOf } from '#server/register-imports/known-referential.repo.ts'
import {
  forgetOlderImports,
  keepAddedKeys,
  keepAddedNames,
  keepFormerValues,
  keepMadeProducts,
} from '#server/register-imports/former-values.repo.ts'
import { finishRegisterImport, keepProfile, profileOf } from '#server/register-imports/register-import.repo.ts'
import { namesOfPlans, writePlans, type WrittenPlan } from '#server/register-imports/write-plans.repo.ts'

/** Rows per statement, to limit memory and to report the progress. */
const chunk = 1_000
/** Shares of the progress, in percent: the file is judged, the names are found. */
const judged = 20
const named = 30

/**
 * Imports a register in the transaction of the caller: judges its rows again under the lock of the referential, writes
 * what they change, the profile and the result. Returns the counts.
 */
export async function writeRegister(
  tx: Tx,
  file: z.output<typeof NewRegisterImport>,
  { report, signal }: JobRun,
): Promise<RegisterCounts> {
  const { id, countryCode, columns, decimals } = file
  // two imports at once would both find a product missing
  await lockReferential(tx)
  report(1)
  const { country, rows } = await judgeFile(tx, file)
  report(judged)
  const plans = rows.flatMap(({ plan, productId, keys, outcome, returns }): WrittenPlan[] =>
    plan
      ? [
          {
            plan,
            keys,
            returns,
            isNew: outcome === 'new',
            isChanged: outcome === 'change',
            productId: productId ?? randomUUID(),
          },
        ]
      : [],
  )
  const { names, added } = await namesOfPlans(tx, plans)
  await keepAddedNames(tx, id, added)
  const register = { countryCode, currency: country.currency, source: registerSourceOf(countryCode) }
  report(named)
  for (let start = 0; start < plans.length; start += chunk) {
    signal.throwIfAborted()
    const part = plans.slice(start, start + chunk)
    await keepingFormer(tx, id, part, () => writePlans(tx, part, names, register))
    report(named + ((99 - named) * (start + chunk)) / (plans.length + chunk))
  }
  const counts = countsOf(rows)
  const former = await profileOf(tx, countryCode)
  await keepProfile(tx, countryCode, { columns, decimals })
  const result = {
    counts,
    left: rows
      .filter(({ outcome }) => outcome === 'aside' || outcome === 'proposed')
      .map(({ line, label, code, outcome, reasons }) => ({ line, label, code, outcome, reasons })),
  }
  await finishRegisterImport(tx, id, result, former)
  await forgetOlderImports(tx, countryCode)
  // last, because it holds the lock of each pharmacy until the commit
  await touchPharmacyProducts(
    tx,
    plans.filter(({ isChanged }) => isChanged).map(({ productId }) => productId),
  )
  return counts
}

/** Keeps what an undo needs of the plans that `write` writes. */
async function keepingFormer(
  tx: Tx,
  importId: string,
  plans: readonly WrittenPlan[],
  write: () => Promise<{ key: string; productId: string }[]>,
): Promise<void> {
  const made = new Set(plans.flatMap(({ isNew, productId }) => (isNew ? [productId] : [])))
  const changed = plans.flatMap(({ isChanged, productId }) => (isChanged ? [productId] : []))
  await keepFormerValues(tx, importId, changed)
  const addedKeys = await write()
  await keepMadeProducts(tx, importId, [...made])
  const ofOthers = addedKeys.filter(({ productId }) => !made.has(productId))
  await keepAddedKeys(tx, importId, ofOthers)
}

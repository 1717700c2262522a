import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'

/** Runs a write that changes rights, and drops the cached rights. */
export async function changingRights<T>(
  context: Context,
  work: (tx: Tx, pharmacyId: string) => Promise<T>,
): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  const result = await context.database.write(pharmacyId, (tx) => work(tx, pharmacyId))
  context.identity.forget(pharmacyId)
  return result
}

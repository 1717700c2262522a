import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { registersWithheld } from '#server/register-ledger/withheld.repo.ts'

/** Whether the member may see what a drawer must hold before it is counted. */
export function maySeeExpected({ actor }: Context): boolean {
  return actor.permissions.has('register.seeExpected')
}

/**
 * Whether the member may see what the pharmacy takes: from it follows what a drawer must hold. Reports are a right of
 * their own.
 */
export function maySeeTakings(context: Context): boolean {
  return context.actor.permissions.has('report.see') || maySeeExpected(context)
}

/**
 * The open drawers of which this member sees no amount until they are counted (decision 0054): whatever the rights, the
 * drawers that the member belongs to; without the right to reports, all. Empty in a pharmacy that does not count blindly.
 */
export function withheldFrom(tx: Tx, context: Context): Promise<string[]> {
  const { permissions, userId } = context.actor
  return registersWithheld(tx, pharmacyOf(context), { userId, seesOthers: permissions.has('report.see') })
}

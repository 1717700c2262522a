import type { Disbursement, NewDisbursement } from '#shared/contract/disbursements.ts'
import { requireRow } from '#server/base/require-row.ts'
import { takeAct } from '#server/register-acts/take-act.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import {
  findDisbursement,
  pageOfDisbursements,
  type DisbursementQuery,
} from '#server/disbursements/disbursement.repo.ts'

/**
 * Pays an amount out of a register, exactly once. Checks the rights of the member named in the body. A repeated call
 * returns the disbursement in its current state.
 */
export async function payOut(context: Context, body: NewDisbursement): Promise<Disbursement> {
  const pharmacyId = pharmacyOf(context)
  await takeAct(context, { ...body, act: 'disburse' })
  const paid = await context.database.read(pharmacyId, (tx) => findDisbursement(tx, pharmacyId, body.id))
  if (!paid) throw new Error(`disbursement ${body.id} was written and is not there`)
  return paid
}

/** Throws `requests:notFound` when the pharmacy has no such disbursement. */
export async function readDisbursement(context: Context, id: string): Promise<Disbursement> {
  const pharmacyId = pharmacyOf(context)
  return requireRow(await context.database.read(pharmacyId, (tx) => findDisbursement(tx, pharmacyId, id)))
}

/** Newest first, with the total of all filtered disbursements, in minor units. */
export function listDisbursements(
  context: Context,
  query: DisbursementQuery,
): Promise<{ items: Disbursement[]; total: number; amount: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => pageOfDisbursements(tx, pharmacyId, query))
}

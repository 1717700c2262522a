import { randomUUID } from 'node:crypto'
import type { DisbursementReason, disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import {
  reasonsInUse,
  findReason,
  insertReason,
  pageOfReasons,
  updateReason,
} from '#server/disbursements/disbursement-reason.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { changing } from '#server/lists/changing.ts'

export function listReasons(
  context: Context,
  page: HandlerInput<typeof disbursementReasons.list>['query'],
): Promise<{ items: DisbursementReason[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => pageOfReasons(tx, pharmacyId, page))
}

export function everyReason(context: Context): Promise<DisbursementReason[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => reasonsInUse(tx, pharmacyId))
}

export function readReason(context: Context, id: string): Promise<DisbursementReason> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => requireReason(tx, pharmacyId, id))
}

/** Throws `requests:conflict` for a label that another reason has, archived or not. */
export function createReason(
  context: Context,
  { label }: HandlerInput<typeof disbursementReasons.create>['body'],
): Promise<DisbursementReason> {
  return changing(context, async (tx, pharmacyId) => {
    const reason = { id: randomUUID(), label, archived: false }
    await insertReason(tx, pharmacyId, reason)
    return reason
  })
}

export function changeReason(
  context: Context,
  id: string,
  { label, archived }: HandlerInput<typeof disbursementReasons.patch>['body'],
): Promise<DisbursementReason> {
  return changing(context, async (tx, pharmacyId) => {
    const reason = await requireReason(tx, pharmacyId, id)
    const changed = { id, label: label ?? reason.label, archived: archived ?? reason.archived }
    await updateReason(tx, pharmacyId, changed)
    return changed
  })
}

/** Archives: past disbursements keep their reason. */
export async function removeReason(context: Context, id: string): Promise<{ id: string }> {
  await changeReason(context, id, { archived: true })
  return { id }
}

async function requireReason(tx: Tx, pharmacyId: string, id: string): Promise<DisbursementReason> {
  const reason = await findReason(tx, pharmacyId, id)
  if (!reason) throw new AppError('requests:notFound')
  return reason
}

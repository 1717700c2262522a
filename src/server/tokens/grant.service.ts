import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { createGrant } from '#shared/contract/tokens.ts'
import { discountLimitOf } from '#shared/domain/discount.ts'
import { AppError } from '#shared/domain/errors.ts'
import { grantMs, mayGive } from '#shared/domain/grant.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { insertGrant } from '#server/grants/grant.repo.ts'
import { rolesOf } from '#server/identity/identity.repo.ts'
import { permissionsOf } from '#server/identity/identity.ts'
import { checkPin } from '#server/tokens/check-pin.ts'

/**
 * Gives one right for one gesture. Throws as an unlock does, and `tokens:lacksRight` when the member does not have the
 * right, or may not discount that much.
 */
export async function grantGesture(
  context: Context,
  { userId, pin, terminalId, ...gesture }: HandlerInput<typeof createGrant>['body'],
): Promise<CallReply<typeof createGrant>> {
  const pharmacyId = pharmacyOf(context)
  const { database, now } = context
  const forgetGuess = await checkPin(context, { userId, pin, terminalId })
  const grant = { id: randomUUID(), at: now, expiresAt: new Date(now.getTime() + grantMs) }
  const isGiven = await database.write(pharmacyId, async (tx) => {
    await forgetGuess(tx)
    const roles = await rolesOf(tx, pharmacyId, userId)
    const rights = { permissions: permissionsOf(roles), discountLimit: discountLimitOf(roles) }
    if (!mayGive(rights, gesture)) return false
    await insertGrant(tx, pharmacyId, { ...grant, ...gesture, grantedBy: userId, terminalId })
    return true
  })
  if (!isGiven) throw new AppError('tokens:lacksRight', { permission: gesture.permission })
  return { id: grant.id, at: now.toISOString(), expiresAt: grant.expiresAt.toISOString() }
}

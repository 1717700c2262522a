import { randomBytes } from 'node:crypto'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { inventories as calls } from '#shared/contract/inventories.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { countingToken, hashOfSecret, insertLink } from '#server/identity/counting-link.repo.ts'
import { changing } from '#server/lists/changing.ts'
import { inventoryState } from '#server/inventories/inventory.repo.ts'

const linkHours = 12

/**
 * The link with which a phone counts: the right of the caller to count this inventory, and nothing more. Throws
 * `inventories:notOpen`.
 */
export function makeCountingLink(
  context: Context,
  inventoryId: string,
  { id }: { id: string },
): Promise<CallReply<typeof calls.countingLink>> {
  return changing(context, async (tx, pharmacyId) => {
    const state = requireRow(await inventoryState(tx, pharmacyId, inventoryId))
    if (state !== 'open') throw new AppError('inventories:notOpen', { state })
    const { actor, now } = context
    const secret = randomBytes(24).toString('base64url')
    const expiresAt = new Date(now.getTime() + linkHours * 3_600_000)
    await insertLink(tx, pharmacyId, {
      id,
      inventoryId,
      userId: actor.userId,
      secretHash: hashOfSecret(secret),
      at: now,
      expiresAt,
    })
    return { token: countingToken(secret), expiresAt: expiresAt.toISOString() }
  })
}

import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Id, Pin } from '#shared/contract/values.ts'

/**
 * Unlocks a terminal for a member, and ends the session that was open at this terminal. Wrong PINs are counted; after
 * some of them the next one waits (429, `users:pinLockedOut`).
 */
export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  summary: 'Unlock: check a PIN, answer a custom token',
  permission: 'terminal',
  // Only when wrong PINs had to be slowed down.
  touches: ['pin-alerts'],
  body: z.object({ userId: Id, pin: Pin, terminalId: Id }),
  reply: z.object({
    /** Custom token of the sign-in service, with the claims below. */
    token: z.string(),
    claims: z.object({ uid: z.string(), pharmacyId: Id, pin: Id, roles: z.array(z.string()), domainId: Id }),
    permissions: z.array(z.string()),
    /** The highest limit among the member's roles, in percent of a sale's total; null: no limit. */
    discountLimit: z.int().nullable(),
    /** The session of this member for unlocks of this terminal without a network. Earlier servers do not send it. */
    offlineSessionId: Id.optional(),
  }),
  status: 201,
})

/**
 * Ends the session of an unlock, when its terminal is locked. What was sold under it is still accepted later. A lock
 * without a network is never sent: the next unlock of the terminal ends the session, or its age does.
 */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/tokens/{id}',
  summary: 'End the session of an unlock',
  permission: 'terminal',
  touchesNothing: 'No answer shows sessions',
  params: ById,
  reply: ById,
})

import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { ById, Id, Instant, Pin, Secret } from '#shared/contract/values.ts'

/**
 * Unlocks a terminal for a member, and ends the session that was open at this terminal. Wrong PINs are counted; after
 * some of them the next one waits (429, `users:pinLockedOut`).
 */
export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  summary: 'Unlock: check a PIN, answer a custom token',
  permission: 'terminal',
  inCopy: 'Opens a terminal',
  // Only when wrong PINs had to be slowed down.
  touches: ['pin-alerts'],
  body: z.object({ userId: Id, pin: Pin, terminalId: Id }),
  reply: z.object({
    /** Custom token of the sign-in service, with the claims below. */
    token: Secret,
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
  inCopy: 'Locks a terminal',
  touchesNothing: 'No answer shows sessions',
  params: ById,
  reply: ById,
})

/**
 * What is asked for: one right, for one subject (a sale, an act at a register, a terminal). `itemId`: the lot, for a price
 * or an expired lot. `amount`: of a discount its highest percentage, of a price the new price in minor units.
 */
export const Gesture = z.object({
  permission: z.enum(permissions),
  subjectId: Id,
  itemId: Id.nullish(),
  amount: z.int().nonnegative().max(1_000_000_000).nullish(),
})
export type Gesture = z.infer<typeof Gesture>

/**
 * A right that was given for one gesture, as a terminal keeps it and sends it with the gesture. The server believes its
 * own record of the id. `sessionId` null: the server gave it; else it was given without the server, and this session of
 * the giver for unlocks of the terminal without a network shows that his PIN was typed there.
 */
export const Grant = Gesture.extend({
  id: Id,
  grantedBy: Id,
  at: Instant,
  expiresAt: Instant,
  sessionId: Id.nullable(),
})
export type Grant = z.infer<typeof Grant>

/**
 * A member who has a right types his PIN at the till of a seller who has not: the server gives the right for one
 * gesture. Wrong PINs count as those of an unlock. Refused with `tokens:lacksRight` when he does not have it himself.
 */
export const createGrant = endpoint({
  method: 'POST',
  path: '/grants',
  summary: 'Give a right for one gesture: check the PIN of a member who has it',
  permission: 'terminal',
  // Only when wrong PINs had to be slowed down.
  touches: ['pin-alerts'],
  body: Gesture.extend({ userId: Id, pin: Pin, terminalId: Id }),
  reply: z.object({ id: Id, at: Instant, expiresAt: Instant }),
  status: 201,
})

import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, Pin } from '#shared/contract/values.ts'

/**
 * Unlocks a terminal for a member. Wrong PINs are counted; after some of them the next one waits (429,
 * `users:pinLockedOut`).
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
  }),
  status: 201,
})

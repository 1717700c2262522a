import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, Pin } from '#shared/contract/values.ts'

/**
 * Unlocks a terminal for a member. Wrong PINs are counted; too many lock the member out temporarily
 * (`users:pinLockedOut`).
 */
export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  summary: 'Unlock: check a PIN, answer a custom token',
  permission: 'terminal',
  touchesNothing: 'No answer shows sessions or wrong PINs',
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

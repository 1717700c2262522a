import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Mail } from '#shared/contract/mails.ts'
import { ById, Id, Instant, Pin, secretFields } from '#shared/contract/values.ts'

/** What the link of an invitation carries: random, of one invitation. */
const InvitationSecret = z
  .string()
  .regex(/^[\w-]{32}$/)
  .register(secretFields)

/** `isMailed`: the link leaves by e-mail. Otherwise the server sends none, and whoever invites hands it over. */
export const InvitationLink = z.object({ secret: InvitationSecret, expiresAt: Instant, isMailed: z.boolean() })
export type InvitationLink = z.infer<typeof InvitationLink>

/** The e-mail of the open invitation of somebody; null when none is open, or when it was not sent by e-mail. */
export const InvitationMail = Mail.pick({ to: true, state: true, problem: true }).nullable()
export type InvitationMail = z.infer<typeof InvitationMail>

/**
 * Invitations of members to make an account of the sign-in service, with the e-mail address that the pharmacy keeps of
 * them. The account opens a terminal for this member alone.
 */
export const invitations = {
  invite: endpoint({
    method: 'POST',
    path: '/users/{id}/invitation',
    summary: 'Invite a member: the secret of the link is answered once, and replaces the one before',
    permission: 'user.manage',
    touches: ['users', 'mails'],
    params: ById,
    reply: InvitationLink,
    status: 201,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/users/{id}/invitation',
    summary: 'Withdraw the open invitation of a member',
    permission: 'user.manage',
    touches: ['users'],
    params: ById,
    reply: ById,
  }),
  // POST and not GET: the secret must not stand in the addresses that servers write down.
  look: endpoint({
    method: 'POST',
    path: '/invitations/look',
    summary: 'What an invitation is for, before it is accepted',
    permission: 'public',
    bySecret: true,
    inCopy: 'Asks',
    touchesNothing: 'Only reads',
    body: z.object({ secret: InvitationSecret }),
    reply: z.object({
      pharmacyName: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.email(),
      /** True when the member still has to choose a PIN. */
      needsPin: z.boolean(),
    }),
  }),
  accept: endpoint({
    // Writes into the account of the sign-in service.
    leaves: true,
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Tie an account to the invited member',
    permission: 'public',
    bySecret: true,
    touches: ['users'],
    body: z.object({
      secret: InvitationSecret,
      /** The identity token of the account that accepts. */
      accountToken: z.string().min(1).max(10_000).register(secretFields),
      /** Needed from a member without a PIN. */
      pin: Pin.optional(),
    }),
    reply: z.object({ pharmacyId: Id }),
  }),
}

import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Instant } from '#shared/contract/values.ts'

/** What a token of the fiscal platform says, and whether the platform answered to it. */
export const FiscalTokenTest = z.object({
  /** The taxpayer and the machine of the token. */
  taxId: z.string().nullable(),
  nim: z.string().nullable(),
  expiresAt: Instant.nullable(),
  /** False: the token is in order, and the platform could not be asked. */
  hasAnswered: z.boolean(),
  /** The hour of the platform, in its own words. */
  platformAt: z.string().nullable(),
})
export type FiscalTokenTest = z.infer<typeof FiscalTokenTest>

/** A token as the tax office gives it; it is kept sealed and never read again. */
export const FiscalToken = z.string().trim().min(8).max(4_000)

export const mecef = {
  testToken: endpoint({
    method: 'POST',
    path: '/mecef/test-token',
    summary: 'Judge a token of the fiscal platform, and ask the platform whether it takes it',
    permission: 'settings.edit',
    touchesNothing: 'The token is asked about, not set',
    /** Null: the token that is set. */
    body: z.object({ token: FiscalToken.nullable() }),
    reply: FiscalTokenTest,
  }),
}

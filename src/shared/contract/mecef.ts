import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Instant, secretFields } from '#shared/contract/values.ts'

/** A rate that the platform has otherwise, in hundredths of a percent, or a code that it does not know. */
export const PlatformDifference = z.object({
  about: z.enum(['rate', 'invoice-type', 'payment-type']),
  code: z.string(),
  ours: z.int().nullable(),
  theirs: z.int().nullable(),
})

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
  /** Null: the platform does not tell its rates and codes. */
  differences: z.array(PlatformDifference).nullable().default(null),
})
export type FiscalTokenTest = z.infer<typeof FiscalTokenTest>

/** A token as the tax office gives it; it is kept sealed and never read again. */
export const FiscalToken = z.string().trim().min(8).max(4_000).register(secretFields)

export const mecef = {
  testToken: endpoint({
    method: 'POST',
    path: '/mecef/test-token',
    summary: 'Judge a token of the fiscal platform, and ask the platform whether it takes it',
    permission: 'settings.edit',
    leaves: true,
    touches: ['fiscal-documents'],
    /** Null: the token that is set. */
    body: z.object({ token: FiscalToken.nullable() }),
    reply: FiscalTokenTest,
  }),
  differences: endpoint({
    method: 'GET',
    path: '/fiscal-documents/differences',
    summary: 'Where the rates and codes of the fiscal platform differ from ours, as it was last asked',
    permission: 'report.see',
    reply: z.object({ checkedAt: Instant.nullable(), differences: z.array(PlatformDifference) }),
  }),
}

import * as z from 'zod'
import { Id } from '#shared/contract/values.ts'

/** Who is billed: an insurer or the national scheme, an organization, a person. */
export const payerKinds = ['company', 'organization', 'person'] as const
export type PayerKind = (typeof payerKinds)[number]
/** Who owes a bill, as lists show it. */
export const payer = { payerKind: z.enum(payerKinds), payerId: Id, payerName: z.string() }

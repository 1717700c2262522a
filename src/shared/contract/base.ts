import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Instant } from '#shared/contract/values.ts'

/** `HEAD` on the same path is the connectivity probe: it answers without a token. */
export const readBase = endpoint({
  method: 'GET',
  path: '/',
  summary: 'Say who answers (HEAD: is the API there?)',
  permission: 'public',
  reply: z.object({ name: z.string(), version: z.string(), now: Instant }),
})

/** Names what changed on the server; the reader asks for it by cursor. It carries no data of record. */
export const Hint = z.object({
  list: z.enum([
    'pharmacy-products',
    'persons',
    'organizations',
    'companies',
    'product-health-insurance',
    'sales',
    'users',
    'cash-registers',
    'parked-sales',
    'missed-sales',
    'pharmacies',
  ]),
})
export type Hint = z.infer<typeof Hint>

export const readEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Server-sent hints: which list of the pharmacy changed',
  permission: 'terminal',
  stream: true,
  reply: Hint,
})

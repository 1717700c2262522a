import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { resources } from '#shared/contract/freshness.ts'
import { Instant } from '#shared/contract/values.ts'

/** `HEAD` on the same path is the connectivity probe: it answers without a token. */
export const readBase = endpoint({
  method: 'GET',
  path: '/',
  summary: 'Say who answers (HEAD: is the API there?)',
  permission: 'public',
  reply: z.object({
    name: z.string(),
    version: z.string(),
    now: Instant,
    /** A demo that other machines can open: every screen says so. Earlier servers do not send it. */
    isDemo: z.boolean().optional(),
  }),
})

/**
 * Names a resource that a call changed on the server (`touches`). Clients that show it ask for it again. Carries no
 * record data.
 */
export const Hint = z.object({ list: z.enum(resources) })

export const readEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Server-sent hints: what changed in the pharmacy',
  permission: 'terminal',
  stream: true,
  reply: Hint,
})

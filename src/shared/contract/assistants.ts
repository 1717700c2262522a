import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, Day, Id, Instant, pageOf, PageQuery, Search, Secret } from '#shared/contract/values.ts'

/** The longest that a token holds, in days. */
export const mostTokenDays = 366

/** A token of an assistant, without its secret. */
export const AssistantToken = z.object({
  id: Id,
  name: z.string(),
  byName: z.string(),
  createdAt: Instant,
  /** The last day of the pharmacy on which it holds. */
  lastDay: Day,
  revokedAt: Instant.nullable(),
  /** Its last call; null before the first one. */
  calledAt: Instant.nullable(),
  /** `off`: who made it works here no longer, or lost the right to reports. */
  state: z.enum(['open', 'ended', 'revoked', 'off']),
})
export type AssistantToken = z.infer<typeof AssistantToken>

/** Tokens with which programs ask reports, and nothing else. */
export const assistants = {
  list: endpoint({
    method: 'GET',
    path: '/assistant-tokens',
    summary: 'The tokens of assistants, the newest first',
    permission: 'user.manage',
    query: PageQuery.extend({ search: Search.optional() }),
    reply: pageOf(AssistantToken),
  }),
  read: endpoint({
    method: 'GET',
    path: '/assistant-tokens/{id}',
    summary: 'One token, without its secret',
    permission: 'user.manage',
    params: ById,
    reply: AssistantToken,
  }),
  create: endpoint({
    method: 'POST',
    path: '/assistant-tokens',
    summary: 'A token with the right to ask reports and no other; the reply is the only one that has it',
    permission: 'user.manage',
    touches: ['assistant-tokens'],
    body: z.object({ name: z.string().trim().min(1).max(60), lastDay: Day }),
    reply: AssistantToken.extend({ token: Secret }),
    status: 201,
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/assistant-tokens/{id}/revoke',
    summary: 'End a token at once',
    permission: 'user.manage',
    touches: ['assistant-tokens'],
    params: ById,
    reply: AssistantToken,
  }),
}

import { randomBytes, randomUUID } from 'node:crypto'
import { type AssistantToken, type assistants, mostTokenDays } from '#shared/contract/assistants.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { addDays } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import { findToken, findTokens, insertCall, insertToken, revokeToken } from '#server/assistants/assistant.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { assistantToken } from '#server/identity/assistant-token.repo.ts'
import { hashOfSecret } from '#server/identity/counting-link.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

export function listAssistants(
  context: Context,
  query: HandlerInput<typeof assistants.list>['query'],
): Promise<CallReply<typeof assistants.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    findTokens(tx, pharmacyId, { ...query, today: await pharmacyToday(tx, pharmacyId, context.now) }),
  )
}

/** Throws `requests:notFound`. */
export function readAssistant(context: Context, id: string): Promise<AssistantToken> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    requireRow(await findToken(tx, pharmacyId, { id, today: await pharmacyToday(tx, pharmacyId, context.now) })),
  )
}

/**
 * A token that asks reports. Throws `auth:forbidden` when its maker has not the right that it gives, `requests:invalid` for
 * a day that is over or more than a year away.
 */
export function makeAssistant(
  context: Context,
  { name, lastDay }: HandlerInput<typeof assistants.create>['body'],
): Promise<CallReply<typeof assistants.create>> {
  const pharmacyId = pharmacyOf(context)
  const { actor, now } = context
  if (!actor.permissions.has('report.see')) throw new AppError('auth:forbidden', { permission: 'report.see' })
  return context.database.write(pharmacyId, async (tx) => {
    const today = await pharmacyToday(tx, pharmacyId, now)
    if (lastDay < today || lastDay > addDays(today, mostTokenDays))
      throw new AppError('requests:invalid', { issues: [{ path: 'body.lastDay', message: 'out of range' }] })
    const id = randomUUID()
    const secret = randomBytes(32).toString('base64url')
    const secretHash = hashOfSecret(secret)
    await insertToken(tx, pharmacyId, { id, userId: actor.userId, name, secretHash, at: now, lastDay })
    return { ...requireRow(await findToken(tx, pharmacyId, { id, today })), token: assistantToken(secret) }
  })
}

/** Throws `requests:notFound`. */
export function endAssistant(context: Context, id: string): Promise<AssistantToken> {
  const pharmacyId = pharmacyOf(context)
  return context.database.write(pharmacyId, async (tx) => {
    await revokeToken(tx, pharmacyId, { id, userId: context.actor.userId, at: context.now })
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    return requireRow(await findToken(tx, pharmacyId, { id, today }))
  })
}

/** Writes into the audit what an assistant asks, before it is answered; nothing for a member. */
export async function noteQuestion(context: Context, question: unknown): Promise<void> {
  const { actor, database, now } = context
  const { asksOnly } = actor
  if (asksOnly === undefined) return
  const pharmacyId = pharmacyOf(context)
  await database.write(pharmacyId, (tx) =>
    insertCall(tx, pharmacyId, { id: randomUUID(), tokenId: asksOnly, at: now, question }),
  )
}

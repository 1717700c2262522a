import { sql, type RawBuilder } from 'kysely'
import type { AssistantToken } from '#shared/contract/assistants.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'

export async function insertToken(
  tx: Tx,
  pharmacyId: string,
  token: { id: string; userId: string; name: string; secretHash: string; at: Date; lastDay: string },
): Promise<void> {
  await tx
    .insertInto('assistant_tokens')
    .values({
      pharmacy_id: pharmacyId,
      id: token.id,
      user_id: token.userId,
      name: token.name,
      secret_hash: token.secretHash,
      created_at: token.at,
      last_day: token.lastDay,
    })
    .execute()
}

/** The tokens of a pharmacy, the newest first. `today`: of the pharmacy. */
export function findTokens(
  tx: Tx,
  pharmacyId: string,
  { search, today, ...page }: Page & { search?: string | undefined; today: string },
): Promise<{ items: AssistantToken[]; total: number }> {
  const words = wordsOf(search ?? '').map((word) => sql`strpos(folded(t.name), ${word}) > 0`)
  const from = sql`assistant_tokens t join users u on u.id = t.user_id
    where ${sql.join([sql`t.pharmacy_id = ${pharmacyId}`, ...words], sql` and `)}`
  return pagedRows(tx, page, {
    from,
    items: (limit) => rowsOf(tx, sql`${from} order by t.created_at desc, t.id ${limit}`, today),
  })
}

export async function findToken(
  tx: Tx,
  pharmacyId: string,
  { id, today }: { id: string; today: string },
): Promise<AssistantToken | undefined> {
  const from = sql`assistant_tokens t join users u on u.id = t.user_id
    where t.pharmacy_id = ${pharmacyId} and t.id = ${id}`
  return (await rowsOf(tx, from, today))[0]
}

type Row = Pick<AssistantToken, 'id' | 'name' | 'lastDay'> & {
  by: PersonName
  createdAt: Date
  revokedAt: Date | null
  calledAt: Date | null
  isOn: boolean
}

async function rowsOf(tx: Tx, from: RawBuilder<unknown>, today: string): Promise<AssistantToken[]> {
  const { rows } = await sql<Row>`
    select t.id, t.name, ${personName('u')} as by, t.created_at as "createdAt", t.last_day as "lastDay",
      t.revoked_at as "revokedAt", (select c.at from assistant_calls c where c.pharmacy_id = t.pharmacy_id
        and c.token_id = t.id order by c.at desc limit 1) as "calledAt",
      u.active and exists (select from user_roles h join roles r on r.pharmacy_id = h.pharmacy_id and r.id = h.role_id
        where h.pharmacy_id = t.pharmacy_id and h.user_id = u.id and 'report.see' = any(r.permissions)) as "isOn"
    from ${from}`.execute(tx)
  return rows.map(({ by, createdAt, revokedAt, calledAt, isOn, ...token }) => ({
    ...token,
    byName: displayName(by),
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    calledAt: calledAt?.toISOString() ?? null,
    state: revokedAt ? 'revoked' : token.lastDay < today ? 'ended' : isOn ? 'open' : 'off',
  }))
}

/** A token that was revoked stays as it is. */
export async function revokeToken(
  tx: Tx,
  pharmacyId: string,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<void> {
  await sql`update assistant_tokens set revoked_at = ${at}, revoked_by = ${userId}
    where pharmacy_id = ${pharmacyId} and id = ${id} and revoked_at is null`.execute(tx)
}

export async function insertCall(
  tx: Tx,
  pharmacyId: string,
  call: { id: string; tokenId: string; at: Date; question: unknown },
): Promise<void> {
  await tx
    .insertInto('assistant_calls')
    .values({
      pharmacy_id: pharmacyId,
      id: call.id,
      token_id: call.tokenId,
      at: call.at,
      question: call.question === null ? null : JSON.stringify(call.question),
    })
    .execute()
}

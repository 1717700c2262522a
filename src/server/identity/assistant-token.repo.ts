import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { hashOfSecret } from '#server/identity/counting-link.repo.ts'
import type { AccountRow } from '#server/identity/identity.repo.ts'

/** Tells the token of an assistant from an identity token, which is a JWT. */
const prefix = 'assistant.'

export function assistantToken(secret: string): string {
  return prefix + secret
}

/** The secret of an assistant's token; undefined for any other token. */
export function assistantSecretOf(token: string): string | undefined {
  return token.startsWith(prefix) ? token.slice(prefix.length) : undefined
}

export type AssistantAccess = {
  id: string
  pharmacyId: string
  lastDay: string
  timeZone: string
  revokedAt: Date | null
  /** Who made it. */
  member: AccountRow & { active: boolean }
}

export async function assistantOfSecret(tx: Tx, secret: string): Promise<AssistantAccess | undefined> {
  const { rows } = await sql<AssistantAccess>`
    select t.id, t.pharmacy_id as "pharmacyId", t.last_day as "lastDay", p.time_zone as "timeZone",
      t.revoked_at as "revokedAt", json_build_object('id', u.id, 'pharmacy_id', u.pharmacy_id, 'first_name',
        u.first_name, 'last_name', u.last_name, 'kind', u.kind, 'active', u.active, 'isSuspended',
        p.suspended_at is not null, 'copyKind', p.copy_kind, 'generation', p.generation, 'isReplaced',
        p.replaced_by is not null) as member
    from assistant_tokens t join users u on u.id = t.user_id join pharmacies p on p.id = t.pharmacy_id
    where t.secret_hash = ${hashOfSecret(secret)}`.execute(tx)
  return rows[0]
}

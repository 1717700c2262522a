import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { AccountRow } from '#server/identity/identity.repo.ts'

/** Tells the token of a phone from an identity token, which is a JWT. */
const prefix = 'comptage.'

export function countingToken(secret: string): string {
  return prefix + secret
}

/** The secret of a phone's token; undefined for any other token. */
export function secretOfToken(token: string): string | undefined {
  return token.startsWith(prefix) ? token.slice(prefix.length) : undefined
}

/** The secret is random and long: one hash is enough, and a link is found by it. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export async function insertLink(
  tx: Tx,
  pharmacyId: string,
  link: { id: string; inventoryId: string; userId: string; secretHash: string; at: Date; expiresAt: Date },
): Promise<void> {
  await sql`insert into counting_links (pharmacy_id, id, inventory_id, user_id, secret_hash, created_at, expires_at)
    values (${pharmacyId}, ${link.id}, ${link.inventoryId}, ${link.userId}, ${link.secretHash}, ${link.at},
      ${link.expiresAt})`.execute(tx)
}

export type CountingLink = {
  id: string
  inventoryId: string
  pharmacyId: string
  expiresAt: Date
  endedAt: Date | null
  member: AccountRow & { active: boolean }
}

export async function linkOfSecret(tx: Tx, secret: string): Promise<CountingLink | undefined> {
  const { rows } = await sql<CountingLink>`
    select k.id, k.inventory_id as "inventoryId", k.pharmacy_id as "pharmacyId", k.expires_at as "expiresAt",
      k.ended_at as "endedAt", json_build_object('id', u.id, 'pharmacy_id', u.pharmacy_id, 'first_name', u.first_name,
        'last_name', u.last_name, 'kind', u.kind, 'active', u.active, 'isSuspended', p.suspended_at is not null,
        'copyKind', p.copy_kind, 'generation', p.generation, 'isReplaced', p.replaced_by is not null) as member
    from counting_links k join users u on u.id = k.user_id join pharmacies p on p.id = k.pharmacy_id
    where k.secret_hash = ${hashOfSecret(secret)}`.execute(tx)
  return rows[0]
}

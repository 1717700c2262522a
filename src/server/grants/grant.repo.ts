import { sql } from 'kysely'
import type { Gesture, Grant } from '#shared/contract/tokens.ts'
import type { PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { rolesOfUsers, type RoleRights } from '#server/sellers/seller.repo.ts'

export type NewGrant = Gesture & {
  id: string
  grantedBy: string
  terminalId: string
  at: Date
  expiresAt: Date
}

export async function insertGrant(tx: Tx, pharmacyId: string, grant: NewGrant): Promise<void> {
  await tx
    .insertInto('grants')
    .values({
      pharmacy_id: pharmacyId,
      id: grant.id,
      permission: grant.permission,
      subject_id: grant.subjectId,
      item_id: grant.itemId ?? null,
      amount: grant.amount ?? null,
      granted_by: grant.grantedBy,
      terminal_id: grant.terminalId,
      at: grant.at,
      expires_at: grant.expiresAt,
    })
    .execute()
}

/**
 * What the database knows of a grant that a gesture names. `given`: the server's own record, null when it gave none under
 * this id. `giver` null: nobody of this pharmacy. `giverThen`: the rights of the giver at the moment that the grant
 * names. `isGiversSession`: the server gave the named session of this terminal to the giver.
 */
export type GrantRows = {
  id: string
  given: {
    permission: string
    subjectId: string
    itemId: string | null
    amount: number | null
    at: string
    expiresAt: string
    usedFor: string | null
  } | null
  giver: (PersonName & { id: string; roles: RoleRights[] }) | null
  giverThen: RoleRights[]
  isGiversSession: boolean
}

export async function readGrants(
  tx: Tx,
  pharmacyId: string,
  { grants, terminalId }: { grants: readonly Grant[]; terminalId: string | null },
): Promise<GrantRows[]> {
  const { rows } = await sql<GrantRows>`
    select x.id, x."isGiversSession",
      case when g.id is not null then json_build_object('permission', g.permission, 'subjectId', g.subject_id,
        'itemId', g.item_id, 'amount', g.amount, 'at', g.at, 'expiresAt', g.expires_at, 'usedFor', g.used_for) end as given,
      case when u.id is not null then json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
        'roles', case when u.active then ${rolesOfUsers(pharmacyId, sql`u.id`)} else '[]' end) end as giver,
      -- The database's own clock wrote the history: a clock that is ahead bounds nothing.
      coalesce((select h.roles from held_rights h where h.pharmacy_id = ${pharmacyId} and h.user_id = u.id
        and h.since <= least(x.at, now()) order by h.since desc limit 1), '[]') as "giverThen"
    from (
      select n.*, exists (select from unlocks k where k.pharmacy_id = ${pharmacyId} and k.id = n."sessionId"
        and k.user_id = n."grantedBy" and k.terminal_id = ${terminalId}::uuid and k.offline
        and (k.ended_at is null or n.at <= k.ended_at)) as "isGiversSession"
      from json_to_recordset(${JSON.stringify(grants)}::json) as n (id uuid, "grantedBy" uuid, "sessionId" uuid,
        at timestamptz)
    ) x left join grants g on g.pharmacy_id = ${pharmacyId} and g.id = x.id
      left join users u on u.pharmacy_id = ${pharmacyId} and u.id = coalesce(g.granted_by, x."grantedBy")
        and u.kind = 'member'`.execute(tx)
  return rows
}

/** A grant that counted for a gesture. `expiresAt` of one that the server did not give is a formality. */
export type UsedGrant = {
  id: string
  permission: string
  itemId: string | null
  amount: number | null
  grantedBy: string
  at: string
  expiresAt: string
  isProven: boolean
}

/** The trace of used grants. Those that a terminal gave without the server get their row here. */
export async function recordUse(
  tx: Tx,
  pharmacyId: string,
  {
    grants,
    ...use
  }: {
    grants: readonly UsedGrant[]
    subjectId: string
    terminalId: string
    userId: string
    usedFor: string
    /** The earlier part of the gesture, which used the grant already. */
    follows?: string | undefined
    now: Date
  },
): Promise<void> {
  if (grants.length === 0) return
  await sql`
    insert into grants (pharmacy_id, id, permission, subject_id, item_id, amount, granted_by, terminal_id, at, expires_at,
      used_at, used_by, used_for, proven)
    select ${pharmacyId}, n.id, n.permission, ${use.subjectId}, n."itemId", n.amount, n."grantedBy", ${use.terminalId},
      n.at, greatest(n."expiresAt", n.at + interval '1 second'), ${use.now}, ${use.userId}, ${use.usedFor}, n."isProven"
    from json_to_recordset(${JSON.stringify(grants)}::json) as n (id uuid, permission text, "itemId" uuid, amount bigint,
      "grantedBy" uuid, at timestamptz, "expiresAt" timestamptz, "isProven" boolean)
    on conflict (pharmacy_id, id) do update set used_at = excluded.used_at, used_by = excluded.used_by,
      used_for = excluded.used_for
    where grants.used_for is null or grants.used_for = ${use.follows ?? null}`.execute(tx)
}

import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#shared/domain/permissions.ts'
import type { PersonName } from '#shared/domain/person.ts'
import type { Sender } from '#shared/domain/standing.ts'
import type { Tx } from '#server/db/database.ts'

/** The rights of one role, or the union of the rights of several; `discountLimit` in percent. */
export type RoleRights = { permissions: readonly Permission[]; discountLimit: number | null }

/** The member that a parcel names, the session that he worked under, and when, by the clock of the terminal. */
export type Named = { sellerId: string; sessionId: string; at: string }

/**
 * The database rows about the member named in a parcel. `seller` null: not a member of this pharmacy. `roles`: those of
 * today; `rolesThen`: those at the moment of the act; `senderRoles`: those of the member whose token sent the parcel,
 * empty for a terminal.
 */
export type ActingRows = {
  seller: (PersonName & { active: boolean; roles: RoleRights[] }) | null
  rolesThen: RoleRights[]
  senderRoles: RoleRights[]
  isHisSession: boolean
  /** The start of the named session, if it is his, otherwise of the one that sent. */
  sessionAt: Date | null
}

export async function readActing(
  tx: Tx,
  pharmacyId: string,
  { sender, named }: { sender: Sender; named: Named },
): Promise<ActingRows> {
  const { rows } = await sql<ActingRows>`
    select
      (select json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'active', u.active,
        'roles', ${rolesOfUsers(pharmacyId, sql`u.id`)})
        from users u where u.pharmacy_id = ${pharmacyId} and u.id = ${named.sellerId} and u.kind = 'member') as seller,
      ${actingColumns(pharmacyId, { sender, named })}`.execute(tx)
  return rows[0]!
}

/** The columns `rolesThen`, `senderRoles` and `isHisSession` of `ActingRows`, for a larger statement. */
export function actingColumns(
  pharmacyId: string,
  { sender, named: { sellerId, sessionId, at } }: { sender: Sender; named: Named },
): RawBuilder<unknown> {
  // The moment lies between start and end of the session and is never in the future, so a wrong clock of a terminal
  // cannot select the rights of another time. `held_rights` is dated by the clock of the database; a session that
  // starts in its future gives no lower limit.
  const session = (of: RawBuilder<unknown>, ids: readonly (string | null)[]) => sql`(select ${of} from unlocks k
    where k.pharmacy_id = ${pharmacyId} and k.user_id = ${sellerId}
      and k.id = any(${ids.filter((id) => id !== null)}::uuid[]) order by k.id = ${sessionId} desc limit 1)`
  const his = [sessionId, sender.unlockId]
  const moment = sql`greatest(${session(sql`case when k.at <= now() then k.at end`, his)},
    least(${at}::timestamptz, ${session(sql`k.ended_at`, his)}, now()))`
  const held = sql`select h.roles from held_rights h where h.pharmacy_id = ${pharmacyId} and h.user_id = ${sellerId}`
  return sql`
    coalesce((${held} and h.since <= ${moment} order by h.since desc limit 1),
      (${held} order by h.since limit 1), '[]') as "rolesThen",
    ${rolesOfUsers(pharmacyId, sql`${sender.unlockId === null ? null : sender.userId}`)} as "senderRoles",
    ${session(sql`k.id`, [sessionId])} is not null as "isHisSession",
    ${session(sql`k.at`, his)} as "sessionAt"`
}

/** The roles of these users as JSON. */
export function rolesOfUsers(pharmacyId: string, users: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('permissions', r.permissions,
      'discountLimit', r.discount_limit)), '[]')
    from user_roles ur join roles r on r.pharmacy_id = ur.pharmacy_id and r.id = ur.role_id
    where ur.pharmacy_id = ${pharmacyId} and ur.user_id in (${users}))`
}

import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { InvitationMail } from '#shared/contract/invitations.ts'
import type { users as calls } from '#shared/contract/users.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { invitationMailOf } from '#server/db/invitation-mail.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import type { PinRecord } from '#server/identity/pin.ts'

export type UserRow = {
  id: string
  firstName: string
  lastName: string
  email: string | null
  hasPin: boolean
  active: boolean
  roles: { id: string; name: string }[]
  lastSeen: { at: string; terminalId: string } | null
  hasAccount: boolean
  invitedUntil: Date | null
  invitationMail: InvitationMail
}
export type UserValues = {
  firstName?: string
  lastName?: string
  email?: string | null
  active?: boolean
  pin?: PinRecord
}

/** Members only: the accounts of tills are not persons. */
function userRows(tx: Tx, pharmacyId: string) {
  return tx
    .selectFrom('users')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'active',
      sql<boolean>`pin_hash is not null`.as('hasPin'),
      sql<boolean>`firebase_uid is not null`.as('hasAccount'),
    ])
    .select(
      sql<{ id: string; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.name), '[]')
        from user_roles join roles on roles.pharmacy_id = user_roles.pharmacy_id and roles.id = user_roles.role_id
        where user_roles.pharmacy_id = users.pharmacy_id and user_roles.user_id = users.id
      )`.as('roles'),
    )
    .select((eb) =>
      eb
        .selectFrom('invitations')
        .whereRef('invitations.pharmacy_id', '=', 'users.pharmacy_id')
        .whereRef('invitations.user_id', '=', 'users.id')
        .where('invitations.accepted_at', 'is', null)
        .where('invitations.withdrawn_at', 'is', null)
        .select('invitations.expires_at')
        .as('invitedUntil'),
    )
    .select(invitationMailOf('users').as('invitationMail'))
    .select(
      sql<UserRow['lastSeen']>`(
        select json_build_object('at', unlocks.at, 'terminalId', unlocks.terminal_id) from unlocks
        where unlocks.pharmacy_id = users.pharmacy_id and unlocks.user_id = users.id and not unlocks.offline
        order by unlocks.at desc limit 1
      )`.as('lastSeen'),
    )
    .where('pharmacy_id', '=', pharmacyId)
    .where('kind', '=', 'member')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
}

export function allUsers(tx: Tx, pharmacyId: string): Promise<UserRow[]> {
  return userRows(tx, pharmacyId).execute()
}

/** Members who may unlock a terminal: those with a PIN. */
export function activeUsers(tx: Tx, pharmacyId: string): Promise<UserRow[]> {
  return userRows(tx, pharmacyId).where('active', '=', true).where('pin_hash', 'is not', null).execute()
}

/** Those whose name or e-mail has every word of `search`. */
export function pageOfUsers(
  tx: Tx,
  pharmacyId: string,
  { search = '', sort, only, roleId, ...page }: HandlerInput<typeof calls.list>['query'],
): Promise<{ items: UserRow[]; total: number }> {
  const searched = sql`folded(users.last_name || ' ' || users.first_name || ' ' || coalesce(users.email, ''))`
  const kept = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...wordsOf(search).map((word) => sql`strpos(${searched}, ${word}) > 0`),
      ...(only === undefined ? [] : [sql`users.active = ${only === 'active'}`]),
      ...(roleId === undefined
        ? []
        : [
            sql`exists (select from user_roles where user_roles.pharmacy_id = users.pharmacy_id
              and user_roles.user_id = users.id and user_roles.role_id = ${roleId})`,
          ]),
    ],
    sql` and `,
  )}`
  return pagedRows(tx, page, {
    from: sql`users where pharmacy_id = ${pharmacyId} and kind = 'member' and ${kept}`,
    items: (limit) =>
      userRows(tx, pharmacyId)
        .where(kept)
        .clearOrderBy()
        .modifyEnd(
          sql`order by ${sortOrder(sort, sortColumns, sql`users.last_name, users.first_name, users.id`)} ${limit}`,
        )
        .execute(),
  })
}

const sortColumns = {
  name: sql`folded(users.last_name || ' ' || users.first_name)`,
  roles: sql`(select folded(string_agg(roles.name, ', ' order by roles.name)) from user_roles
    join roles on roles.pharmacy_id = user_roles.pharmacy_id and roles.id = user_roles.role_id
    where user_roles.pharmacy_id = users.pharmacy_id and user_roles.user_id = users.id)`,
  email: sql`folded(users.email)`,
  // As the list words it; a member who may simply enter has none.
  state: sql`case when not users.active then 'desactive'
    when exists (select from invitations i where i.pharmacy_id = users.pharmacy_id and i.user_id = users.id
      and i.accepted_at is null and i.withdrawn_at is null) then 'invite'
    when users.pin_hash is null then 'sans code' end`,
  lastSeen: sql`(select max(unlocks.at) from unlocks where unlocks.pharmacy_id = users.pharmacy_id
    and unlocks.user_id = users.id and not unlocks.offline)`,
}

export function findUser(tx: Tx, pharmacyId: string, id: string): Promise<UserRow | undefined> {
  return userRows(tx, pharmacyId).where('id', '=', id).executeTakeFirst()
}

/** The member whom an account of the sign-in service belongs to. */
export function findUserOfAccount(tx: Tx, pharmacyId: string, firebaseUid: string): Promise<UserRow | undefined> {
  return userRows(tx, pharmacyId).where('firebase_uid', '=', firebaseUid).executeTakeFirst()
}

export async function isPinTaken(tx: Tx, pharmacyId: string, mac: string, exceptUserId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('pin_mac', '=', mac)
    .where('id', '<>', exceptUserId)
    .executeTakeFirst()
  return row !== undefined
}

/** Active members with one of these PINs. */
export function usersWithPin(tx: Tx, pharmacyId: string, macs: readonly string[]): Promise<UserRow[]> {
  return userRows(tx, pharmacyId)
    .where('active', '=', true)
    .where(sql<boolean>`pin_mac = any(${[...macs]}::text[])`)
    .execute()
}

export async function insertUser(
  tx: Tx,
  pharmacyId: string,
  id: string,
  user: UserValues & { firstName: string; lastName: string },
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      pharmacy_id: pharmacyId,
      id,
      kind: 'member',
      ...columns(user),
      first_name: user.firstName,
      last_name: user.lastName,
    })
    .execute()
}

export async function updateUser(tx: Tx, pharmacyId: string, id: string, change: UserValues): Promise<void> {
  const values = columns(change)
  if (Object.keys(values).length === 0) return
  await tx.updateTable('users').set(values).where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
}

export async function setRolesOfUser(
  tx: Tx,
  pharmacyId: string,
  userId: string,
  roleIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('user_roles').where('pharmacy_id', '=', pharmacyId).where('user_id', '=', userId).execute()
  await tx
    .insertInto('user_roles')
    .values(roleIds.map((roleId) => ({ pharmacy_id: pharmacyId, user_id: userId, role_id: roleId })))
    .execute()
}

function columns({ firstName, lastName, email, active, pin }: UserValues) {
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email }),
    ...(active === undefined ? {} : { active }),
    ...(pin === undefined ? {} : { pin_hash: pin.hash, pin_mac: pin.mac }),
  }
}

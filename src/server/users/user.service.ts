import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { Member, User, users } from '#shared/contract/users.ts'
import { discountLimitOf } from '#shared/domain/discount.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { SessionEnd } from '#shared/domain/session-end.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { isTrivialPin } from '#shared/domain/trivial-pin.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { permissionsOf } from '#server/identity/identity.ts'
import type { PinRecord } from '#server/identity/pin.ts'
import { endUnlocks } from '#server/identity/unlock.repo.ts'
import { changingRights } from '#server/roles/changing-rights.ts'
import { refuseUngivable } from '#server/roles/givable-roles.ts'
import { allRoles } from '#server/roles/role.repo.ts'
import { rolesOfPharmacy } from '#server/roles/role.service.ts'
import { unheldBy } from '#server/roles/unheld-permissions.ts'
import {
  activeUsers,
  allUsers,
  findUser,
  findUserOfAccount,
  insertUser,
  isPinTaken,
  pageOfUsers,
  setRolesOfUser,
  updateUser,
  usersWithPin,
  type UserRow,
} from '#server/users/user.repo.ts'

export function listUsers(
  context: Context,
  query: HandlerInput<typeof users.list>['query'],
): Promise<{ items: User[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { items, total } = await pageOfUsers(tx, pharmacyId, query)
    return { items: items.map(userOf), total }
  })
}

export function everyUser(context: Context): Promise<User[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => (await allUsers(tx, pharmacyId)).map(userOf))
}

/** Throws `requests:notFound` when the account belongs to no member of this pharmacy. */
export function userOfAccount(context: Context, firebaseUid: string): Promise<User> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    userOf(requireRow(await findUserOfAccount(tx, pharmacyId, firebaseUid))),
  )
}

/** Members who may unlock a terminal of a pharmacy. The caller has checked that the actor may see the pharmacy. */
export async function membersOfPharmacy(context: Context, pharmacyId: string): Promise<Member[]> {
  const { opensOnly } = context.actor
  const active = await context.database.read(pharmacyId, (tx) => activeUsers(tx, pharmacyId))
  const rows = active.filter(({ id }) => (opensOnly ?? id) === id)
  const rights = new Map((await rolesOfPharmacy(context, pharmacyId)).map((role) => [role.id, role]))
  return rows.map(({ id, firstName, lastName, roles }) => {
    const held = roles.flatMap((role) => rights.get(role.id) ?? [])
    return {
      id,
      firstName,
      lastName,
      roles: roles.map((role) => role.name),
      permissions: [...permissionsOf(held)],
      discountLimit: discountLimitOf(held),
    }
  })
}

/** Not of a colleague with more rights than the actor, who could otherwise guess the PIN and unlock as this colleague. */
export function membersWithWeakPin(context: Context): Promise<CallReply<typeof users.weakPins>> {
  const pharmacyId = pharmacyOf(context)
  if (!context.actor.permissions.has('user.manage')) return Promise.resolve([])
  return context.database.read(pharmacyId, async (tx) => {
    const found = await usersWithPin(tx, pharmacyId, context.identity.trivialMacs(pharmacyId))
    const roles = new Map((await allRoles(tx, pharmacyId)).map(({ id, permissions }) => [id, permissions]))
    return found.filter((user) =>
      user.roles.every(({ id }) => unheldBy(context.actor, roles.get(id) ?? []).length === 0),
    )
  })
}

export function readUser(context: Context, id: string): Promise<User> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => requireUser(tx, pharmacyId, id))
}

/** Without a PIN, the member chooses one by an invitation. Throws `users:trivialPinCode`, `users:duplicatePinCode`, and `auth:forbidden` for a role with rights that the actor does not have. */
export async function createUser(
  context: Context,
  { roleIds, pin, ...names }: HandlerInput<typeof users.create>['body'],
): Promise<User> {
  const record = pin === undefined ? undefined : await recordNewPin(context, pharmacyOf(context), pin)
  return changingRights(context, async (tx, pharmacyId) => {
    const id = randomUUID()
    if (record) await refusePinOfAnother(tx, pharmacyId, record.mac, id)
    await insertUser(tx, pharmacyId, id, { ...names, ...(record ? { pin: record } : {}) })
    await giveRoles(tx, context, pharmacyId, id, roleIds)
    return requireUser(tx, pharmacyId, id)
  })
}

/**
 * As `createUser`. Members cannot change their own roles or activity, so that a pharmacy always has a manager. A new
 * PIN and a deactivation end the sessions of the member, except the session that changes its own PIN.
 */
export async function changeUser(
  context: Context,
  id: string,
  { roleIds, pin, ...values }: HandlerInput<typeof users.patch>['body'],
): Promise<User> {
  const own = id === context.actor.userId
  if (own && values.active === false) throw new AppError('requests:conflict')
  const record = pin === undefined ? undefined : await recordNewPin(context, pharmacyOf(context), pin)
  return changingRights(context, async (tx, pharmacyId) => {
    const { roles } = await requireManageable(tx, context, pharmacyId, id)
    const changesRoles =
      roleIds !== undefined &&
      !isSameSet(
        roleIds,
        roles.map((role) => role.id),
      )
    if (own && changesRoles) throw new AppError('requests:conflict')
    if (record) await refusePinOfAnother(tx, pharmacyId, record.mac, id)
    await updateUser(tx, pharmacyId, id, { ...values, ...(record ? { pin: record } : {}) })
    if (changesRoles) await giveRoles(tx, context, pharmacyId, id, roleIds)
    if (values.active === false) await endSessions(tx, context, id, 'deactivation')
    else if (record) await endSessions(tx, context, id, 'pin')
    return requireUser(tx, pharmacyId, id)
  })
}

/** Deactivates the member and ends their sessions: past sales keep their seller. */
export async function removeUser(context: Context, id: string): Promise<{ id: string }> {
  if (id === context.actor.userId) throw new AppError('requests:conflict')
  return changingRights(context, async (tx, pharmacyId) => {
    await requireManageable(tx, context, pharmacyId, id)
    await updateUser(tx, pharmacyId, id, { active: false })
    await endSessions(tx, context, id, 'deactivation')
    return { id }
  })
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return [...new Set(one)].toSorted().join() === [...new Set(other)].toSorted().join()
}

async function requireUser(tx: Tx, pharmacyId: string, id: string): Promise<User> {
  return userOf(requireRow(await findUser(tx, pharmacyId, id)))
}

function userOf({ lastSeen, invitedUntil, ...row }: UserRow): User {
  return {
    ...row,
    invitedUntil: invitedUntil && invitedUntil.toISOString(),
    lastSeen: lastSeen && { at: new Date(lastSeen.at).toISOString(), terminalCode: terminalCode(lastSeen.terminalId) },
  }
}

/**
 * A manager who sets a colleague's PIN can unlock as that colleague. This is refused when the colleague has more rights
 * than the actor.
 */
export async function requireManageable(tx: Tx, context: Context, pharmacyId: string, id: string): Promise<User> {
  const user = await requireUser(tx, pharmacyId, id)
  await refuseUngivable(
    tx,
    context.actor,
    pharmacyId,
    user.roles.map((role) => role.id),
  )
  return user
}

async function giveRoles(
  tx: Tx,
  context: Context,
  pharmacyId: string,
  userId: string,
  roleIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(roleIds)]
  await refuseUngivable(tx, context.actor, pharmacyId, wanted)
  await setRolesOfUser(tx, pharmacyId, userId, wanted)
}

/** A member without a PIN, who chooses one by an invitation. The caller answers for the roles. */
export async function insertMember(
  tx: Tx,
  pharmacyId: string,
  { roleIds, ...named }: { firstName: string; lastName: string; email: string; roleIds: readonly string[] },
): Promise<string> {
  const id = randomUUID()
  await insertUser(tx, pharmacyId, id, named)
  await setRolesOfUser(tx, pharmacyId, id, roleIds)
  return id
}

/** Throws `users:trivialPinCode`. The slow hash is computed before the pharmacy's lock is taken: sales must not wait for it. */
export async function recordNewPin({ identity }: Context, pharmacyId: string, pin: string): Promise<PinRecord> {
  if (isTrivialPin(pin)) throw new AppError('users:trivialPinCode')
  return identity.recordPin(pharmacyId, pin)
}

async function endSessions(tx: Tx, context: Context, userId: string, reason: SessionEnd): Promise<void> {
  const { actor, now } = context
  await endUnlocks(tx, pharmacyOf(context), { of: 'user_id', is: userId, except: actor.unlockId, reason }, now)
}

/** Throws `users:duplicatePinCode`. */
export async function setPin(tx: Tx, pharmacyId: string, userId: string, pin: PinRecord): Promise<void> {
  await refusePinOfAnother(tx, pharmacyId, pin.mac, userId)
  await updateUser(tx, pharmacyId, userId, { pin })
}

async function refusePinOfAnother(tx: Tx, pharmacyId: string, mac: string, userId: string): Promise<void> {
  if (await isPinTaken(tx, pharmacyId, mac, userId)) throw new AppError('users:duplicatePinCode')
}

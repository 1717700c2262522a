import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Member, User, users } from '#shared/contract/users.ts'
import { discountLimitOf } from '#shared/domain/discount.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { SessionEnd } from '#shared/domain/session-end.ts'
import { isTrivialPin } from '#shared/domain/trivial-pin.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { permissionsOf } from '#server/identity/identity.ts'
import type { PinRecord } from '#server/identity/pin.ts'
import { endUnlocks } from '#server/identity/unlock.repo.ts'
import { changingRights } from '#server/roles/changing-rights.ts'
import { refuseUngivable } from '#server/roles/givable-roles.ts'
import { rolesOfPharmacy } from '#server/roles/role.service.ts'
import {
  activeUsers,
  allUsers,
  findUser,
  insertUser,
  isPinTaken,
  pageOfUsers,
  setRolesOfUser,
  updateUser,
} from '#server/users/user.repo.ts'

export function listUsers(
  context: Context,
  page: HandlerInput<typeof users.list>['query'],
): Promise<{ items: User[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => pageOfUsers(tx, pharmacyId, page))
}

export function everyUser(context: Context): Promise<User[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => allUsers(tx, pharmacyId))
}

/** Members who may unlock a terminal of a pharmacy. The caller has checked that the actor may see the pharmacy. */
export async function membersOfPharmacy(context: Context, pharmacyId: string): Promise<Member[]> {
  const rows = await context.database.read(pharmacyId, (tx) => activeUsers(tx, pharmacyId))
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

export function readUser(context: Context, id: string): Promise<User> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => requireUser(tx, pharmacyId, id))
}

/** Throws `users:trivialPinCode`, `users:duplicatePinCode`, and `auth:forbidden` for a role with rights that the actor does not have. */
export async function createUser(
  context: Context,
  { roleIds, pin, ...names }: HandlerInput<typeof users.create>['body'],
): Promise<User> {
  const record = await recordNewPin(context, pin)
  return changingRights(context, async (tx, pharmacyId) => {
    const id = randomUUID()
    await refusePinOfAnother(tx, pharmacyId, record.mac, id)
    await insertUser(tx, pharmacyId, id, { ...names, pin: record })
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
  if (own && (roleIds !== undefined || values.active === false)) throw new AppError('requests:conflict')
  const record = pin === undefined ? undefined : await recordNewPin(context, pin)
  return changingRights(context, async (tx, pharmacyId) => {
    await requireManageable(tx, context, pharmacyId, id)
    if (record) await refusePinOfAnother(tx, pharmacyId, record.mac, id)
    await updateUser(tx, pharmacyId, id, { ...values, ...(record ? { pin: record } : {}) })
    if (roleIds) await giveRoles(tx, context, pharmacyId, id, roleIds)
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

async function requireUser(tx: Tx, pharmacyId: string, id: string): Promise<User> {
  return requireRow(await findUser(tx, pharmacyId, id))
}

/**
 * A manager who sets a colleague's PIN can unlock as that colleague. This is refused when the colleague has more rights
 * than the actor.
 */
async function requireManageable(tx: Tx, context: Context, pharmacyId: string, id: string): Promise<void> {
  const { roles } = await requireUser(tx, pharmacyId, id)
  await refuseUngivable(
    tx,
    context.actor,
    pharmacyId,
    roles.map((role) => role.id),
  )
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

/** The slow hash is computed before the pharmacy's lock is taken: sales must not wait for it. */
function recordNewPin(context: Context, pin: string): Promise<PinRecord> {
  if (isTrivialPin(pin)) throw new AppError('users:trivialPinCode')
  return context.identity.recordPin(pharmacyOf(context), pin)
}

async function endSessions(tx: Tx, context: Context, userId: string, reason: SessionEnd): Promise<void> {
  const { actor, now } = context
  await endUnlocks(tx, pharmacyOf(context), { of: 'user_id', is: userId, except: actor.unlockId, reason }, now)
}

async function refusePinOfAnother(tx: Tx, pharmacyId: string, mac: string, userId: string): Promise<void> {
  if (await isPinTaken(tx, pharmacyId, mac, userId)) throw new AppError('users:duplicatePinCode')
}

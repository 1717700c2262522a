import { cert, getApps, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { localDayOf } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { displayName } from '#shared/domain/person.ts'
import { adminPermissions, permissions, type Permission } from '#shared/domain/permissions.ts'
import { isSessionOver } from '#shared/domain/session-end.ts'
import type { Actor } from '#server/identity/actor.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { assistantOfSecret, assistantSecretOf } from '#server/identity/assistant-token.repo.ts'
import { linkOfSecret, secretOfToken } from '#server/identity/counting-link.repo.ts'
import type { ServiceAccount } from '#server/base/config.ts'
import { stableId } from '#server/base/stable-id.ts'
import { accountOf, memberOfUnlock, rolesOf, type AccountRow } from '#server/identity/identity.repo.ts'
import { recordPin, trivialMacs, type PinKeeping, type PinRecord } from '#server/identity/pin.ts'
import { signingKeys } from '#server/identity/signing-keys.ts'
import { emulatorTokens, signedTokens, type IdentityToken, type ReadToken } from '#server/identity/read-token.ts'

/** Custom claims of a member's token (product.md §1). */
export type MemberClaims = { pharmacyId: string; pin: string; roles: string[]; domainId: string }

/** An account of the sign-in service. */
export type Account = { uid: string; email: string | undefined }
/** Custom claims of the account of a terminal, or of a member before a PIN is typed. */
export type AccountClaims = { pharmacyId: string; domainId: string }
/** Claims of one sign-in of an account that opens several pharmacies: the one that this terminal works in. */
export type EntryClaims = { enters: string }

/** Reads tokens, creates tokens, and holds the secret of PINs. */
export type Identity = {
  /**
   * The bearer of an identity token, with current rights. Throws `auth:invalidToken`, and `auth:sessionEnded` with the
   * id of the unlock and the reason when it is over.
   */
  actorOf(token: string, now: Date): Promise<Actor>
  /** The account that an identity token is of, whether or not a pharmacy knows it. Throws `auth:invalidToken`. */
  accountIn(token: string, now: Date): Promise<Account>
  /** Writes the pharmacy into the account: its next identity tokens have these claims. */
  claimAccount(uid: string, claims: AccountClaims): Promise<void>
  /** A custom token that the sign-in service exchanges for an identity token with these claims. */
  customToken(uid: string, claims: MemberClaims | EntryClaims): Promise<string>
  /** Drops the cached users, roles and sessions of this pharmacy after a change. */
  forget(pharmacyId: string): void
  /** Drops what is cached of the bearer of this token, whichever process changed it. */
  forgetToken(token: string): void
  recordPin(pharmacyId: string, pin: string): Promise<PinRecord>
  /** The HMACs of the PINs that are easy to guess, as this pharmacy would store them. */
  trivialMacs(pharmacyId: string): string[]
}

export type IdentityOptions = PinKeeping & {
  database: Database
  projectId: string
  /** `host:port` of the Auth emulator, whose tokens are unsigned. */
  emulatorHost: string | undefined
  /** Where the keys of the sign-in service are kept; absent: in memory only. */
  dataDirectory?: string
  /** Signs custom tokens, without a network; none: the emulator takes unsigned ones. */
  serviceAccount?: ServiceAccount | null
  /** Set by tests, which have no sign-in service. */
  claimAccount?: Identity['claimAccount']
  /** Set by tests that sign their own tokens. */
  readToken?: ReadToken
}

/** Maximum delay before rights that another process changed apply here. */
const cachedMs = 5_000
const cachedTokens = 5_000

export function openIdentity({
  database,
  projectId,
  emulatorHost,
  dataDirectory,
  serviceAccount = null,
  readToken,
  claimAccount,
  ...keeping
}: IdentityOptions): Identity {
  const read =
    readToken ??
    (emulatorHost ? emulatorTokens(projectId) : signedTokens(projectId, signingKeys({ directory: dataDirectory })))
  const known = new Map<string, { actor: Actor; until: number }>()
  const service = () => signInService(projectId, emulatorHost, serviceAccount)
  return {
    async actorOf(token, now) {
      const cached = known.get(token)
      if (cached && now.getTime() < cached.until) return cached.actor
      const secret = secretOfToken(token)
      if (secret !== undefined) return countingActor(await database.platform((tx) => findCounter(tx, secret)), now)
      const asking = assistantSecretOf(token)
      if (asking !== undefined) return assistantActor(await database.platform((tx) => findAssistant(tx, asking)), now)
      const identity = await read(token, now)
      const actor = await database.platform((tx) => findActor(tx, identity, now))
      if (!actor) throw new AppError('auth:invalidToken')
      if (known.size >= cachedTokens) known.clear()
      known.set(token, { actor, until: Math.min(now.getTime() + cachedMs, identity.expiresAt.getTime()) })
      return actor
    },
    async accountIn(token, now) {
      const { uid, email } = await read(token, now)
      return { uid, email }
    },
    claimAccount: claimAccount ?? ((uid, claims) => service().setCustomUserClaims(uid, claims)),
    customToken: (userId, claims) => service().createCustomToken(userId, claims),
    forget(pharmacyId) {
      for (const [token, { actor }] of known) if (actor.pharmacyId === pharmacyId) known.delete(token)
    },
    forgetToken: (token) => void known.delete(token),
    recordPin: (pharmacyId, pin) => recordPin(keeping, pharmacyId, pin),
    trivialMacs: (pharmacyId) => trivialMacs(keeping, pharmacyId),
  }
}

/** Not cached: a link ends with its inventory, and a phone makes few calls. */
async function findCounter(tx: Tx, secret: string) {
  const link = await linkOfSecret(tx, secret)
  return link && { link, rights: permissionsOf(await rolesOf(tx, link.pharmacyId, link.member.id)) }
}

/** Who made the link, with the right to count and no other. Throws `auth:invalidToken` when the link is over. */
function countingActor(found: Awaited<ReturnType<typeof findCounter>>, now: Date): Actor {
  const isOver = !found || found.link.endedAt !== null || found.link.expiresAt <= now || !found.link.member.active
  if (isOver || !found.rights.has('inventory.count')) throw new AppError('auth:invalidToken')
  const { link } = found
  return {
    ...common(link.member),
    kind: 'member',
    permissions: new Set(['inventory.count']),
    roles: [],
    unlockId: null,
    countsOnly: link.inventoryId,
  }
}

/** Not cached: a token that is revoked ends at once. */
async function findAssistant(tx: Tx, secret: string) {
  const access = await assistantOfSecret(tx, secret)
  return access && { access, rights: permissionsOf(await rolesOf(tx, access.pharmacyId, access.member.id)) }
}

/** Who made the token, with the right to ask reports and no other. Throws `auth:invalidToken` when it is over. */
function assistantActor(found: Awaited<ReturnType<typeof findAssistant>>, now: Date): Actor {
  const isOver =
    !found ||
    found.access.revokedAt !== null ||
    found.access.lastDay < localDayOf(now, found.access.timeZone) ||
    !found.access.member.active
  if (isOver || !found.rights.has('report.see')) throw new AppError('auth:invalidToken')
  const { access } = found
  return {
    ...common(access.member),
    kind: 'member',
    permissions: new Set(['report.see']),
    roles: [],
    unlockId: null,
    asksOnly: access.id,
  }
}

function signInService(projectId: string, emulatorHost: string | undefined, serviceAccount: ServiceAccount | null) {
  // firebase-admin reads the emulator only from the environment, and then signs without a key and without network.
  if (emulatorHost) process.env['FIREBASE_AUTH_EMULATOR_HOST'] = emulatorHost
  const name = `officine-${projectId}`
  return getAuth(
    getApps().find((app) => app.name === name) ??
      initializeApp({ projectId, ...(serviceAccount && { credential: cert(serviceAccount) }) }, name),
  )
}

/** The claims say which rows to read; the rows decide the rights. */
async function findActor(
  tx: Tx,
  { uid, pharmacyId, pin, signedInAt }: IdentityToken,
  now: Date,
): Promise<Actor | undefined> {
  if (pin !== undefined) {
    const member =
      pharmacyId && isUuid(uid) ? await memberOfUnlock(tx, { id: pin, pharmacyId, userId: uid }) : undefined
    if (!member || !pharmacyId) return undefined
    if (isSessionOver(member, now))
      throw new AppError('auth:sessionEnded', { unlockId: pin, reason: member.endReason ?? 'age' })
    return member.active ? memberActor(tx, member, pharmacyId, pin) : undefined
  }
  const account = await accountOf(tx, uid, pharmacyId ?? null)
  if (!account) return undefined
  if (account.kind === 'admin')
    return {
      ...common(account),
      kind: 'admin',
      permissions: new Set(adminPermissions),
      roles: ['admin'],
      unlockId: null,
    }
  // A member who signed in with an e-mail address and typed no PIN has the rights of the terminal: those before the
  // lock screen, where he may open with his own PIN only.
  return {
    ...common(account),
    kind: 'terminal',
    permissions: new Set(),
    roles: [],
    unlockId: null,
    signInId: stableId(uid, signedInAt.toISOString()),
    ...(account.kind === 'member' ? { opensOnly: account.id } : {}),
  }
}

async function memberActor(tx: Tx, member: AccountRow, pharmacyId: string, unlockId: string): Promise<Actor> {
  const roles = await rolesOf(tx, pharmacyId, member.id)
  return {
    ...common(member),
    kind: 'member',
    permissions: permissionsOf(roles),
    roles: roles.map((role) => role.name),
    unlockId,
  }
}

/** All rights of some roles. Drops rights that no longer exist, and platform rights, which a pharmacy cannot grant. */
export function permissionsOf(roles: readonly { permissions: readonly string[] }[]): Set<Permission> {
  const held = new Set(roles.flatMap((role) => role.permissions))
  return new Set(permissions.filter((permission) => held.has(permission) && !adminPermissions.includes(permission)))
}

function common(
  account: AccountRow,
): Pick<Actor, 'userId' | 'pharmacyId' | 'name' | 'isSuspended' | 'copyKind' | 'generation' | 'isReplaced'> {
  return {
    userId: account.id,
    pharmacyId: account.pharmacy_id,
    ...(account.isSuspended ? { isSuspended: true } : {}),
    ...(account.copyKind ? { copyKind: account.copyKind } : {}),
    generation: account.generation,
    ...(account.isReplaced ? { isReplaced: true } : {}),
    name: displayName({ firstName: account.first_name, lastName: account.last_name }),
  }
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

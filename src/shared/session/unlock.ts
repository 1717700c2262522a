import { atom, type Getter } from 'jotai'
import { call } from '#shared/client/call.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { createToken } from '#shared/contract/tokens.ts'
import type { Member } from '#shared/contract/users.ts'
import { AppError } from '#shared/domain/errors.ts'
import { permissions, type Permission } from '#shared/domain/permissions.ts'
import { servicesOf } from '#shared/session/session-services.ts'
import { sessionAtom, terminalAtom, type SharedIdentity } from '#shared/store/identity/identity-atoms.ts'
import type { OfflineUnlock } from '#shared/store/identity/identity-store.ts'
import { checkOffline, isPinOf, rememberUnlock } from '#shared/store/identity/offline-unlock.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

export type UnlockResult =
  | { kind: 'unlocked'; isOffline: boolean }
  | { kind: 'wrong-pin'; attemptsLeft: number }
  /** `until` in milliseconds of the clock. */
  | { kind: 'locked-out'; until: number }
  /** No network, and this member never unlocked here with one. */
  | { kind: 'needs-network' }
  /** The member is no longer one of this pharmacy. */
  | { kind: 'not-a-member' }

/** A till must open while the queue waits: an API that takes longer is treated as absent. */
const unlockTimeoutMs = 6_000

/** A sign-in service that does not answer keeps nobody waiting longer: the session stands without its token. */
const memberWaitMs = 1_000

/** The PIN of an unlock made offline, in this window's memory only, until the network is back and the member's token can be fetched with it. */
const offlinePinAtom = atom<{ userId: string; pin: string } | null>(null)

/** Unlocks the terminal for a member: the server checks the PIN; where nobody answers, the terminal's own record does. Resolves when the session is on disk. */
export const unlockAtom = atom(null, async (get, set, member: Member, pin: string): Promise<UnlockResult> => {
  const { identity, tokens } = servicesOf(get)
  const terminal = get(terminalAtom)
  if (!terminal) throw new Error('the terminal is not known yet')
  // Known to be offline, and known here: nobody waits for a server that will not answer. The token follows when the network is back.
  const isHopeless = get(connectivityAtom).state === 'offline' && (await identity.readUnlock(member.id)) !== undefined
  const answer: Answer = isHopeless
    ? { kind: 'absent' }
    : await askServer(tokens.terminal, { userId: member.id, pin, terminalId: terminal.terminalId })
  if (answer.kind === 'accepted') {
    const grants = grantsOf(member, answer.reply)
    // Before the session: the calls that it sets off wait for this token, and a page that is left before it is written down would never have it.
    await Promise.race([tokens.signInMember(answer.reply.token), new Promise((goOn) => setTimeout(goOn, memberWaitMs))])
    await identity.putSession({ ...grants, id: answer.reply.claims.pin, startedAt: Date.now(), isOffline: false })
    set(offlinePinAtom, null)
    void rememberUnlock(identity, grants, pin)
    void giveBackOthers(get)
    return { kind: 'unlocked', isOffline: false }
  }
  if (answer.kind === 'refused') return afterRefusal(identity, answer.error, member.id, pin)
  const result = await unlockOffline(identity, member.id, pin, () => set(offlinePinAtom, { userId: member.id, pin }))
  if (result.kind === 'unlocked') void giveBackOthers(get)
  return result
})

async function giveBackOthers(get: Getter): Promise<void> {
  const [sales, session] = [get(sharedSalesAtom), get(sessionAtom)]
  if (!sales || !session) return
  await sales.store.releaseOthers(session.id).then(sales.written, () => undefined)
}

/** Locks the terminal: open sales fall back to LOCAL, the session ends in every window. Ended sales go on being sent. */
export const lockAtom = atom(null, async (get, set): Promise<void> => {
  const { identity, tokens } = servicesOf(get)
  const session = get(sessionAtom)
  set(offlinePinAtom, null)
  const sales = get(sharedSalesAtom)
  // A disk that takes nothing more keeps nobody in: what this session holds is given back at the next unlock.
  if (session) await sales?.store.releaseSession(session.id).catch(() => undefined)
  await identity.endSession()
  // Only now: a counter that sees its sale leave while the session stands would open a new one, held by nobody who ever comes back.
  sales?.written()
  void tokens.signOutMember()
})

/** Fetches the member's token for a session that was opened offline, where this window knows its PIN. The session keeps its id. */
export const upgradeOfflineSessionAtom = atom(null, async (get, set): Promise<void> => {
  const session = get(sessionAtom)
  const known = get(offlinePinAtom)
  const terminal = get(terminalAtom)
  if (!session?.isOffline || known?.userId !== session.userId || !terminal) return
  const { identity, tokens } = servicesOf(get)
  const answer = await askServer(tokens.terminal, { ...known, terminalId: terminal.terminalId })
  // Locked meanwhile, or somebody else is in: the answer is about nobody who stands here.
  if (get(sessionAtom)?.id !== session.id) return
  if (answer.kind === 'accepted') {
    const { claims, permissions: granted, discountLimit, token } = answer.reply
    await tokens.signInMember(token)
    if (
      await identity.changeSession(session.id, {
        roles: claims.roles,
        permissions: knownPermissions(granted),
        discountLimit,
        isOffline: false,
      })
    )
      set(offlinePinAtom, null)
  } else if (answer.kind === 'refused' && answer.error.message !== 'users:pinLockedOut') {
    // The PIN or the membership was taken away meanwhile. The open sales stay on the terminal; without a network it does not open again.
    await set(lockAtom)
    await forgetRefused(identity, answer.error, known)
  }
})

type Answer =
  { kind: 'accepted'; reply: CallReply<typeof createToken> } | { kind: 'refused'; error: AppError } | { kind: 'absent' }

/** Only a judgement on the PIN or the member counts as a refusal: anything else must not keep the till shut. */
async function askServer(
  terminalToken: () => Promise<string | undefined>,
  body: { userId: string; pin: string; terminalId: string },
): Promise<Answer> {
  const token = await terminalToken()
  if (!token) return { kind: 'absent' }
  try {
    return { kind: 'accepted', reply: await call(createToken, { body }, { token, timeoutMs: unlockTimeoutMs }) }
  } catch (error) {
    const isJudged =
      error instanceof AppError &&
      ['tokens:wrongPin', 'users:pinLockedOut', 'requests:notFound'].includes(error.message)
    return isJudged ? { kind: 'refused', error } : { kind: 'absent' }
  }
}

async function afterRefusal(
  identity: SharedIdentity,
  error: AppError,
  userId: string,
  pin: string,
): Promise<UnlockResult> {
  const details = (error.details ?? {}) as { attemptsLeft?: number; retryAfterSeconds?: number }
  if (error.message === 'users:pinLockedOut')
    return { kind: 'locked-out', until: Date.now() + (details.retryAfterSeconds ?? 30) * 1000 }
  await forgetRefused(identity, error, { userId, pin })
  return error.message === 'requests:notFound'
    ? { kind: 'not-a-member' }
    : { kind: 'wrong-pin', attemptsLeft: details.attemptsLeft ?? 1 }
}

/** The server no longer takes what the terminal remembers: it must not open offline either. */
async function forgetRefused(
  identity: SharedIdentity,
  error: AppError,
  { userId, pin }: { userId: string; pin: string },
): Promise<void> {
  const known = await identity.readUnlock(userId)
  if (known && (error.message === 'requests:notFound' || (await isPinOf(known, pin))))
    await identity.forgetUnlock(userId)
}

async function unlockOffline(
  identity: SharedIdentity,
  userId: string,
  pin: string,
  keepPin: () => void,
): Promise<UnlockResult> {
  const check = await checkOffline(identity, userId, pin, Date.now())
  switch (check.kind) {
    case 'unknown':
      return { kind: 'needs-network' }
    case 'wrong':
      return { kind: 'wrong-pin', attemptsLeft: check.attemptsLeft }
    case 'locked-out':
      return check
    case 'right':
      await identity.putSession({ ...check.grants, id: crypto.randomUUID(), startedAt: Date.now(), isOffline: true })
      keepPin()
      return { kind: 'unlocked', isOffline: true }
  }
}

function grantsOf(
  member: Member,
  { claims, permissions: granted, discountLimit }: CallReply<typeof createToken>,
): OfflineUnlock['grants'] {
  return {
    userId: member.id,
    uid: claims.uid,
    pharmacyId: claims.pharmacyId,
    domainId: claims.domainId,
    firstName: member.firstName,
    lastName: member.lastName,
    roles: claims.roles,
    permissions: knownPermissions(granted),
    discountLimit,
  }
}

/** A newer server may know rights that this window does not: they open nothing here. */
function knownPermissions(granted: readonly string[]): Permission[] {
  return permissions.filter((permission) => granted.includes(permission))
}

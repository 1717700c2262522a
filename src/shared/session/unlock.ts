import { atom, type Getter } from 'jotai'
import { call } from '#shared/client/call.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { createToken, endSession } from '#shared/contract/tokens.ts'
import type { Member } from '#shared/contract/users.ts'
import { permissions, type Permission } from '#shared/domain/permissions.ts'
import { unlockIdOf } from '#shared/session/ended-session.ts'
import {
  askPin,
  forgetRefused,
  isSlowDown,
  pinTimeoutMs,
  refusalOf,
  type PinAnswer,
  type PinRefusal,
} from '#shared/session/pin-answer.ts'
import { servicesOf } from '#shared/session/session-services.ts'
import { sessionAtom, terminalAtom, type SharedIdentity } from '#shared/store/identity/identity-atoms.ts'
import type { OfflineUnlock, Session } from '#shared/store/identity/identity-store.ts'
import { checkOffline, rememberUnlock } from '#shared/store/identity/offline-unlock.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

export type UnlockResult = { kind: 'unlocked'; isOffline: boolean } | PinRefusal

/** In ms. Longest wait for the sign-in service; the session works without its token. */
const memberWaitMs = 1_000

/** PIN of an offline unlock, only in this window's memory, until the member's token can be fetched with it. */
const offlinePinAtom = atom<{ userId: string; pin: string } | null>(null)

/**
 * Unlocks the terminal for a member. The server checks the PIN; without an answer the terminal's own record does.
 * Resolves when the session is on disk.
 */
export const unlockAtom = atom(null, async (get, set, member: Member, pin: string): Promise<UnlockResult> => {
  const { identity, tokens } = servicesOf(get)
  const terminal = get(terminalAtom)
  if (!terminal) throw new Error('the terminal is not known yet')
  // Known to be offline, and a local record exists: skip the server. The token follows when the network is back.
  const isHopeless = get(connectivityAtom).state === 'offline' && (await identity.readUnlock(member.id)) !== undefined
  const answer = isHopeless
    ? ({ kind: 'absent' } as const)
    : await askServer(tokens.terminal, { userId: member.id, pin, terminalId: terminal.terminalId })
  if (answer.kind === 'accepted') {
    const grants = grantsOf(member, answer.reply)
    // Before the session is written: calls triggered by it need this token, and a page closed earlier would never get
    // it.
    await Promise.race([tokens.signInMember(answer.reply.token), new Promise((goOn) => setTimeout(goOn, memberWaitMs))])
    await identity.putSession({ ...grants, id: answer.reply.claims.pin, startedAt: Date.now(), isOffline: false })
    set(offlinePinAtom, null)
    const { offlineSessionId: sessionId } = answer.reply
    void rememberUnlock(identity, { grants, ...(sessionId && { sessionId }) }, pin)
    void giveBackOthers(get)
    return { kind: 'unlocked', isOffline: false }
  }
  if (answer.kind === 'refused') return refusalOf(identity, answer.error, { userId: member.id, pin })
  const result = await unlockOffline(identity, member.id, pin, () => set(offlinePinAtom, { userId: member.id, pin }))
  if (result.kind === 'unlocked') void giveBackOthers(get)
  return result
})

async function giveBackOthers(get: Getter): Promise<void> {
  const [sales, session] = [get(sharedSalesAtom), get(sessionAtom)]
  if (!sales || !session) return
  await sales.store.releaseOthers(session.id).then(sales.written, () => undefined)
}

/**
 * Locks the terminal: open sales return to LOCAL and the session ends in all windows. Ended sales are still sent. The
 * end of the session is sent to the server if it can be reached; locking does not wait for the answer.
 */
export const lockAtom = atom(null, async (get, set): Promise<void> => {
  const { identity, tokens } = servicesOf(get)
  const session = get(sessionAtom)
  set(offlinePinAtom, null)
  const sales = get(sharedSalesAtom)
  // A full disk must not prevent locking: the sales are released at the next unlock.
  if (session) await sales?.store.releaseSession(session.id).catch(() => undefined)
  await identity.endSession()
  // After the end of the session: a counter that sees its sale released while the session is active would create a new
  // sale.
  sales?.written()
  if (session && !session.isOffline) void tellEnd(session)
  void tokens.signOutMember()
})

/** A lost call leaves the end to the next unlock of this terminal, or to the age of the session. */
async function tellEnd(session: Session): Promise<void> {
  await call(endSession, { params: { id: unlockIdOf(session) } }).catch(() => undefined)
}

/** Fetches the member's token for an offline session if this window knows its PIN. The session keeps its id. */
export const upgradeOfflineSessionAtom = atom(null, async (get, set): Promise<void> => {
  const session = get(sessionAtom)
  const known = get(offlinePinAtom)
  const terminal = get(terminalAtom)
  if (!session?.isOffline || known?.userId !== session.userId || !terminal) return
  const { identity, tokens } = servicesOf(get)
  const answer = await askServer(tokens.terminal, { ...known, terminalId: terminal.terminalId })
  // Locked or changed meanwhile: the answer belongs to another session.
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
        unlockId: claims.pin,
      })
    )
      set(offlinePinAtom, null)
  } else if (answer.kind === 'refused' && !isSlowDown(answer.error)) {
    // The PIN or membership was revoked meanwhile. Open sales stay on the terminal; the member can no longer unlock
    // offline.
    await set(lockAtom)
    await forgetRefused(identity, answer.error, known)
  }
})

async function askServer(
  terminalToken: () => Promise<string | undefined>,
  body: { userId: string; pin: string; terminalId: string },
): Promise<PinAnswer<CallReply<typeof createToken>>> {
  const token = await terminalToken()
  if (!token) return { kind: 'absent' }
  return askPin(() => call(createToken, { body }, { token, timeoutMs: pinTimeoutMs }))
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
      await identity.putSession({
        ...check.grants,
        // Without the server's id, the record is of an earlier version: the server flags what comes of this session.
        id: check.sessionId ?? crypto.randomUUID(),
        startedAt: Date.now(),
        isOffline: true,
      })
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

/** Permissions unknown to this build are ignored. */
function knownPermissions(granted: readonly string[]): Permission[] {
  return permissions.filter((permission) => granted.includes(permission))
}

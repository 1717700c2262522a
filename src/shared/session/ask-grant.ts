import { atom } from 'jotai'
import { call } from '#shared/client/call.ts'
import { createGrant, type Gesture, type Grant } from '#shared/contract/tokens.ts'
import type { Member } from '#shared/contract/users.ts'
import { grantMs, mayGive } from '#shared/domain/grant.ts'
import { askPin, pinTimeoutMs, refusalOf, type PinRefusal } from '#shared/session/pin-answer.ts'
import { servicesOf } from '#shared/session/session-services.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { checkOffline } from '#shared/store/identity/offline-unlock.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

export type GrantResult = { kind: 'granted'; grant: Grant } | PinRefusal

/**
 * Asks a member for one right, by his PIN; the session of the terminal stays as it is. Without an answer of the server
 * the terminal's own record judges the PIN and the right, and the server judges the grant when it arrives.
 */
export const askGrantAtom = atom(
  null,
  async (get, _set, member: Member, pin: string, gesture: Gesture): Promise<GrantResult> => {
    const { identity } = servicesOf(get)
    const terminal = get(terminalAtom)
    if (!terminal) throw new Error('the terminal is not known yet')
    const given = { ...gesture, grantedBy: member.id }
    const body = { ...gesture, userId: member.id, pin, terminalId: terminal.terminalId }
    const isHopeless = get(connectivityAtom).state === 'offline' && (await identity.readUnlock(member.id)) !== undefined
    const answer = isHopeless
      ? ({ kind: 'absent' } as const)
      : await askPin(() => call(createGrant, { body }, { timeoutMs: pinTimeoutMs }))
    if (answer.kind === 'accepted') {
      const { id, at } = answer.reply
      // The terminal counts by its own clock; the server by its own row.
      const expiresAt = new Date(Date.now() + grantMs).toISOString()
      return { kind: 'granted', grant: { ...given, id, at, expiresAt, sessionId: null } }
    }
    if (answer.kind === 'refused') return refusalOf(identity, answer.error, { userId: member.id, pin })
    const now = Date.now()
    const check = await checkOffline(identity, member.id, pin, now)
    switch (check.kind) {
      case 'unknown':
        return { kind: 'needs-network' }
      case 'wrong':
        return { kind: 'wrong-pin', attemptsLeft: check.attemptsLeft }
      case 'locked-out':
        return check
      case 'right':
        return mayGive({ discountLimit: null, ...check.grants }, gesture)
          ? {
              kind: 'granted',
              grant: {
                ...given,
                id: crypto.randomUUID(),
                at: new Date(now).toISOString(),
                expiresAt: new Date(now + grantMs).toISOString(),
                // Without the server's id, the record is of an earlier version: the server flags what comes of it.
                sessionId: check.sessionId ?? crypto.randomUUID(),
              },
            }
          : { kind: 'lacks-right' }
    }
  },
)

/**
 * The members who can give a right at this terminal now. Offline only those whose code this
 * terminal can check. Members of whom an earlier server did not tell the rights count as askable.
 */
export const askableAtom = atom(
  null,
  async (get, _set, gesture: Pick<Gesture, 'permission' | 'amount'>): Promise<Member[]> => {
    const isOffline = get(connectivityAtom).state === 'offline'
    const known = new Map(
      isOffline ? (await servicesOf(get).identity.readUnlocks()).map(({ userId, grants }) => [userId, grants]) : [],
    )
    return (get(terminalAtom)?.members ?? []).filter((member) => {
      const rights = isOffline ? known.get(member.id) : member
      if (!rights) return false
      const { permissions = [gesture.permission], discountLimit = null } = rights
      return mayGive({ permissions, discountLimit }, gesture)
    })
  },
)

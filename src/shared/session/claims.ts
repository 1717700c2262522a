import { atom } from 'jotai'
import type { Claims } from '#shared/domain/claims.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Identity } from '#shared/store/identity/identity-store.ts'

/** What the windows of this terminal hold of the signed-in user: the member's claims, else the terminal's (specification §3). */
export type ClaimsState = { claims: Claims | undefined; isLoading: boolean }

/** Set while a window boots and has not read the disk yet. */
export const isIdentityLoadingAtom = atom(false)

/**
 * The claims come from the terminal's own record. Firebase only upgrades that record: when it says « nobody » at boot (its servers are away,
 * or answered nonsense), the till stays open.
 */
export const claimsAtom = atom<ClaimsState>((get) => {
  const identity = get(identityAtom)
  return identity
    ? { claims: claimsOf(identity), isLoading: false }
    : { claims: undefined, isLoading: get(isIdentityLoadingAtom) }
})

/** The sign-in service no longer knows this terminal: sales go on, but it must be signed in again before it can send. */
export const needsSignInAtom = atom(false)

function claimsOf({ terminal: { account }, session }: Identity): Claims | undefined {
  if (session)
    return {
      uid: session.uid,
      pharmacyId: session.pharmacyId,
      pin: session.id,
      roles: session.roles,
      domainId: session.domainId,
    }
  if (!account) return undefined
  return {
    uid: account.uid,
    roles: account.roles,
    ...(account.pharmacyId ? { pharmacyId: account.pharmacyId } : {}),
    ...(account.domainId ? { domainId: account.domainId } : {}),
  }
}

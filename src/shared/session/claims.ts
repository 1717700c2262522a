import { atom } from 'jotai'
import type { Claims } from '#shared/domain/claims.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Identity } from '#shared/store/identity/identity-store.ts'

/** Claims of the signed-in user: the member's, else the terminal's (specification §3). */
export type ClaimsState = { claims: Claims | undefined; isLoading: boolean }

/** True while a starting window has not read the disk yet. */
export const isIdentityLoadingAtom = atom(false)

/**
 * Claims are read from the terminal's own record, which Firebase only refreshes: the till stays open when Firebase
 * reports no user at start (service down or wrong answer).
 */
export const claimsAtom = atom<ClaimsState>((get) => {
  const identity = get(identityAtom)
  return identity
    ? { claims: claimsOf(identity), isLoading: false }
    : { claims: undefined, isLoading: get(isIdentityLoadingAtom) }
})

/** The sign-in service no longer knows this terminal: selling continues, but sending needs a new sign-in. */
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

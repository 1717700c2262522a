import { atom } from 'jotai'
import { signInStateAtom } from '#shared/session/sign-in-state.ts'
import type { SignInRefusal } from '#shared/session/sign-in-errors.ts'
import { enterAtom } from '#shared/session/sign-in.ts'

/** Loaded before the touch: a browser opens a window only in answer to one. */
export const loadProviderSignIn = () => import('#shared/session/provider/firebase-provider.ts')

/** Names the way back to this page, in this tab. */
const leftKey = 'officine.fournisseur'

/** Whether this page comes back from an identity provider. */
export function isBackFromProvider(): boolean {
  return sessionStorage.getItem(leftKey) !== null
}

/**
 * Signs in with an identity provider in a window of its own (500 × 600, by the sign-in service). One that is closed is
 * reported after 8 seconds, since the answer may still be on its way. Returns null, or the refusal.
 */
export const popupSignInAtom = atom(null, async (_, set, providerId: string): Promise<SignInRefusal | null> => {
  set(signInStateAtom, 'popup')
  try {
    return await set(enterAtom, async (auth) => {
      const { browserPopupRedirectResolver, OAuthProvider, signInWithPopup } = await loadProviderSignIn()
      return signInWithPopup(auth, new OAuthProvider(providerId), browserPopupRedirectResolver)
    })
  } finally {
    set(signInStateAtom, null)
  }
})

/**
 * Leaves this page for that of an identity provider, where windows are blocked. Returns only the refusal: who leaves
 * does not come back to this call.
 */
export const redirectSignInAtom = atom(null, async (_, set, providerId: string): Promise<SignInRefusal | null> => {
  // A page that could not find its way back does not leave.
  sessionStorage.setItem(leftKey, providerId)
  set(signInStateAtom, 'redirect')
  const refusal = await set(enterAtom, async (auth) => {
    const { browserPopupRedirectResolver, OAuthProvider, signInWithRedirect } = await loadProviderSignIn()
    return signInWithRedirect(auth, new OAuthProvider(providerId), browserPopupRedirectResolver)
  })
  sessionStorage.removeItem(leftKey)
  set(signInStateAtom, null)
  return refusal
})

/** Ends the sign-in of a page that comes back from a provider. Returns null, or the refusal. */
export const returnSignInAtom = atom(null, async (_, set): Promise<SignInRefusal | null> => {
  set(signInStateAtom, 'redirect')
  sessionStorage.removeItem(leftKey)
  try {
    return await set(enterAtom, async (auth) => {
      const { browserPopupRedirectResolver, getRedirectResult } = await loadProviderSignIn()
      const result = await getRedirectResult(auth, browserPopupRedirectResolver)
      // He came back by the browser's arrow.
      if (!result) throw Object.assign(new Error('no answer of the provider'), { code: 'auth/popup-closed-by-user' })
      return result
    })
  } finally {
    set(signInStateAtom, null)
  }
})

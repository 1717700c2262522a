import { initializeApp } from 'firebase/app'
import {
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  initializeRecaptchaConfig,
  isSignInWithEmailLink,
  onIdTokenChanged,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  updateCurrentUser,
  validatePassword,
  verifyPasswordResetCode,
  type Auth,
  type User,
} from 'firebase/auth'
import { config } from '#shared/config.ts'

/**
 * The only file that imports Firebase; it is loaded after the first render, so that the lock screen and the counter do
 * not wait for it. Each app name has its own signed-in user: the terminal's account stays signed in while members
 * change.
 */
export type AppName = 'terminal' | 'member' | 'invited' | `former-${string}`

const opened = new Map<AppName, Auth>()

export function authOf(name: AppName): Auth {
  const known = opened.get(name)
  if (known) return known
  const { apiKey, authDomain, projectId, emulator } = config.firebase
  // Not getAuth, which would also load popup, reCAPTCHA and cookie synchronisation.
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }, name), {
    persistence: indexedDBLocalPersistence,
  })
  if (emulator)
    connectAuthEmulator(auth, emulator === 'same-origin' ? location.origin : emulator, { disableWarnings: true })
  opened.set(name, auth)
  return auth
}

export {
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  initializeRecaptchaConfig,
  isSignInWithEmailLink,
  onIdTokenChanged,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  updateCurrentUser,
  validatePassword,
  verifyPasswordResetCode,
  type Auth,
  type User,
}

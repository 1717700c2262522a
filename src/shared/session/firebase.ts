import { initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendPasswordResetEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  updateCurrentUser,
  type Auth,
  type User,
} from 'firebase/auth'
import { config } from '#shared/config.ts'

/**
 * The only file that knows Firebase. It is loaded after the window stands: nothing of the lock screen or the counter waits for it.
 * Each name is an identity of its own in this browser: the terminal's account stays signed in while members come and go.
 */
export type AppName = 'terminal' | 'member' | `former-${string}`

const opened = new Map<AppName, Auth>()

export function authOf(name: AppName): Auth {
  const known = opened.get(name)
  if (known) return known
  const { apiKey, authDomain, projectId, emulator } = config.firebase
  // initializeAuth and not getAuth: no popup, no reCAPTCHA, no cookie sync comes along.
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }, name), {
    persistence: indexedDBLocalPersistence,
  })
  if (emulator)
    connectAuthEmulator(auth, emulator === 'same-origin' ? location.origin : emulator, { disableWarnings: true })
  opened.set(name, auth)
  return auth
}

export {
  onIdTokenChanged,
  sendPasswordResetEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  updateCurrentUser,
  type User,
}

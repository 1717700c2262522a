/**
 * What an identity provider needs of Firebase: its window and its frame. Loaded only where a provider is offered; the
 * rest of the sign-in never waits for it.
 */
export {
  browserPopupRedirectResolver,
  getRedirectResult,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
} from 'firebase/auth'

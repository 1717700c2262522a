import { catalogueEntry } from '#shared/domain/error-catalogue.ts'

const ofAccount = new Set([
  'no token',
  'no token in time',
  'no token of a member',
  'auth:missingToken',
  'auth:invalidToken',
  'auth:sessionEnded',
])

/** Whether the server rejected the sign-in of the sender. */
export function isOfAccount(lastFailure: string | null): boolean {
  return lastFailure !== null && ofAccount.has(lastFailure)
}

/**
 * Why sending failed, from the failure that the queue or a list stored. `needsSignIn`: the terminal itself must sign in
 * again.
 */
export function sendingFailureWords(lastFailure: string | null, needsSignIn: boolean): string | null {
  if (lastFailure === null) return null
  if (needsSignIn && isOfAccount(lastFailure)) return 'ce poste doit se reconnecter'
  if (lastFailure === 'no token of a member') return 'le code du vendeur n’est pas encore confirmé en ligne'
  if (lastFailure === 'no token' || lastFailure === 'no token in time') return 'le service de connexion n’a pas répondu'
  if (lastFailure === 'nobody answered') return 'le serveur n’a pas répondu'
  const title = catalogueEntry(lastFailure)?.title
  return title ? title.charAt(0).toLowerCase() + title.slice(1) : 'le serveur n’a pas pu répondre'
}
